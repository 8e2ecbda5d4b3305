// Waits for a condition, never longer than a limit.
import { setTimeout as sleep } from 'node:timers/promises';

/** Less in checks of planted bugs, in which something is waited for in vain. */
export const LONGEST_WAIT_MS = Number(process.env['BRAMKA_TEST_WAIT_MS'] ?? 240_000);

/** Polls after 5 ms, then less and less often; fails with a description of what was waited for. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  limitMs = LONGEST_WAIT_MS,
): Promise<void> {
  const deadline = Date.now() + limitMs;
  for (let pauseMs = 5; !(await isSo()); pauseMs = Math.min(200, pauseMs * 2)) {
    if (Date.now() > deadline) {
      throw new Error(`waited ${String(limitMs / 1000)} s without success for ${what}`);
    }
    await sleep(pauseMs);
  }
}

/** The value, or a failure if it does not arrive in time. */
export async function within<T>(limitMs: number, work: Promise<T>, what: () => string): Promise<T> {
  const over = new AbortController();
  const late = sleep(limitMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`waited ${String(limitMs / 1000)} s without success for ${what()}`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
