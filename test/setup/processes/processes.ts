// Lists the processes of this machine and ends one with everything that it started.
import { readdirSync, readFileSync } from 'node:fs';
import { runCommand } from '../commands.ts';

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** From /proc; by the command ps where there is none. */
export function listProcesses(): RunningProcess[] {
  const ids = processIds();
  if (ids.length === 0) return listByCommand();
  return ids.map((pid) => {
    // The name in parentheses may contain anything; the state and the parent follow it.
    const [, parent = '0'] = readOf(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ');
    const command = readOf(pid, 'cmdline').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), command };
  });
}

function listByCommand(): RunningProcess[] {
  const { output } = runCommand('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return [...output.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)].map(([, pid, parent, command = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    command,
  }));
}

export function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty if the process has exited or belongs to another user. */
export function readOf(pid: number, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited in the meantime.
  }
}

/** Kills the process and everything it started; returns how many processes that were. */
export function killWithDescendants(pid: number, list = listProcesses()): number {
  const ids = [pid];
  // The list grows while it is read.
  for (const parent of ids) {
    ids.push(...list.filter((one) => one.parent === parent).map((one) => one.pid));
  }
  for (const id of ids) killProcess(id);
  return ids.length;
}
