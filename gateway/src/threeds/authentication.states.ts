// The states of an authentication and every transition between them, as data.

import { nextStatus, type TransitionTable } from '../core/machine.ts';
import type { Instant } from '../core/clock.ts';
import type { Authentication, AuthenticationState } from './authentication.ts';

export type AuthenticationTrigger =
  | 'fingerprint'
  | 'challenge'
  | 'wait'
  | 'answer'
  | 'result'
  | 'silence';

export const authenticationTransitions: TransitionTable<
  AuthenticationState,
  AuthenticationTrigger,
  object
> = [
  {
    from: ['FINGERPRINT'],
    on: 'fingerprint',
    to: 'ASKING',
    only: [],
    source: 'the 3DS Method is done or took too long',
  },
  {
    from: ['ASKING'],
    on: 'challenge',
    to: 'CHALLENGE',
    only: [],
    source: 'ARes with transStatus C',
  },
  { from: ['ASKING'], on: 'wait', to: 'WAITING', only: [], source: 'ARes with transStatus D' },
  {
    from: ['ASKING'],
    on: 'answer',
    to: 'DONE',
    only: [],
    source: 'ARes with transStatus Y, A, N, R, U or I, or an error',
  },
  {
    from: ['CHALLENGE', 'WAITING'],
    on: 'result',
    to: 'DONE',
    only: [],
    source: 'result message (RReq)',
  },
  {
    from: ['ASKING', 'CHALLENGE', 'WAITING'],
    on: 'silence',
    to: 'DONE',
    only: [],
    source: 'no answer in time',
  },
];

const wording = { noun: 'authentication' };

/** The authentication after one transition, with its new deadline. */
export function advanceAuthentication(
  before: Authentication,
  on: AuthenticationTrigger,
  facts: Partial<Authentication>,
  at: Instant,
  dueAt: Instant | null,
): Authentication {
  const state = nextStatus(authenticationTransitions, before.state, on, {}, wording);
  return { ...before, ...facts, state, dueAt, updatedAt: at };
}
