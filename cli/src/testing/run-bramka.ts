// Runs `bin/bramka` as a user would, to its end, and keeps what it printed; for tests.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const program = join(import.meta.dirname, '..', '..', '..', 'bin', 'bramka');
const LIMIT_MS = 120_000;
/** What a gateway prints when it serves. */
const SERVES = /API +http:/;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Sees nothing of the test's own environment but PATH. A gateway that starts although it is run to
 * its end is killed at once: it would never end.
 */
export async function runBramka(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(program, words, {
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
    if (SERVES.test(printed)) child.kill('SIGKILL');
  });
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}
