// Which faults a run has: each seed enables some kinds, so that all combinations occur. One
// guarantee the engine relies on is kept: an authorization arrives within its maximum time in
// flight, up to the last millisecond. Everything else may arrive later.

import type { Chance } from './chance.ts';

export const PROVIDER_TIMEOUT_MS = 10_000;
export const MAX_IN_FLIGHT_MS = 60_000;
const ALMOST_FIRST_LOOK_MS = 11_500;
/** The clocks of two nodes differ by at most this. */
export const SKEW_MS = 2_000;

/** Shares of the messages on one line. */
export interface LineFaults {
  readonly refused: number;
  readonly requestLost: number;
  readonly answerLost: number;
  readonly doubled: number;
  readonly slow: number;
  readonly slowestMs: number;
  /** A message without a time limit arrives after it. */
  readonly late: number;
  /** A request with a time limit is delayed until an inquiry has not found it, and then arrives. */
  readonly heldBack: number;
}

export interface Faults {
  /** False once the faults have stopped: then all delays are short and nothing is lost. */
  on: boolean;
  readonly nodes: number;
  /** How far a node's clock may differ from the true time. */
  readonly skewMs: number;
  readonly network: LineFaults;
  readonly storage: {
    /** Share of calls that fail with a lost connection. */
    readonly lost: number;
    readonly slow: number;
    readonly slowestMs: number;
  };
  /** Shares of the moments between two operations. */
  readonly crash: number;
  readonly pause: number;
  readonly outage: number;
  readonly jump: number;
  /** Between the nodes and the directory servers, both ways. */
  readonly directory: LineFaults;
  /** Share of directory server answers that are wrong or missing. */
  readonly trouble: number;
  /** Share of challenges for which forged results are sent. */
  readonly forgery: number;
}

export function drawFaults(chance: Chance): Faults {
  const share = (most: number): number =>
    chance.percent(50) ? 0 : (chance.below(1000) / 1000) * most;
  // Everything about an authorization takes nearly its maximum time.
  const isAtLimit = chance.percent(15);
  const line = (scale: number): LineFaults => ({
    refused: share(10 * scale),
    requestLost: share(15 * scale),
    answerLost: share(25 * scale),
    doubled: share(25),
    slow: share(25),
    slowestMs: chance.pick([500, 9_000, 25_000, MAX_IN_FLIGHT_MS]),
    late: share(5),
    heldBack: isAtLimit ? 60 : 0,
  });
  return {
    on: true,
    nodes: chance.between(1, 3),
    skewMs: chance.pick([0, 0, 5, SKEW_MS / 2]),
    network: line(1),
    storage: {
      lost: share(4),
      slow: share(15),
      slowestMs: isAtLimit ? ALMOST_FIRST_LOOK_MS : chance.pick([50, 500, 1_500]),
    },
    crash: share(12),
    pause: share(12),
    outage: share(6),
    jump: share(8),
    directory: line(0.6),
    trouble: share(40),
    forgery: chance.pick([0, 0, 40, 100]),
  };
}
