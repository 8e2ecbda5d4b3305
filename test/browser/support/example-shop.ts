// The example of the guide "Build a checkout", run as a reader would: downloaded from the gateway
// with the guide's own command and started with the Node.js of the machine.

import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Page } from 'playwright-core';
import { findOnPath } from '../../setup/commands.ts';
import { runAtExit } from '../../support/waiting/ending.ts';
import { until } from '../../support/waiting/until.ts';

const guide = readFileSync(
  join(import.meta.dirname, '../../../docs/guides/build-a-checkout.md'),
  'utf8',
);
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8080';

/** The lines of the guide's first shell block: the download, and the start. */
function runLines(): [download: string, start: string] {
  const [, lines = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const [download = '', start = '', ...more] = lines.trim().split('\n');
  assert.ok(download.startsWith('curl ') && start === 'node server.mjs' && more.length === 0);
  return [download, start];
}

/** The Node.js that a reader has, which is older than the one that comes with the packages. */
function readersNode(): string {
  const { PATH = '' } = process.env;
  const folders = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return findOnPath('node', folders.join(delimiter)) ?? process.execPath;
}

export interface ExampleShop {
  readonly url: string;
  /** The folder with its files and orders. */
  readonly folder: string;
  orders(): Record<string, unknown>[];
  restart(): Promise<void>;
  kill(): Promise<void>;
  close(): Promise<void>;
}

export async function startExampleShop(
  gatewayUrl: string,
  env: Record<string, string> = {},
): Promise<ExampleShop> {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-checkout-'));
  const [download] = runLines();
  execFileSync('bash', ['--norc', '-euc', download.replaceAll(EXAMPLE_ORIGIN, gatewayUrl)], {
    cwd: folder,
    stdio: 'pipe',
  });
  const port = String(await freePort());
  let child = await startServer(folder, { PORT: port, ...env });
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    orders: () => {
      const text = readFileSync(join(folder, 'orders.json'), 'utf8');
      return (JSON.parse(text) as [string, Record<string, unknown>][]).map(([, order]) => order);
    },
    async restart() {
      await kill();
      child = await startServer(folder, { PORT: port, ...env });
    },
    kill,
    async close() {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startServer(cwd: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(readersNode(), ['server.mjs'], { cwd, env, stdio: 'pipe' });
  runAtExit(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  await until(() => printed.includes('Shop at') || child.exitCode !== null, 'the example shop');
  assert.equal(child.exitCode, null, printed);
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Chooses a product and sends the card form. */
export async function buy(
  page: Page,
  shop: ExampleShop,
  product: 'Coffee beans' | 'Bicycle',
  card: string,
): Promise<void> {
  await page.goto(shop.url);
  await page.click(`form:has(h2:text-is("${product}")) button`);
  await payWith(page, card);
}

export async function payWith(page: Page, card: string): Promise<void> {
  await page.fill('[name=number]', card.replace(/(\d{4})(?=\d)/g, '$1 '));
  await page.fill('[name=expiry]', '12/35');
  await page.fill('[name=cvv]', '123');
  await page.fill('[name=holder]', 'Jan Kowalski');
  await page.click('form[name=pay] button');
}
