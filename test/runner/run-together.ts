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

export async function runTogether(files: readonly string[]): Promise<void> {
  // Adds the listeners of the process, which all files share.
  runAtExit(() => undefined);
  // One after the other: of two files that load at once, the tests of one may join the suite of the
  // other.
  for (const file of files) await load(file);
}

function load(file: string): Promise<void> {
  const { promise, resolve: endLoading } = Promise.withResolvers<void>();
  describe(file, async () => {
    try {
      await import(pathToFileURL(resolve(root, file)).href);
    } finally {
      endLoading();
    }
    const state = stateOfTheProcess();
    after(() => assert.deepEqual(stateOfTheProcess(), state, `${file} changed the process`));
  });
  return promise;
}
