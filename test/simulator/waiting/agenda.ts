// Simulated time: an agenda of events and a clock that moves from one to the next. Events that are
// due together run without waiting for each other, so that their work overlaps.

import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';

export interface Agenda {
  readonly clock: HandClock;
  after(ms: number, run: () => void): void;
  /** Runs until the time is over; `check` runs whenever everything is at rest. */
  run(untilMs: number, check: () => void): Promise<void>;
}

export function createAgenda(): Agenda {
  const clock = handClock();
  const start = clock.now();
  let events: { readonly at: number; readonly order: number; readonly run: () => void }[] = [];
  let order = 0;
  return {
    clock,
    after(ms, run) {
      events.push({ at: clock.now() + ms, order: (order += 1), run });
    },
    async run(untilMs, check) {
      for (;;) {
        events.sort((a, b) => a.at - b.at || a.order - b.order);
        const [first] = events;
        if (!first || first.at - start > untilMs) return;
        clock.advance(first.at - clock.now());
        const due = events.filter(({ at }) => at === first.at);
        events = events.filter(({ at }) => at !== first.at);
        for (const event of due) event.run();
        // Everything in memory is done before the next turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve));
        check();
      }
    },
  };
}
