// The states of an authentication and every transition between them, as data.

import { nextStatus, row, type TransitionTable } from '../core/machine.ts';
import type { Instant } from '../core/clock.ts';
import type { Authentication, AuthenticationState } from './authentication.ts';

const rows = [
  row(['FINGERPRINT'], 'fingerprint', 'ASKING', [], 'the 3DS Method is done or took too long'),
  row(['ASKING'], 'challenge', 'CHALLENGE', [], 'ARes with transStatus C'),
  row(['ASKING'], 'wait', 'WAITING', [], 'ARes with transStatus D'),
  row(['ASKING'], 'answer', 'DONE', [], 'ARes with transStatus Y, A, N, R, U or I, or an error'),
  row(['CHALLENGE', 'WAITING'], 'result', 'DONE', [], 'result message (RReq)'),
  row(['ASKING', 'CHALLENGE', 'WAITING'], 'silence', 'DONE', [], 'no answer in time'),
];

export type AuthenticationTrigger = (typeof rows)[number]['on'];

export const authenticationTransitions: TransitionTable<
  AuthenticationState,
  AuthenticationTrigger,
  object
> = rows;

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
