// How the time of a run is divided among its parts.

export interface Share {
  readonly name: string;
  readonly share: number;
}

/** Below this a part would end before its gateway has started. */
export const LEAST_SECONDS = 10;

/**
 * Seconds by part, in proportion to the shares, at least ten seconds each. In a run that is too
 * short for that, each part gets its ten seconds and the run takes longer.
 */
export function divideTime(totalSeconds: number, parts: readonly Share[]): Map<string, number> {
  let rest = totalSeconds;
  let shares = parts;
  const seconds = new Map<string, number>();
  for (;;) {
    const sum = shares.reduce((total, { share }) => total + share, 0);
    const secondsOf = ({ share }: Share): number => (rest * share) / sum;
    const small = shares.filter((part) => secondsOf(part) < LEAST_SECONDS);
    if (small.length === 0) {
      for (const part of shares) seconds.set(part.name, secondsOf(part));
      return new Map(parts.map(({ name }) => [name, seconds.get(name) ?? LEAST_SECONDS]));
    }
    for (const { name } of small) seconds.set(name, LEAST_SECONDS);
    shares = shares.filter((part) => !small.includes(part));
    rest -= small.length * LEAST_SECONDS;
  }
}
