// The life of one process: everything it waits for passes through its gate. After a crash nothing
// passes; during a pause everything waits and passes at once afterwards.

export interface Life {
  isAlive(): boolean;
  isPaused(): boolean;
  gate<T>(work: Promise<T>): Promise<T>;
  /** Runs the work now, later or never. */
  run(work: () => void): void;
  crash(): void;
  pause(): void;
  resume(): void;
  onCrash(work: () => void): void;
}

export function createLife(): Life {
  let alive = true;
  let paused = false;
  let waiting: (() => void)[] = [];
  const mourners: (() => void)[] = [];
  const run = (work: () => void): void => {
    if (!alive) return;
    if (paused) waiting.push(work);
    else work();
  };
  return {
    run,
    isAlive: () => alive,
    isPaused: () => paused,
    gate: (work) =>
      new Promise((resolve, reject) => {
        work.then(
          (value) => run(() => resolve(value)),
          (error: unknown) =>
            run(() => reject(error instanceof Error ? error : new Error(String(error)))),
        );
      }),
    crash() {
      alive = false;
      waiting = [];
      for (const mourner of mourners) mourner();
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      const ready = waiting;
      waiting = [];
      for (const work of ready) run(work);
    },
    onCrash: (work) => void mourners.push(work),
  };
}
