// Runs many test files in this process: every file is a suite with its own hooks, named by its
// path. A file that leaves the process in another state than it found fails.
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runAtExit } from '../support/waiting/ending.ts';

const root = join(import.meta.dirname, '..', '..');

/** State that a file of this process must not change, because the next one would see it. */
function stateOfTheProcess(): Record<string, unknown> {
  return {
    environment: { ...process.env },
    folder: process.cwd(),
    exitCode: process.exitCode,
    listeners: process
      .eventNames()
      // Libraries clean up at the exit of the process; that does not affect the next file.
      .filter((name) => name !== 'exit')
      .map((name) => [String(name), process.listenerCount(name)]),
    fetch: globalThis.fetch,
    now: Date.now,
  };
}

export function runTogether(files: readonly string[]): void {
  // Adds the listeners of the process, which all files share.
  runAtExit(() => undefined);
  for (const file of files) {
    describe(file, async () => {
      await import(pathToFileURL(resolve(root, file)).href);
      const before = stateOfTheProcess();
      after(() => assert.deepEqual(stateOfTheProcess(), before, `${file} changed the process`));
    });
  }
}
