// Stops the timers of a page, so that no time limit of its scripts passes on a slow machine.
import type { Page } from 'playwright-core';

/** From now on timers that wait for a time do not run. */
export async function stopTimers(page: Page): Promise<void> {
  await page.evaluate(`{
    const [set, clear, stopped] = [setTimeout, clearTimeout, new Set()];
    let last = 0;
    globalThis.setTimeout = (run, ms, ...more) => {
      if (!(ms > 0)) return set(run, ms, ...more);
      const timer = (last -= 1);
      stopped.add(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => stopped.delete(timer) || clear(timer);
    globalThis.stoppedTimers = stopped;
  }`);
}

/** How many timers are set and have not been cleared. */
export function countStoppedTimers(page: Page): Promise<number> {
  return page.evaluate<number>('stoppedTimers.size');
}
