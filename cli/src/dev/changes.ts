// What a changed file needs, and which changes belong together: a burst, such as a checkout or an
// editor that saves all files, is handled once.

import type { Clock } from '@bramka/gateway/core/clock.ts';

/** In the order of what they include: a restart also builds the payment page. */
const needs = ['nothing', 'types', 'page', 'restart'] as const;
export type Need = (typeof needs)[number];

/** The first that matches counts; any other file needs nothing. */
const rules: readonly (readonly [path: RegExp, need: Need])[] = [
  [/(^|\/)(\.|node_modules\/)|~$/, 'nothing'],
  [/\.test\.ts$|^(test|bench|client\/src)\/.*\.ts$|\/testing\//, 'types'],
  [/^(paywall\/src\/(browser|page\/style)|client\/browser)\//, 'page'],
  [/^(gateway|sandbox|cli|paywall)\/.*\.(ts|js|css|sql|json|csv)$/, 'restart'],
  [/^docs\/.*\.(md|json)$/, 'restart'],
];

/** The folders, relative to the root, in which a change may need something. */
export const folders = 'gateway sandbox cli paywall client docs test bench'.split(' ');

/** What all these files need together; paths are relative to the root. */
export function needOf(paths: readonly string[]): Need {
  const each = paths.map((path) => rules.find(([form]) => form.test(path))?.[1] ?? 'nothing');
  return needs.findLast((need) => each.includes(need)) ?? 'nothing';
}

export interface Changes {
  add(path: string): void;
  /** Resolves when there is a change that needs a restart and that `next` has not returned. */
  needsRestart(): Promise<void>;
  /** Waits for a change, and then until there is none for a moment. */
  next(): Promise<string[]>;
}

type BurstClock = Pick<Clock, 'sleep' | 'monotonicMs'>;

export function gatherChanges(clock: BurstClock, quietMs: number): Changes {
  const paths = new Set<string>();
  let lastMs = 0;
  let first = Promise.withResolvers<void>();
  let restart = Promise.withResolvers<void>();
  return {
    add(path) {
      const need = needOf([path]);
      if (need === 'nothing') return;
      paths.add(path);
      lastMs = clock.monotonicMs();
      first.resolve();
      if (need === 'restart') restart.resolve();
    },
    needsRestart: () => restart.promise,
    async next() {
      await first.promise;
      const leftMs = (): number => lastMs + quietMs - clock.monotonicMs();
      while (leftMs() > 0) await clock.sleep(leftMs());
      const gathered = [...paths];
      paths.clear();
      first = Promise.withResolvers();
      restart = Promise.withResolvers();
      return gathered;
    },
  };
}
