// Checks the types of both projects with the compiler, in the background and with low priority.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Changes } from './changes.ts';

const LINES_SHOWN = 30;
/** The compiler keeps here what makes the next check many times faster. */
const kept = 'node_modules/.cache/bramka-dev';
const projects = { main: '.', paywall: 'paywall' };

/** Checks now and after every change; changes during a check lead to one more. */
export async function keepChecking(
  root: string,
  changes: Changes,
  print: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let paths = ['.ts']; !signal.aborted; paths = await changes.next()) {
    if (!paths.some((path) => path.endsWith('.ts'))) continue;
    let output = '';
    for (const [name, project] of Object.entries(projects)) {
      if (signal.aborted) return;
      output += await compile(root, name, project, signal);
    }
    if (!signal.aborted) print(typesText(output));
  }
}

function compile(root: string, name: string, project: string, signal: AbortSignal) {
  const state = join(kept, `${name}.tsbuildinfo`);
  const form = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', state];
  const command = ['-n', '10', process.execPath, 'node_modules/.bin/tsc', '-p', project];
  // The compiler does not end on SIGTERM.
  const options = { cwd: root, signal, killSignal: 'SIGKILL' } as const;
  return new Promise<string>((resolve) => {
    execFile('nice', [...command, ...form], options, (error, stdout) =>
      resolve(error && stdout === '' ? `${error.message}\n` : stdout),
    );
  });
}

export function typesText(output: string): string {
  const lines = output.split('\n').filter((line) => line !== '');
  if (lines.length === 0) return 'types: no errors';
  const errors = lines.filter((line) => !/^\s/.test(line)).length;
  const more = lines.length - LINES_SHOWN;
  return [
    `types: ${String(errors)} ${errors === 1 ? 'error' : 'errors'}`,
    ...lines.slice(0, LINES_SHOWN).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … ${String(more)} more lines; \`npm run types\` shows them`] : []),
  ].join('\n');
}
