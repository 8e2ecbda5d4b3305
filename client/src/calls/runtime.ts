// What the client needs from the runtime, all of it web standards; tests replace parts of it.

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Runtime {
  readonly fetch: Fetch;
  /** Time since any fixed moment. It may stop while the machine sleeps. */
  readonly monotonicMs: () => number;
  /** Time of day. It may be wrong and may jump. */
  readonly wallClockMs: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly newKey: () => string;
  /** Resolves after the time, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function webRuntime(fetchOfCaller: Fetch | undefined): Runtime {
  return {
    // Looked up at each call, and called without a receiver, as some runtimes require.
    fetch: fetchOfCaller ?? ((url, init) => fetch(url, init)),
    monotonicMs: () => performance.now(),
    wallClockMs: () => Date.now(),
    random: () => Math.random(),
    newKey: () => crypto.randomUUID(),
    sleep,
  };
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
