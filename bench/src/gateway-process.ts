// Runs the gateway as a separate process, as a user starts it, with the simulated acquirer inside,
// and makes single calls for the benchmark.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoMerchants, type DemoMerchant } from '@bramka/gateway/merchants/demo.ts';
import { paymentBody, type Target } from './load/requests.ts';

export interface GatewayProcess {
  readonly pid: number;
  readonly target: Target;
  /** Makes one payment and returns its id once it is completed. */
  pay(orderNumber: string): Promise<string>;
  /** Stops it with SIGTERM. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly folder: string;
  /** The folder for its CPU profile, if one is wanted. */
  readonly profileFolder?: string | undefined;
  /** Added to its settings. */
  readonly env?: Readonly<Record<string, string>>;
}

export const program = join(import.meta.dirname, '../../bin/bramka');
const startLimitMs = 30_000;
const payLimitMs = 10_000;
const adminKey = 'key-of-the-benchmark-operator';
export const merchant = demoMerchants[0] as (typeof demoMerchants)[number];

export async function startGateway(options: GatewayOptions): Promise<GatewayProcess> {
  mkdirSync(options.folder, { recursive: true });
  const port = await freePort();
  const child = spawn(program, ['start'], {
    env: gatewayEnv(options, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const kill = (): boolean => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    process.removeListener('exit', kill);
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url, child);
    const target = { port, token: await logIn(url, merchant) };
    return { pid: child.pid as number, target, pay: (order) => pay(url, target, order), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function gatewayEnv(options: GatewayOptions, port: number): NodeJS.ProcessEnv {
  const profile = `--cpu-prof --cpu-prof-dir=${options.profileFolder ?? ''}`;
  return {
    PATH: process.env.PATH,
    PORT: String(port),
    DATABASE_URL: options.databaseUrl,
    BRAMKA_DATA_DIR: options.folder,
    BRAMKA_LOG_LEVEL: 'warn',
    BRAMKA_ADMIN_KEY: adminKey,
    BRAMKA_MERCHANT_PER_SECOND: '0',
    BRAMKA_ADDRESS_PER_SECOND: '0',
    BRAMKA_OPEN_REQUESTS_PER_ADDRESS: '0',
    BRAMKA_CONNECTIONS_PER_ADDRESS: '0',
    ...(options.profileFolder === undefined ? {} : { NODE_OPTIONS: profile }),
    ...options.env,
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadlineMs = Date.now() + startLimitMs;
  while (child.exitCode === null && Date.now() < deadlineMs) {
    const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(50);
  }
  throw new Error('the gateway did not start');
}

/** The token of a merchant. */
export async function logIn(url: string, merchant: DemoMerchant): Promise<string> {
  const body = { merchant: { merchantId: merchant.merchantId }, secret: merchant.apiSecret };
  const answer = await fetch(`${url}/v1/ecommerce/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await readAnswer<{ access_token: string }>(answer)).access_token;
}

/** Where the events of the merchant's payments are sent; empty: nowhere. */
export async function setNotificationUrl(
  { target }: Pick<GatewayProcess, 'target'>,
  notificationUrl: string,
): Promise<void> {
  const path = `/v1/admin/merchants/${merchant.merchantId}`;
  const answer = await fetch(`http://127.0.0.1:${target.port}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { notificationUrl } }),
  });
  await readAnswer(answer);
}

async function pay(url: string, target: Target, orderNumber: string): Promise<string> {
  const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
  const payments = `${url}/v1/ecommerce/payment`;
  const made = await fetch(payments, { method: 'POST', headers, body: paymentBody(orderNumber) });
  const { paymentId } = await readAnswer<{ paymentId: string }>(made);
  const deadlineMs = Date.now() + payLimitMs;
  while (Date.now() < deadlineMs) {
    const read = await fetch(`${payments}/${paymentId}/status`, { headers });
    const { status } = await readAnswer<{ status: string }>(read);
    if (status === 'COMPLETED') return paymentId;
    await sleep(20);
  }
  throw new Error(`payment ${paymentId} was not completed in ${payLimitMs} ms`);
}

async function readAnswer<Body>(answer: Response): Promise<Body> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the gateway answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Body;
}
