// The states of a tokenization and every transition between them, as data. The specification names
// CANCELLED only; the other rows are ours (docs/decisions/0036).

import { nextStatus, row, type Guard, type TransitionTable } from '../core/machine.ts';
import type { Tokenization, TokenizationStatus } from './tokenization.ts';

const notRequested: Guard<Tokenization> = {
  name: 'the token service has not been asked',
  refusal: 'OPERATION_IN_PROGRESS',
  holds: ({ requestedAt }) => requestedAt === null,
};

const rows = [
  row(['NEW'], 'start', 'PENDING', [], 'the card is being verified'),
  row(['PENDING'], 'request', 'unchanged', [], 'token service asked'),
  row(['PENDING'], 'complete', 'COMPLETED', [], 'the token exists'),
  row(['NEW', 'PENDING'], 'fail', 'REJECTED', [], 'verification failed'),
  row(
    ['NEW', 'PENDING'],
    'cancel',
    'CANCELLED',
    [notRequested],
    'specification 4.3, and validTime',
  ),
  row(['NEW', 'PENDING'], 'break', 'ERROR', [], 'system error'),
  row(['COMPLETED'], 'discard', 'DISCARDED', [], 'specification 4.3'),
];

export type TokenizationTrigger = (typeof rows)[number]['on'];

export const tokenizationTransitions: TransitionTable<
  TokenizationStatus,
  TokenizationTrigger,
  Tokenization
> = rows;

/** The status after `on`, or a refusal that names the current status and the required ones. */
export function nextTokenizationStatus(
  before: Tokenization,
  on: TokenizationTrigger,
): TokenizationStatus {
  const wording = { noun: 'tokenization' };
  return nextStatus(tokenizationTransitions, before.status, on, before, wording);
}
