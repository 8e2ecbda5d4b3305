// Processes that a test run leaves behind: whatever is started during a run carries its mark and
// can be found and ended afterwards, also when a test file was killed and could end nothing itself.
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { delimiter } from 'node:path';

export interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/**
 * The mark is a folder on PATH that does not exist: tests start processes with an environment of
 * their own, and PATH is the one variable that all of them pass on.
 */
export function markRun(env: NodeJS.ProcessEnv = process.env): string {
  const mark = `/nonexistent/bramka-test-run-${randomBytes(8).toString('hex')}`;
  env.PATH = [env.PATH ?? '', mark].join(delimiter);
  return mark;
}

/** Every other process with this mark; none where the system does not tell (no /proc). */
export function findLeftovers(mark: string): Leftover[] {
  return processIds()
    .filter((pid) => pid !== process.pid && read(pid, 'environ').includes(mark))
    .map((pid) => ({ pid, command: read(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Ends them for good and answers what they were. */
export function endLeftovers(mark: string): Leftover[] {
  const found = findLeftovers(mark);
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself in the meantime.
    }
  }
  return found;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty when it has ended or belongs to somebody else. */
function read(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
