// The processes of the cluster: started in the background with output to a file, signalled by id,
// and always ended with the run.
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { Account } from '../setup/postgres-binaries.ts';

const started = new Set<ChildProcess>();
const dataDirs = new Set<string>();

export function startProcess(
  program: string,
  args: readonly string[],
  log: string,
  account: Account | undefined,
): ChildProcess {
  const file = openSync(log, 'a');
  const child = spawn(program, args, {
    ...account,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' },
    cwd: '/',
    detached: true,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  started.add(child);
  child.once('exit', () => started.delete(child));
  return child;
}

/** A PostgreSQL server that Patroni starts is tracked as well. */
export function watchServer(dataDir: string): void {
  dataDirs.add(dataDir);
}

/** The first process of the server in this directory and all of its children. */
export function serverProcesses(dataDir: string): number[] {
  try {
    const pid = Number(readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[0]);
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (!command.includes(dataDir)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  } catch {
    return [];
  }
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has exited already.
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export function endEverything(): void {
  signal(
    [...started].flatMap((child) => child.pid ?? []),
    'SIGKILL',
  );
  for (const dataDir of dataDirs) {
    const pids = serverProcesses(dataDir);
    signal(pids, 'SIGSTOP');
    signal(pids, 'SIGKILL');
  }
}
