// The example shop in examples/shop, started with its own command beside a gateway of the tests.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../setup/free-port.ts';
import { runAtExit } from '../../../support/waiting/ending.ts';
import { until } from '../../../support/waiting/until.ts';

const root = join(import.meta.dirname, '../../../..');

export interface ExampleShop {
  readonly url: string;
  /** What it has written to the terminal. */
  readonly printed: () => string;
  readonly close: () => Promise<number | null>;
}

/** Without a gateway it ends by itself; `close` then returns its exit code. */
export async function startExampleShop(env: Record<string, string>): Promise<ExampleShop> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { shop: string };
  };
  const [command, ...words] = scripts.shop.split(' ');
  assert.equal(command, 'node');
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = { cwd: root, env: { SHOP_URL: url, ...env }, stdio: 'pipe' } as const;
  const child = spawn(process.execPath, words, options);
  runAtExit(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await until(() => printed.includes('Shop at') || hasEnded(), 'the example shop');
  return {
    url,
    printed: () => printed,
    async close() {
      if (hasEnded()) return child.exitCode;
      child.kill('SIGKILL');
      await once(child, 'exit');
      return child.exitCode;
    },
  };
}
