// The states of a tokenization and every transition between them, as data. The specification names
// CANCELLED only; the other rows are ours (docs/decisions/0036).

import { nextStatus, type Guard, type TransitionTable } from '../core/machine.ts';
import type { Tokenization, TokenizationStatus } from './tokenization.ts';

export type TokenizationTrigger =
  | 'start'
  | 'request'
  | 'complete'
  | 'fail'
  | 'cancel'
  | 'break'
  | 'discard';

const notRequested: Guard<Tokenization> = {
  name: 'the token service has not been asked',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ requestedAt }) => requestedAt === null,
};

export const tokenizationTransitions: TransitionTable<
  TokenizationStatus,
  TokenizationTrigger,
  Tokenization
> = [
  { from: ['NEW'], on: 'start', to: 'PENDING', only: [], source: 'the card is being verified' },
  { from: ['PENDING'], on: 'request', to: 'unchanged', only: [], source: 'token service asked' },
  { from: ['PENDING'], on: 'complete', to: 'COMPLETED', only: [], source: 'the token exists' },
  { from: ['NEW', 'PENDING'], on: 'fail', to: 'REJECTED', only: [], source: 'verification failed' },
  {
    from: ['NEW', 'PENDING'],
    on: 'cancel',
    to: 'CANCELLED',
    only: [notRequested],
    source: 'specification 4.3, and validTime',
  },
  { from: ['NEW', 'PENDING'], on: 'break', to: 'ERROR', only: [], source: 'system error' },
  { from: ['COMPLETED'], on: 'discard', to: 'DISCARDED', only: [], source: 'specification 4.3' },
];

/** The status after `on`, or a refusal that names the current status and the required ones. */
export function nextTokenizationStatus(
  before: Tokenization,
  on: TokenizationTrigger,
): TokenizationStatus {
  const wording = { noun: 'tokenization' };
  return nextStatus(tokenizationTransitions, before.status, on, before, wording);
}
