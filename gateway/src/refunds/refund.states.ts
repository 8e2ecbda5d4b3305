// The states of a refund and the transitions between them, as data. A refund is a transaction of
// type REFUND; the payment's own table decides whether one may be made.

import { nextStatus, row, type TransitionTable } from '../core/machine.ts';
import type { AttemptState } from '../providers/attempt.ts';
import type { TransactionStatus } from '../payments/model/transaction.ts';

export type RefundStatus = Exclude<TransactionStatus, 'CANCELLED'>;
type RefundTrigger = 'succeed' | 'fail' | 'break';

export const refundTransitions: TransitionTable<TransactionStatus, RefundTrigger, null> = [
  row(['PENDING'], 'succeed', 'COMPLETED', [], 'the provider has returned the money'),
  row(
    ['PENDING'],
    'fail',
    'REJECTED',
    [],
    'the provider has declined; the money is available again',
  ),
  row(
    ['PENDING'],
    'break',
    'ERROR',
    [],
    'the provider never received the request; the money is available again',
  ),
];

const triggers: Readonly<Partial<Record<AttemptState, RefundTrigger>>> = {
  APPROVED: 'succeed',
  DECLINED: 'fail',
};

/** The status of a refund after its attempt has ended. */
export function refundStatusAfter(
  status: TransactionStatus,
  state: AttemptState,
): TransactionStatus {
  return nextStatus(refundTransitions, status, triggers[state] ?? 'break', null, {
    noun: 'refund',
  });
}
