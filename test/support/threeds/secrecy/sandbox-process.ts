// The sandbox as a separate process with its own database, so that its data is not stored where the
// gateway's is.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programEnvironment } from '../../../setup/program-environment.ts';
import { commandOf } from '../../../setup/programs.ts';
import { createClient, type Client } from '../../client.ts';
import { runAtExit } from '../../waiting/ending.ts';

const START_LIMIT_MS = 120_000;

export interface SandboxProcess {
  readonly url: string;
  readonly dataDir: string;
  logs(): string;
  /** Waits until it has exited; its data stays. */
  stop(): Promise<void>;
  /** Stops it if it is still running, and removes its data. */
  remove(): void;
}

export async function startSandbox(): Promise<SandboxProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bramka-test-outside-'));
  const { command, args } = commandOf('sandbox');
  const child = spawn(command, args, {
    env: { ...programEnvironment(), PORT: '0', BRAMKA_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (printed += String(chunk)));
  }
  const abandon = (): void => void child.kill('SIGKILL');
  const takeBack = runAtExit(abandon);
  const ended = once(child, 'close');
  const address = (): string | undefined => /(http:\S+)\/acquirer/.exec(printed)?.[1];
  for (const deadline = Date.now() + START_LIMIT_MS; address() === undefined; await sleep(10)) {
    const isLost = child.exitCode !== null || Date.now() > deadline;
    assert.ok(!isLost, `the sandbox did not start:\n${printed}`);
  }
  return {
    url: address() ?? '',
    dataDir,
    logs: () => printed,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
    remove() {
      abandon();
      takeBack();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The gateway's client, with all paths below /sandbox sent to the other process. */
export function withOutside(gateway: Client, sandboxUrl: string): Client {
  const outside = createClient(sandboxUrl, '');
  const prefix = '/sandbox';
  return {
    ...gateway,
    call: (method, path, options) =>
      path.startsWith(`${prefix}/`)
        ? outside.call(method, path.slice(prefix.length), options)
        : gateway.call(method, path, options),
  };
}
