// Finds and ends processes that a test run leaves behind: every process started during a run
// carries its mark, so that it is found even if its test file was killed.
import { randomBytes } from 'node:crypto';
import { delimiter } from 'node:path';
import { killProcess, processIds, readOf } from './processes.ts';

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/**
 * The mark is a non-existent folder on PATH: tests start processes with their own environment, and
 * PATH is the one variable that all of them pass on.
 */
export function markRun(env: NodeJS.ProcessEnv = process.env): string {
  const mark = `/nonexistent/bramka-test-run-${randomBytes(8).toString('hex')}`;
  env.PATH = [env.PATH ?? '', mark].join(delimiter);
  return mark;
}

/** All other processes with this mark; none on systems without /proc. */
export function findLeftovers(mark: string): Leftover[] {
  return processIds()
    .filter((pid) => pid !== process.pid && readOf(pid, 'environ').includes(mark))
    .map((pid) => ({ pid, command: readOf(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Kills them and returns what they were. */
export function endLeftovers(mark: string): Leftover[] {
  const found = findLeftovers(mark);
  for (const { pid } of found) killProcess(pid);
  return found;
}
