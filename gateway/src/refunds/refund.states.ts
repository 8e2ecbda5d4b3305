// The states of a refund and the transitions between them, as data. A refund is a transaction of
// type REFUND; the payment's own table decides whether one may be made.

import { nextStatus, type TransitionTable } from '../core/machine.ts';
import type { AttemptState } from '../providers/attempt.ts';
import type { TransactionStatus } from '../payments/model/transaction.ts';

export type RefundStatus = Exclude<TransactionStatus, 'CANCELLED'>;
type RefundTrigger = 'succeed' | 'fail' | 'break';

export const refundTransitions: TransitionTable<TransactionStatus, RefundTrigger, null> = [
  {
    from: ['PENDING'],
    on: 'succeed',
    to: 'COMPLETED',
    only: [],
    source: 'the provider has returned the money',
  },
  {
    from: ['PENDING'],
    on: 'fail',
    to: 'REJECTED',
    only: [],
    source: 'the provider has declined; the money is available again',
  },
  {
    from: ['PENDING'],
    on: 'break',
    to: 'ERROR',
    only: [],
    source: 'the provider never received the request; the money is available again',
  },
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
