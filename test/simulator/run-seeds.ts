// Runs many seeds, those that failed before first. Some run twice: the same seed must give the same
// trace.

import { keptSeeds } from './failing-seeds.ts';
import type { ProviderCount } from './failover/providers.ts';
import { runSeed, type Outcome } from './run-seed.ts';

export interface Range {
  readonly from: number;
  readonly seeds: number;
  /** Also those that failed before, first of all; true unless told otherwise. */
  readonly replayKept?: boolean;
  /** How many card providers each world has; any number unless told otherwise. */
  readonly providers?: ProviderCount;
}

export interface Summary {
  readonly seeds: number;
  readonly failures: readonly Outcome[];
  /** How often each thing happened in all of them. */
  readonly counts: ReadonlyMap<string, number>;
}

const TWICE_EVERY = 100;
const MAX_FAILURES = 10;

export async function runSeeds(
  { from, seeds, replayKept = true, providers = 'any' }: Range,
  onSeed: (done: number, outcome: Outcome) => void = () => undefined,
): Promise<Summary> {
  const range = Array.from({ length: seeds }, (_, index) => from + index);
  const list = replayKept ? [...keptSeeds(), ...range] : range;
  const failures: Outcome[] = [];
  const counts = new Map<string, number>();
  let done = 0;
  for (const seed of list) {
    const run = () => runSeed(seed, {}, providers);
    const outcome = seed % TWICE_EVERY === 0 ? await runTwice(run) : await run();
    for (const [what, times] of outcome.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    if (outcome.findings.length > 0) failures.push(outcome);
    done += 1;
    onSeed(done, outcome);
    if (failures.length >= MAX_FAILURES) break;
  }
  return { seeds: done, failures, counts };
}

async function runTwice(run: () => Promise<Outcome>): Promise<Outcome> {
  const first = await run();
  const second = await run();
  if (first.hash === second.hash) return first;
  const line = first.trace.findIndex((text, index) => text !== second.trace[index]);
  const text = `two runs differ at line ${String(line)}: ${first.trace[line] ?? ''}`;
  return { ...first, findings: [...first.findings, { invariant: 'I12 replay', text }] };
}
