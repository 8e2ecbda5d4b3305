// Warms up the gateway: the engine compiles functions that run often, and drops the compiled code
// of functions that did not run for a minute. Until it is compiled again, a payment costs up to
// twice as much.

import type { CpuCost } from './cpu-time.ts';

const minWindows = 4;
const maxWindows = 12;
/** A window that is cheaper than all before by less than this share shows no progress. */
const progress = 0.05;

/** Repeats a short window until its processor time in the gateway no longer falls. */
export async function warmUp(
  window: () => Promise<{ readonly cpu: CpuCost | undefined }>,
): Promise<void> {
  const costs: number[] = [];
  while (costs.length < maxWindows && !isWarm(costs)) {
    const { cpu } = await window();
    costs.push(cpu?.gatewayMs ?? 0);
  }
}

/** Two windows without progress, because other programs disturb single ones. */
export function isWarm(costs: readonly number[]): boolean {
  if (costs.length < minWindows) return false;
  const earlier = Math.min(...costs.slice(0, -2));
  return Math.min(...costs.slice(-2)) >= earlier * (1 - progress);
}
