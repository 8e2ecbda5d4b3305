// The gateways that all test files of a run borrow. For each database there is one that files share
// at the same time, and as many as needed that one file has alone; these are reset in between. A
// file asks over a socket and has its gateway for as long as it keeps the connection.
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeGateway } from '../document/describe.ts';
import type { DatabaseKind, Installation } from '../installation.ts';
import { until } from '../waiting/until.ts';
import { launchGateway, type LaunchedGateway } from './launch-gateway.ts';
import { makeTemplates } from './templates.ts';

export type Use = 'shared' | 'exclusive';

export interface BorrowRequest {
  readonly database: DatabaseKind;
  readonly use: Use;
  /** How many processes on one database; more than one on PostgreSQL only. */
  readonly nodes: number;
}

/** How a test file reaches the gateway it was given. */
export interface Offer {
  readonly urls: readonly string[];
  readonly logFile: string;
  readonly installation: Omit<Installation, 'remove'>;
}

export interface Pool {
  /** Stops every gateway; answers what went wrong with them. */
  close(): Promise<string[]>;
}

/** Test files find it by the environment, which is set here for all processes started later. */
export async function openPool(): Promise<Pool> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-pool-'));
  const address = join(folder, 'pool.socket');
  const documentFile = join(folder, 'openapi.json');
  writeFileSync(documentFile, JSON.stringify(await describeGateway()));
  const template = join(folder, 'template');
  const copied = await makeTemplates(template);
  Object.assign(process.env, {
    BRAMKA_TEST_POOL: address,
    BRAMKA_TEST_DOCUMENT: documentFile,
    BRAMKA_TEST_TEMPLATE: template,
    ...(copied ? { BRAMKA_TEST_TEMPLATE_NAME: copied.name } : {}),
  });
  const gateways = createGateways();
  const served: Promise<void>[] = [];
  const server = createServer((socket) => served.push(serve(socket, gateways)));
  server.listen(address);
  await once(server, 'listening');
  server.unref();
  return {
    async close() {
      await closed(server);
      // Gateways that were just released are still being reset.
      await Promise.all(served);
      const problems = await gateways.stopAll();
      await copied?.drop();
      rmSync(folder, { recursive: true, force: true });
      return problems;
    },
  };
}

async function serve(socket: Socket, gateways: Gateways): Promise<void> {
  socket.on('error', () => undefined);
  // Unlike `once` of events, this does not fail with an error of the connection.
  const over = new Promise<undefined>((resolve) => {
    socket.once('close', () => resolve(undefined));
  });
  const asked = new Promise<Buffer>((resolve) => {
    socket.once('data', resolve);
  });
  const line = await Promise.race([asked, over]);
  if (line === undefined) return;
  try {
    const request = JSON.parse(String(line)) as BorrowRequest;
    const gateway = await gateways.take(request);
    const { urls, logFile, installation } = gateway;
    const offer: Offer = { urls, logFile, installation };
    socket.write(`${JSON.stringify(offer)}\n`);
    await over;
    await gateways.giveBack(request, gateway);
  } catch (error) {
    socket.end(`${JSON.stringify({ problem: String(error) })}\n`);
  }
}

interface Gateways {
  take(request: BorrowRequest): Promise<LaunchedGateway>;
  giveBack(request: BorrowRequest, gateway: LaunchedGateway): Promise<void>;
  stopAll(): Promise<string[]>;
}

function createGateways(): Gateways {
  const shared = new Map<string, Promise<LaunchedGateway>>();
  const users = new Map<LaunchedGateway, number>();
  const free = new Map<string, LaunchedGateway[]>();
  const all: LaunchedGateway[] = [];
  const problems: string[] = [];
  const kindOf = ({ database, nodes }: BorrowRequest): string => `${database}, ${String(nodes)}`;
  const launched = async ({ database, nodes }: BorrowRequest): Promise<LaunchedGateway> => {
    const gateway = await launchGateway(database, nodes);
    all.push(gateway);
    return gateway;
  };
  const countUsers = (gateway: LaunchedGateway, change: 1 | -1): void => {
    const count = (users.get(gateway) ?? 0) + change;
    users.set(gateway, count);
    if (count === 0) gateway.suspend();
    else gateway.resume();
  };
  const takeOne = (request: BorrowRequest): LaunchedGateway | Promise<LaunchedGateway> => {
    const kind = kindOf(request);
    if (request.use === 'exclusive') return free.get(kind)?.pop() ?? launched(request);
    const running = shared.get(kind) ?? launched(request);
    shared.set(kind, running);
    return running;
  };
  return {
    async take(request) {
      const gateway = await takeOne(request);
      countUsers(gateway, 1);
      await untilReady(gateway);
      return gateway;
    },
    async giveBack(request, gateway) {
      if (request.use === 'shared') return countUsers(gateway, -1);
      if (!gateway.isRunning() || !(await isReset(gateway))) {
        const last = lastOf(gateway.logFile);
        problems.push(`a gateway (${kindOf(request)}) could not be reset after its use: ${last}`);
        return;
      }
      countUsers(gateway, -1);
      free.set(kindOf(request), [...(free.get(kindOf(request)) ?? []), gateway]);
    },
    async stopAll() {
      for (const gateway of all) gateway.resume();
      for (const [kind, running] of shared) {
        if (await isUntouched(await running)) continue;
        problems.push(`a test moved the clock or set faults on the shared gateway (${kind})`);
      }
      const stopped = await Promise.all(all.map((gateway) => gateway.stop()));
      for (const hasDrained of stopped) {
        if (!hasDrained) problems.push('a gateway of the pool did not drain when it was stopped');
      }
      return problems;
    },
  };
}

/** A query that a suspension interrupted may count as an outage of the database for a second. */
async function untilReady(gateway: LaunchedGateway): Promise<void> {
  const { urls, logFile } = gateway;
  const isReady = async (url: string): Promise<boolean> => {
    // A connection that was idle during the suspension may be closed just now.
    const reply = await fetch(`${url}/health/ready`).catch(() => undefined);
    await reply?.arrayBuffer();
    return reply?.status === 200;
  };
  const areReady = async (): Promise<boolean> => {
    if (!gateway.isRunning()) throw new Error(`the gateway has ended: ${lastOf(logFile)}`);
    return (await Promise.all(urls.map(isReady))).every((ready) => ready);
  };
  await until(areReady, 'a gateway of the pool to be ready');
}

const LAST_CHARACTERS = 2000;

function lastOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').slice(-LAST_CHARACTERS);
}

/** Empty, with the demo merchants only, without faults and on real time. */
async function isReset({ urls: [url = ''] }: LaunchedGateway): Promise<boolean> {
  const headers = { 'content-type': 'application/json' };
  for (const [path, body] of [
    ['clock', '{"freeze":false}'],
    ['reset', '{}'],
  ] as const) {
    const asked = fetch(`${url}/sandbox/${path}`, { method: 'POST', headers, body });
    const reply = await asked.catch(() => undefined);
    if (reply?.status !== 200) return false;
    await reply.arrayBuffer();
  }
  return true;
}

/** Files that share a gateway run at the same time, so none may move its clock or set faults. */
async function isUntouched({ urls: [url = ''] }: LaunchedGateway): Promise<boolean> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${url}/sandbox/${path}`)).json();
  try {
    const { frozen, offsetSeconds } = (await read('clock')) as Record<string, unknown>;
    const faults = (await read('faults')) as unknown[];
    return frozen === false && offsetSeconds === 0 && faults.length === 0;
  } catch {
    return false;
  }
}

async function closed(server: Server): Promise<void> {
  const done = once(server, 'close');
  server.close();
  await done;
}
