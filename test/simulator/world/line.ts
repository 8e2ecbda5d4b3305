// One line of the simulated network: what is sent over it and what comes back is late, lost,
// doubled and overtaken; sometimes nobody is reached at all.

import { CallTimeout } from '@bramka/gateway/http/outgoing.ts';
import type { Chance } from './chance.ts';
import { PROVIDER_TIMEOUT_MS, type Faults, type LineFaults } from './faults.ts';
import type { Schedule } from './schedule.ts';

export interface Line {
  /** Has the other side do the work and brings its answer back; undefined is no answer. */
  send<A>(work: () => Promise<A | undefined>): Promise<A>;
  /** How many requests are on their way to the other side or being worked on there. */
  inFlight(): number;
  outage(ms: number): void;
}

export interface LineParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly shares: LineFaults;
  readonly trace: (line: string) => void;
}

export function createLine({ schedule, chance, faults, shares, trace }: LineParts): Line {
  let inFlight = 0;
  let awayUntil = 0;
  const happens = (share: number): boolean => faults.on && share > 0 && chance.percent(share);
  const delay = (): number =>
    happens(shares.slow) ? chance.below(shares.slowestMs) : chance.between(1, 20);
  const isAway = (): boolean => faults.on && schedule.clock.now() < awayUntil;

  const carry = <A>(work: () => Promise<A | undefined>, back: (answer: A) => void): void => {
    inFlight += 1;
    schedule.after(delay(), () => {
      void work().then((answer) => {
        inFlight -= 1;
        if (answer === undefined) return;
        if (happens(shares.answerLost)) trace('  its answer is lost');
        else schedule.after(delay(), () => back(answer));
      });
    });
  };
  return {
    send: <A>(work: () => Promise<A | undefined>) =>
      new Promise<A>((resolve, reject) => {
        let isAnswered = false;
        const back = (answer: A): void => {
          isAnswered = true;
          resolve(answer);
        };
        schedule.after(PROVIDER_TIMEOUT_MS, () => {
          if (!isAnswered) reject(new CallTimeout());
        });
        if (isAway() || happens(shares.refused)) {
          schedule.after(chance.between(1, 20), () => reject(new Error('connection refused')));
          return;
        }
        if (happens(shares.requestLost)) return;
        carry(work, back);
        if (happens(shares.doubled)) carry(work, back);
      }),
    inFlight: () => inFlight,
    outage: (ms) => {
      awayUntil = schedule.clock.now() + ms;
    },
  };
}
