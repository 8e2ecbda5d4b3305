// Finds programs on the machine and runs them to completion, for the test set-up.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export type CommandResult = { ok: boolean; output: string; lastError: string };

export type CommandOptions = {
  env?: NodeJS.ProcessEnv;
  uid?: number | undefined;
  gid?: number | undefined;
  cwd?: string;
  timeoutMs?: number;
};

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function findOnPath(name: string, path = process.env.PATH ?? ''): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export function runCommand(
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): CommandResult {
  const done = spawnSync(program, args, {
    env: options.env ?? process.env,
    cwd: options.cwd,
    uid: options.uid,
    gid: options.gid,
    timeout: options.timeoutMs,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const errors = (done.stderr ?? '').trim().split('\n');
  return {
    ok: done.status === 0,
    output: done.stdout ?? '',
    lastError: done.error?.message ?? errors.at(-1) ?? '',
  };
}
