// The states of a payment and every transition between them, as data: specification section 3 row
// by row, and the rows that our decisions add (docs/decisions). Guards are checked in their order.

import { nextStatus, type TransitionTable } from '../../core/machine.ts';
import type { PaymentStatus } from './payment.ts';
import {
  fewRefunds,
  idle,
  idleExceptRefunds,
  idleOrWaiting,
  inFullIfSplit,
  isCaptured,
  isLatestAdjustment,
  isNotFunding,
  isOpenForTry,
  isPaywall,
  isPreauth,
  noAuthorizationOpen,
  notCaptured,
  nothingCanSucceed,
  notRefunded,
  notSplit,
  wholeIfFunding,
  withinAuthentication,
  withinAuthorized,
  withinExemption,
  withinPaid,
  type PaymentSubject,
} from './payment.guards.ts';

export type PaymentTrigger =
  | 'wait'
  | 'start'
  | 'challenge'
  | 'authorize'
  | 'refuse'
  | 'reopen'
  | 'succeed'
  | 'fail'
  | 'break'
  | 'cancel'
  | 'expire'
  | 'reverse'
  | 'release'
  | 'settle'
  | 'capture'
  | 'adjust'
  | 'withdraw'
  | 'refund'
  | 'restore'
  | 'retry';

export const paymentTransitions: TransitionTable<PaymentStatus, PaymentTrigger, PaymentSubject> = [
  { from: ['NEW'], on: 'wait', to: 'NEW', only: [], source: 'section 3, row 2' },
  {
    from: ['PENDING'],
    on: 'wait',
    to: 'unchanged',
    only: [isOpenForTry, idle],
    source: 'another try on the payment page',
  },
  { from: ['NEW'], on: 'start', to: 'PENDING', only: [], source: 'section 3, row 3' },
  {
    from: ['PENDING'],
    on: 'challenge',
    to: 'unchanged',
    only: [idle],
    source: 'strong authentication',
  },
  {
    from: ['PENDING'],
    on: 'authorize',
    to: 'unchanged',
    only: [idle],
    source: 'strong authentication',
  },
  { from: ['NEW'], on: 'refuse', to: 'REJECTED', only: [], source: 'early rejection' },
  {
    from: ['NEW', 'PENDING'],
    on: 'reopen',
    to: 'unchanged',
    only: [isPaywall, noAuthorizationOpen],
    source: 'another try on the payment page',
  },
  { from: ['PENDING'], on: 'succeed', to: 'COMPLETED', only: [], source: 'section 3, row 4' },
  { from: ['PENDING'], on: 'fail', to: 'REJECTED', only: [], source: 'section 3, row 5' },
  {
    from: ['COMPLETED'],
    on: 'settle',
    to: 'SETTLED',
    only: [isCaptured, idle],
    source: 'section 3, row 6',
  },
  {
    from: ['NEW', 'PENDING'],
    on: 'cancel',
    to: 'CANCELLED',
    only: [],
    source: 'section 3, row 7',
  },
  {
    from: ['NEW', 'PENDING'],
    on: 'expire',
    to: 'CANCELLED',
    only: [idleOrWaiting],
    source: 'validTime, section 8',
  },
  {
    from: ['COMPLETED'],
    on: 'cancel',
    to: 'unchanged',
    only: [notCaptured, notRefunded, idle],
    source: 'section 3, row 8: the reversal is requested',
  },
  {
    from: ['COMPLETED'],
    on: 'release',
    to: 'unchanged',
    only: [isPreauth, notCaptured, idle],
    source: 'hold period, section 8: the reversal is requested',
  },
  {
    from: ['COMPLETED'],
    on: 'reverse',
    to: 'CANCELLED',
    only: [],
    source: 'section 3, row 8: the reversal is complete',
  },
  {
    from: ['NEW', 'PENDING'],
    on: 'break',
    to: 'ERROR',
    only: [nothingCanSucceed],
    source: 'section 3, row 9',
  },
  {
    from: ['COMPLETED'],
    on: 'capture',
    to: 'unchanged',
    only: [isPreauth, notCaptured, withinAuthorized, inFullIfSplit, idle],
    source: 'section 3, row 10',
  },
  {
    from: ['COMPLETED'],
    on: 'adjust',
    to: 'unchanged',
    only: [isPreauth, notCaptured, notSplit, withinExemption, withinAuthentication, idle],
    source: 'rule 3 of section 4.2',
  },
  {
    from: ['COMPLETED'],
    on: 'withdraw',
    to: 'unchanged',
    only: [isPreauth, notCaptured, isLatestAdjustment, idle],
    source: 'section 3, withdrawal of an adjustment',
  },
  {
    from: ['COMPLETED', 'SETTLED'],
    on: 'refund',
    to: 'unchanged',
    only: [isCaptured, idleExceptRefunds, fewRefunds, withinPaid, wholeIfFunding],
    source: 'rule 1 of section 4.2',
  },
  { from: ['NEW'], on: 'restore', to: 'unchanged', only: [isPaywall], source: 'section 3, row 11' },
  {
    from: ['REJECTED', 'CANCELLED', 'ERROR'],
    on: 'retry',
    to: 'unchanged',
    only: [isNotFunding],
    source: 'section 3, row 12',
  },
];

/** Names of operations for merchants, where the trigger has another name. */
const operations = { adjust: 'adjustment', withdraw: 'withdrawal of an adjustment' };

/** The status after `on`, or a refusal that names the current status and the required ones. */
export function nextPaymentStatus(
  status: PaymentStatus,
  on: PaymentTrigger,
  subject: PaymentSubject,
): PaymentStatus {
  return nextStatus(paymentTransitions, status, on, subject, { noun: 'payment', operations });
}
