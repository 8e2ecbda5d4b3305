// How a test gets a running gateway. `sharedGateway` is for tests that only touch merchants of
// their own; `exclusiveGateway` for those that move the clock, set faults or change the demo
// merchants. Both come from the pool of the test run; a file that runs alone starts its own.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { createClient, type Client } from '../client.ts';
import { assertDocumented } from '../document/check.ts';
import type { DatabaseKind, Installation } from '../installation.ts';
import { launchGateway } from './launch-gateway.ts';
import type { Offer, BorrowRequest } from './pool.ts';

export interface BorrowedGateway extends Client {
  /** Its tables can be read while it runs, on both databases. */
  readonly installation: Installation;
  /** What it has printed since it was borrowed, by all who use it. */
  logs(): string;
  release(): Promise<void>;
}

/** Used by other files at the same time: make merchants of your own, change nothing global. */
export async function sharedGateway(database: DatabaseKind): Promise<BorrowedGateway> {
  return only(await borrow({ database, use: 'shared', nodes: 1 }));
}

/** As freshly started, and nobody else's until it is released. */
export async function exclusiveGateway(database: DatabaseKind): Promise<BorrowedGateway> {
  return only(await borrow({ database, use: 'exclusive', nodes: 1 }));
}

/** The same, with several nodes on one database; they are released together, by any of them. */
export function exclusiveNodes(database: DatabaseKind, nodes: number): Promise<BorrowedGateway[]> {
  return borrow({ database, use: 'exclusive', nodes });
}

function only([gateway]: readonly BorrowedGateway[]): BorrowedGateway {
  return gateway ?? assert.fail('no gateway was offered');
}

async function borrow(request: BorrowRequest): Promise<BorrowedGateway[]> {
  const pool = process.env.BRAMKA_TEST_POOL;
  if (pool !== undefined) return borrowFrom(pool, request);
  const gateway = await launchGateway(request.database, request.nodes);
  return gatewaysAt(gateway, async () => {
    assert.ok(await gateway.stop(), 'the gateway did not drain');
  });
}

async function borrowFrom(pool: string, request: BorrowRequest): Promise<BorrowedGateway[]> {
  const socket = connect(pool);
  socket.write(`${JSON.stringify(request)}\n`);
  const [line] = (await once(socket, 'data')) as [Buffer];
  const offer = JSON.parse(String(line)) as Offer | { problem: string };
  if ('problem' in offer) throw new Error(offer.problem);
  // The connection must not keep alive a file whose tests are done.
  socket.unref();
  return gatewaysAt(offer, () => {
    socket.destroy();
    return Promise.resolve();
  });
}

function gatewaysAt(offer: Offer, release: () => Promise<void>): BorrowedGateway[] {
  const { logFile, urls } = offer;
  const installation: Installation = { ...offer.installation, remove: () => Promise.resolve() };
  const start = statSync(logFile).size;
  return urls.map((url) => ({
    ...createClient(url, installation.adminKey, assertDocumented),
    installation,
    logs: () => readFileSync(logFile).subarray(start).toString(),
    release,
  }));
}
