// Runs the real gateway as a separate process, as `bin/bramka start` does: started on an
// installation, called over HTTP, stopped with SIGTERM or killed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { programEnvironment } from '../setup/program-environment.ts';
import { commandOf, type Command, type Program } from '../setup/programs.ts';
import { createClient, type Client } from './client.ts';
import { runAtExit } from './waiting/ending.ts';
import { assertDocumented } from './document/check.ts';
import {
  anyDatabase,
  createInstallation,
  type DatabaseKind,
  type Installation,
} from './installation.ts';
import { until, within } from './waiting/until.ts';

const START_LIMIT_MS = 120_000;
const EXIT_LIMIT_MS = 120_000;

export interface StartOptions {
  /** By default the one that starts faster. */
  readonly database?: DatabaseKind;
  /** Its data directory or database; by default a new installation that is removed with it. */
  readonly installation?: Installation;
  /** What runs it: a program, by default `bramka`, or the `bramka` of another version. */
  readonly program?: Program | Command;
  /** Added to the environment; an empty value unsets a variable that the installation would set. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Gateway extends Client {
  readonly installation: Installation;
  readonly pid: number;
  /** Everything it has printed so far. */
  logs(): string;
  isRunning(): boolean;
  /** Waits for its exit, up to a limit; returns the exit code, or null after a signal. */
  exited(): Promise<number | null>;
  kill9(): Promise<void>;
  /** Sends SIGTERM; fails unless it drains and exits with 0. */
  stop(): Promise<void>;
}

export interface Process {
  readonly pid: number;
  logs(): string;
  isRunning(): boolean;
  /** Waits for its exit, up to a limit; returns the exit code, or null after a signal. */
  exited(): Promise<number | null>;
  /** The same for a gateway that must refuse to start: fails as soon as it serves. */
  refused(): Promise<number | null>;
  signal(name: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts the process without waiting for it. */
export function spawnGateway(
  installation: Installation,
  env: StartOptions['env'] = {},
  program: Program | Command = 'bramka',
): Process {
  const { command, args } = typeof program === 'string' ? commandOf(program) : program;
  const child = spawn(command, [...args, 'start'], {
    env: { ...programEnvironment(), ...environmentOf(installation), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  const kill = (): void => void child.kill('SIGKILL');
  const takeBack = runAtExit(kill);
  const exited = once(child, 'close').then(([code]) => {
    takeBack();
    return code as number | null;
  });
  const end = async (): Promise<number | null> => {
    for (const handle of handles) handle.ref();
    try {
      return await within(EXIT_LIMIT_MS, exited, () => `the end of the gateway:\n${tail(printed)}`);
    } finally {
      kill();
    }
  };
  // A failed test must not keep the test process alive because of a gateway that was not stopped.
  const handles = [child, child.stdout as Socket, child.stderr as Socket];
  for (const handle of handles) handle.unref();
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    logs: () => printed,
    isRunning,
    exited: end,
    async refused() {
      await until(() => !isRunning() || addressIn(printed) !== undefined, 'a refusal to start');
      if (isRunning()) {
        kill();
        assert.fail(`the gateway started although it must not:\n${tail(printed)}`);
      }
      return end();
    },
    signal: (name) => void child.kill(name),
  };
}

/** The settings that depend on the installation, and patience with clients on a slow machine. */
export function environmentOf(installation: Installation): Record<string, string> {
  return {
    PORT: '0',
    BRAMKA_HEADER_TIMEOUT_MS: '60000',
    BRAMKA_REQUEST_TIMEOUT_MS: '120000',
    BRAMKA_DATA_DIR: installation.dataDir,
    BRAMKA_ADMIN_KEY: installation.adminKey,
    BRAMKA_MASTER_KEY: installation.masterKey,
    ...(installation.databaseUrl === undefined ? {} : { DATABASE_URL: installation.databaseUrl }),
  };
}

export async function startGateway(options: StartOptions = {}): Promise<Gateway> {
  const installation =
    options.installation ?? (await createInstallation(options.database ?? anyDatabase));
  const child = spawnGateway(installation, options.env, options.program);
  const leave = async (): Promise<void> => {
    if (!options.installation) await installation.remove();
  };
  try {
    const url = await addressOf(child);
    // The document is that of this version.
    const observe = typeof options.program === 'object' ? undefined : assertDocumented;
    const client = createClient(url, installation.adminKey, observe);
    await untilReady(client);
    return {
      ...client,
      installation,
      pid: child.pid,
      logs: () => child.logs(),
      isRunning: () => child.isRunning(),
      exited: () => child.exited(),
      async kill9() {
        child.signal('SIGKILL');
        await child.exited();
        await leave();
      },
      async stop() {
        child.signal('SIGTERM');
        const code = await child.exited();
        assert.equal(code, 0, `the gateway did not drain:\n${tail(child.logs())}`);
        await leave();
      },
    };
  } catch (error) {
    child.signal('SIGKILL');
    await leave();
    throw error;
  }
}

function addressIn(printed: string): string | undefined {
  return /API +(http:\S+)\/v1\/ecommerce/.exec(printed)?.[1];
}

function tail(printed: string): string {
  return printed.slice(-2000);
}

async function addressOf(child: Process): Promise<string> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (child.isRunning() && Date.now() < deadline) {
    const found = addressIn(child.logs());
    if (found !== undefined) return found;
    await sleep(10);
  }
  throw new Error(`the gateway did not start:\n${tail(child.logs())}`);
}

function untilReady(client: Client): Promise<void> {
  const isReady = async (): Promise<boolean> =>
    (await client.call('GET', '/health/ready')).status === 200;
  return until(isReady, 'the gateway to become ready', START_LIMIT_MS);
}
