// Reads a histogram from Prometheus text: the gateway's own figures beside those of the benchmark.

/** Cumulative counts by upper bound, in order; the last bound is Infinity. */
export type Buckets = readonly (readonly [number, number])[];

/** All series of the histogram added up. */
export function readHistogram(text: string, name: string): Buckets {
  const counts = new Map<number, number>();
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${name}_bucket{`)) continue;
    const match = /[{,]le="([^"]+)"[^}]*\} (\S+)/.exec(line);
    if (!match) throw new Error(`not a line of a histogram: ${line}`);
    const bound = match[1] === '+Inf' ? Infinity : Number(match[1]);
    counts.set(bound, (counts.get(bound) ?? 0) + Number(match[2]));
  }
  return [...counts].sort(([one], [other]) => one - other);
}

/** What was counted after `before` was read. */
export function since(before: Buckets, after: Buckets): Buckets {
  const earlier = new Map(before);
  return after.map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const);
}

/** The upper bound of the bucket that contains this share of the values. */
export function boundOf(buckets: Buckets, share: number): number {
  const total = buckets.at(-1)?.[1] ?? 0;
  if (total === 0) return Number.NaN;
  return buckets.find(([, count]) => count >= share * total)?.[0] ?? Infinity;
}
