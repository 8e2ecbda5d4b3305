// One line of the simulated network: requests and answers are delayed, lost, duplicated and
// reordered; sometimes the other side is unreachable.

import { CallTimeout } from '@bramka/gateway/http/outgoing.ts';
import type { Chance } from './chance.ts';
import { MAX_IN_FLIGHT_MS, PROVIDER_TIMEOUT_MS, type Faults, type LineFaults } from './faults.ts';
import type { Schedule } from './schedule.ts';

export interface Line {
  /**
   * Sends work to the other side and returns its answer; undefined is no answer. A named request
   * arrives within MAX_IN_FLIGHT_MS or never.
   */
  send<A>(work: () => Promise<A | undefined>, name?: string): Promise<A>;
  /** An inquiry about the request of this name did not find it. */
  missed(name: string): void;
  /** How many requests are in flight or being processed. */
  inFlight(): number;
  /** How many of them are named and therefore have a time limit. */
  namedInFlight(): number;
  outage(ms: number): void;
}

export interface LineParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly shares: LineFaults;
  readonly trace: (line: string) => void;
}

/** One in so many slow requests takes the maximum time. */
const SLOWEST_EVERY = 8;

type Work<A> = () => Promise<A | undefined>;

export function createLine(parts: LineParts): Line {
  const { schedule, chance, faults, shares, trace } = parts;
  const inFlight = { all: 0, named: 0 };
  let awayUntil = 0;
  const happens = (share: number): boolean => faults.on && share > 0 && chance.percent(share);
  const delay = (): number => {
    if (!happens(shares.slow)) return chance.between(1, 20);
    return chance.below(SLOWEST_EVERY) === 0 ? shares.slowestMs : chance.below(shares.slowestMs);
  };
  const anyDelay = (): number =>
    happens(shares.late) ? MAX_IN_FLIGHT_MS + chance.below(2 * MAX_IN_FLIGHT_MS) : delay();
  const isAway = (): boolean => faults.on && schedule.clock.now() < awayUntil;
  const heldBack = createHeldBack(parts);

  const carry = <A>(work: Work<A>, back: (answer: A) => void, name?: string): void => {
    const named = name === undefined ? 0 : 1;
    inFlight.all += 1;
    inFlight.named += named;
    const arrive = (): void => {
      void work().then((answer) => {
        inFlight.all -= 1;
        inFlight.named -= named;
        if (answer === undefined) return;
        if (happens(shares.answerLost)) trace('  its answer is lost');
        else schedule.after(anyDelay(), () => back(answer));
      });
    };
    if (name !== undefined && happens(shares.heldBack)) heldBack.hold(name, arrive);
    else schedule.after(name === undefined ? anyDelay() : delay(), arrive);
  };
  return {
    send: <A>(work: Work<A>, name?: string) =>
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
          schedule.after(chance.between(1, 20), () => reject(refused()));
          return;
        }
        if (happens(shares.requestLost)) return;
        carry(work, back, name);
        // The copy of a request that has arrived may arrive at any time.
        if (happens(shares.doubled)) carry(work, back);
      }),
    missed: (name) => heldBack.missed(name),
    inFlight: () => inFlight.all,
    namedInFlight: () => inFlight.named,
    outage: (ms) => {
      awayUntil = schedule.clock.now() + ms;
    },
  };
}

/** No connection was made, so nothing was sent. */
function refused(): Error {
  return Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
}

interface HeldBack {
  hold(name: string, arrive: () => void): void;
  missed(name: string): void;
}

/** The worst moments to arrive: right after an inquiry did not find it, or exactly at the limit. */
function createHeldBack({ schedule, chance }: LineParts): HeldBack {
  const held = new Map<string, { readonly from: number; readonly arrive: () => void }>();
  const release = (name: string): void => {
    const one = held.get(name);
    held.delete(name);
    one?.arrive();
  };
  return {
    hold(name, arrive) {
      held.set(name, { from: schedule.clock.now() + chance.below(MAX_IN_FLIGHT_MS), arrive });
      schedule.after(MAX_IN_FLIGHT_MS, () => release(name));
    },
    missed(name) {
      const isReady = (held.get(name)?.from ?? Infinity) <= schedule.clock.now();
      if (isReady) schedule.after(chance.between(1, 50), () => release(name));
    },
  };
}
