// Planned actions of customers and servers in simulated time, known in advance, so that a run can
// skip idle time.

import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { Schedule } from '../world/schedule.ts';

export interface Plans {
  after(ms: number, work: () => unknown): void;
  /** When the next action is due; Infinity if there is none. */
  nextAt(): Instant;
  /** How many actions are running. */
  underWay(): number;
}

export function createPlans({ clock, after }: Schedule): Plans {
  const planned = new Set<{ readonly at: Instant }>();
  let underWay = 0;
  return {
    after(ms, work) {
      const plan = { at: clock.now() + ms };
      planned.add(plan);
      after(ms, () => {
        planned.delete(plan);
        underWay += 1;
        void Promise.resolve(work()).then(() => (underWay -= 1));
      });
    },
    nextAt: () => Math.min(...[...planned].map(({ at }) => at)),
    underWay: () => underWay,
  };
}
