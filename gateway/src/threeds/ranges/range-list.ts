// A list of card ranges: searched by card number, and updated by lists of changes.

import type { RangeFacts } from '../authentication.ts';
import type { CardRange } from '../messages/read-ranges.ts';

const DIGITS = 19;

export interface RangeList {
  readonly size: number;
  find(digits: string): RangeFacts | undefined;
}

interface Placed {
  readonly from: string;
  readonly to: string;
  readonly range: CardRange;
}

/**
 * Ranges of one organization should not overlap; where they do, the one that starts later counts,
 * and of those with the same start the narrower one.
 */
export function rangeList(ranges: readonly CardRange[]): RangeList {
  const sorted = ranges
    .map((range) => ({ from: padded(range.from, '0'), to: padded(range.to, '9'), range }))
    .sort((a, b) => compare(a.from, b.from) || compare(b.to, a.to));
  // The highest end of the ranges up to each one; beyond it no earlier range can match.
  let furthest = '';
  const reach = sorted.map(({ to }) => (furthest = to > furthest ? to : furthest));
  return {
    size: sorted.length,
    find(digits) {
      const wanted = padded(digits, '0');
      let at = countUpTo(sorted, wanted) - 1;
      while ((reach[at] ?? '') >= wanted && (sorted[at]?.to ?? '') < wanted) at -= 1;
      const entry = sorted[at];
      return entry !== undefined && wanted <= entry.to ? factsOf(entry.range) : undefined;
    },
  };
}

/** How many ranges start at or before the number. */
function countUpTo(sorted: readonly Placed[], wanted: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.from ?? '') <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Applies an incremental answer: ranges added, modified and deleted since the previous list. */
export function applyChanges(
  before: readonly CardRange[],
  changes: readonly CardRange[],
): CardRange[] {
  const byEnds = new Map(before.map((range) => [`${range.from}-${range.to}`, range]));
  for (const change of changes) {
    const ends = `${change.from}-${change.to}`;
    if (change.action === 'D') byEnds.delete(ends);
    else byEnds.set(ends, change);
  }
  return [...byEnds.values()];
}

function padded(digits: string, fill: string): string {
  return digits.padEnd(DIGITS, fill);
}

function factsOf({ acsStart, acsEnd, dsStart, dsEnd, threeDSMethodURL }: CardRange): RangeFacts {
  return { acsStart, acsEnd, dsStart, dsEnd, threeDSMethodURL };
}
