// Starts the processes of a gateway that test files borrow, on an installation of their own: one,
// or several nodes on one PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programEnvironment } from '../../setup/program-environment.ts';
import { commandOf } from '../../setup/programs.ts';
import { environmentOf } from '../gateway.ts';
import { withoutRateLimits } from '../life/payments.ts';
import { createInstallation, type DatabaseKind, type Installation } from '../installation.ts';
import { runAtExit } from '../waiting/ending.ts';
import { within } from '../waiting/until.ts';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 120_000;

export interface LaunchedGateway {
  /** One for each node. */
  readonly urls: readonly string[];
  readonly installation: Installation;
  /** What all nodes print. */
  readonly logFile: string;
  isRunning(): boolean;
  /** Its background jobs take some percent of a core, so it is suspended while nobody uses it. */
  suspend(): void;
  resume(): void;
  /** Answers false unless every node has drained. */
  stop(): Promise<boolean>;
}

export async function launchGateway(database: DatabaseKind, count = 1): Promise<LaunchedGateway> {
  const created = await createInstallation(database);
  const sqlSocket = join(created.dataDir, 'sql.socket');
  const installation: Installation = {
    ...created,
    ...(database === 'embedded' ? { sqlSocket } : {}),
  };
  const logFile = join(created.dataDir, 'log.txt');
  const nodes = await Promise.all(
    Array.from({ length: count }, () => startNode(installation, logFile)),
  );
  return {
    urls: nodes.map(({ url }) => url),
    installation,
    logFile,
    isRunning: () => nodes.every((node) => node.isRunning()),
    suspend: () => nodes.forEach((node) => node.signal('SIGSTOP')),
    resume: () => nodes.forEach((node) => node.signal('SIGCONT')),
    async stop() {
      const codes = await Promise.all(nodes.map((node) => node.stop()));
      await installation.remove();
      return codes.every((code) => code === 0);
    },
  };
}

interface Node {
  readonly url: string;
  isRunning(): boolean;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Answers the exit code: 0 when it has drained, null after a signal. */
  stop(): Promise<number | null>;
}

async function startNode(installation: Installation, logFile: string): Promise<Node> {
  const log = openSync(logFile, 'a');
  const { command, args } = commandOf('pooled');
  const socket = installation.sqlSocket === undefined ? [] : [installation.sqlSocket];
  const child = spawn(command, [...args, ...socket], {
    env: { ...programEnvironment(), ...environmentOf(installation), ...withoutRateLimits },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const takeBack = runAtExit(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const printed = (): string => readFileSync(logFile, 'utf8').slice(-2000);
  const failed = exited.then((code) => {
    throw new Error(`the gateway ended with ${String(code)}:\n${printed()}`);
  });
  failed.catch(() => undefined);
  const ready = once(child, 'message').then(([message]) => message as { url: string });
  const what = (): string => `the start of a gateway:\n${printed()}`;
  const { url } = await within(START_LIMIT_MS, Promise.race([ready, failed]), what);
  // It must not keep alive a process that has nothing else to do.
  child.unref();
  child.channel?.unref();
  return {
    url,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGCONT');
      child.ref();
      if (child.connected) child.disconnect();
      try {
        return await within(STOP_LIMIT_MS, exited, () => `the end of the gateway at ${url}`);
      } finally {
        child.kill('SIGKILL');
        takeBack();
      }
    },
  };
}
