// The failures of a run by test file, with the first one of each file as it was reported.
import { relative } from 'node:path';
import type { run } from 'node:test';
import { inspect } from 'node:util';

type Events = ReturnType<typeof run>;

export interface Failures {
  /** The first failure of each file with a failed test. */
  readonly first: ReadonlyMap<string, string>;
  /** Whether every failure belongs to one of these files. */
  areAllKnown(): boolean;
}

/** Collects while the events arrive. */
export function collectFailures(
  root: string,
  paths: ReadonlySet<string>,
  events: Events,
): Failures {
  const first = new Map<string, string>();
  const details = new Map<string, string>();
  let unknown = 0;
  events.on('test:fail', ({ name, nesting, file, todo, details: { error } }) => {
    if (todo !== undefined) return;
    const own = relative(root, file ?? '');
    // A suite fails after its tests, and only says so.
    if (nesting > 0) {
      if (!details.has(own)) details.set(own, `${name}\n${inspect(error.cause ?? error)}`);
      return;
    }
    // The test of a file with a process of its own, or the suite of a file that shares one.
    const path = [name, own].find((one) => paths.has(one));
    if (path === undefined) unknown += 1;
    else if (!first.has(path)) {
      const nested = details.get(own) ?? `${name}\n${inspect(error.cause ?? error)}`;
      first.set(path, nested);
    }
  });
  return { first, areAllKnown: () => unknown === 0 };
}
