// The processor of a mid-range phone on any machine: Lighthouse measures an index of the speed, and
// its usual slowdown by 4 is meant for a fast desktop computer.

const FAST_INDEX = 1500;
const FAST_SLOWDOWN = 4;

/** Never a phone that is faster than this machine. */
export function slowdownFor(benchmarkIndex: number): number {
  const phoneIndex = FAST_INDEX / FAST_SLOWDOWN;
  return Math.min(FAST_SLOWDOWN, Math.max(1, benchmarkIndex / phoneIndex));
}
