// Runs a `bramka` command to its end for a test and returns what it printed: inside the process of
// the test, or as a process of its own, as a user would.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Launched } from '@bramka/gateway/launch.ts';
import { programEnvironment } from '@bramka/test/setup/program-environment.ts';
import { commandOf, type Command } from '@bramka/test/setup/programs.ts';
import { runCommand } from '../program.ts';

/** The program that users run. */
export const binary: Command = commandOf('bramka', {});
const LIMIT_MS = 120_000;
/** What a gateway prints once it is running. */
const SERVES = /API +http:/;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/**
 * Runs the command in this process, which is much faster than a new one. Of the environment of this
 * process it gets only PATH. A gateway that starts is closed at once.
 */
export async function runBramka(words: readonly string[], env: Variables = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  let stdout = '';
  let stderr = '';
  let launched: Launched | undefined;
  const code = await runCommand(words, {
    env: { PATH, ...env },
    print: (printed) => (stdout += printed),
    printError: (printed) => (stderr += printed),
    serve: (started) => (launched = started),
  });
  await launched?.close();
  return { code, stdout, stderr };
}

/**
 * Runs `bramka` as a process: for what only a process shows, such as the exit code and what its log
 * prints. From the bundle of the run if there is one, which takes half of the processor time, or
 * with `bin/bramka`. A gateway that starts although it is run to its end is killed at once.
 */
export async function spawnBramka(
  words: readonly string[],
  env: Variables = {},
  { command, args }: Command = commandOf('bramka'),
): Promise<Ended> {
  const child = spawn(command, [...args, ...words], {
    env: { ...programEnvironment(), ...env },
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
