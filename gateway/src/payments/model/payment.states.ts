// The states of a payment and every transition between them, as data: specification section 3 row
// by row, and the rows that our decisions add (docs/decisions). Guards are checked in their order.

import { nextStatus, row, type TransitionTable } from '../../core/machine.ts';
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

const rows = [
  row(['NEW'], 'wait', 'NEW', [], 'section 3, row 2'),
  row(['PENDING'], 'wait', 'unchanged', [isOpenForTry, idle], 'another try on the payment page'),
  row(['NEW'], 'start', 'PENDING', [], 'section 3, row 3'),
  row(['PENDING'], 'challenge', 'unchanged', [idle], 'strong authentication'),
  row(['PENDING'], 'authorize', 'unchanged', [idle], 'strong authentication'),
  row(['NEW'], 'refuse', 'REJECTED', [], 'early rejection'),
  row(
    ['NEW', 'PENDING'],
    'reopen',
    'unchanged',
    [isPaywall, noAuthorizationOpen],
    'another try on the payment page',
  ),
  row(['PENDING'], 'succeed', 'COMPLETED', [], 'section 3, row 4'),
  row(['PENDING'], 'fail', 'REJECTED', [], 'section 3, row 5'),
  row(['COMPLETED'], 'settle', 'SETTLED', [isCaptured, idle], 'section 3, row 6'),
  row(['NEW', 'PENDING'], 'cancel', 'CANCELLED', [], 'section 3, row 7'),
  row(['NEW', 'PENDING'], 'expire', 'CANCELLED', [idleOrWaiting], 'validTime, section 8'),
  row(
    ['COMPLETED'],
    'cancel',
    'unchanged',
    [notCaptured, notRefunded, idle],
    'section 3, row 8: the reversal is requested',
  ),
  row(
    ['COMPLETED'],
    'release',
    'unchanged',
    [isPreauth, notCaptured, idle],
    'hold period, section 8: the reversal is requested',
  ),
  row(['COMPLETED'], 'reverse', 'CANCELLED', [], 'section 3, row 8: the reversal is complete'),
  row(['NEW', 'PENDING'], 'break', 'ERROR', [nothingCanSucceed], 'section 3, row 9'),
  row(
    ['COMPLETED'],
    'capture',
    'unchanged',
    [isPreauth, notCaptured, withinAuthorized, inFullIfSplit, idle],
    'section 3, row 10',
  ),
  row(
    ['COMPLETED'],
    'adjust',
    'unchanged',
    [isPreauth, notCaptured, notSplit, withinExemption, withinAuthentication, idle],
    'rule 3 of section 4.2',
  ),
  row(
    ['COMPLETED'],
    'withdraw',
    'unchanged',
    [isPreauth, notCaptured, isLatestAdjustment, idle],
    'section 3, withdrawal of an adjustment',
  ),
  row(
    ['COMPLETED', 'SETTLED'],
    'refund',
    'unchanged',
    [isCaptured, idleExceptRefunds, fewRefunds, withinPaid, wholeIfFunding],
    'rule 1 of section 4.2',
  ),
  row(['NEW'], 'restore', 'unchanged', [isPaywall], 'section 3, row 11'),
  row(
    ['REJECTED', 'CANCELLED', 'ERROR'],
    'retry',
    'unchanged',
    [isNotFunding],
    'section 3, row 12',
  ),
];

export type PaymentTrigger = (typeof rows)[number]['on'];

export const paymentTransitions: TransitionTable<PaymentStatus, PaymentTrigger, PaymentSubject> =
  rows;

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
