// One server process of a temporary PostgreSQL: start and wait until it answers, stop, kill.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from './postgres-binaries.ts';

export type ServerLaunch = {
  program: string;
  account: Account | undefined;
  folder: string;
  dataDir: string;
  settings: Record<string, string>;
  port: number;
  url: string;
};

export type Server = {
  stop(): Promise<void>;
  kill9(): Promise<void>;
  abandon(): void;
};

const startTimeoutMs = 300_000;
const fastStopMs = 15_000;

export async function startServer(launch: ServerLaunch): Promise<Server> {
  const log = join(launch.folder, 'postgres.log');
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(launch.port),
    ...launch.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = openSync(log, 'a');
  // In its own process group, so that Ctrl-C reaches the tests first and the server last.
  const child = spawn(launch.program, ['-D', launch.dataDir, ...flags], {
    ...launch.account,
    cwd: launch.folder,
    detached: true,
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const exited = once(child, 'exit').catch((error: unknown) => error);
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  await waitUntilItAnswers(launch.url, isRunning, log, child);
  return {
    stop: async () => {
      if (!isRunning()) return;
      child.kill('SIGINT');
      const patience = new AbortController();
      const late = sleep(fastStopMs, 'late', { signal: patience.signal }).catch(() => 'stopped');
      if ((await Promise.race([exited, late])) === 'late') child.kill('SIGQUIT');
      patience.abort();
      await exited;
    },
    kill9: async () => {
      const children = isRunning() ? killWithChildren(child) : [];
      await exited;
      // They hold the port and the shared memory while they live.
      while (children.some(isAlive)) await sleep(5);
    },
    abandon: () => {
      if (isRunning()) child.kill('SIGQUIT');
    },
  };
}

async function waitUntilItAnswers(
  url: string,
  isRunning: () => boolean,
  log: string,
  child: ChildProcess,
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (isRunning() && Date.now() < deadline) {
    if (await answers(url)) return;
    await sleep(50);
  }
  child.kill('SIGQUIT');
  const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-5);
  throw new Error(`PostgreSQL did not start:\n${lines.join('\n')}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

// The first process is stopped before its children are killed; otherwise it would start a recovery.
function killWithChildren(child: ChildProcess): number[] {
  const pid = child.pid ?? 0;
  child.kill('SIGSTOP');
  const children = childrenOf(pid);
  for (const worker of children) {
    try {
      process.kill(worker, 'SIGKILL');
    } catch {
      // It exited in the meantime.
    }
  }
  child.kill('SIGKILL');
  return children;
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
