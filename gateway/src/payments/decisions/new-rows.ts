// New transactions and attempts, as decisions write them.

import type { TimeAndIds } from '../../core/id.ts';
import type { Instant } from '../../core/clock.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Payment } from '../model/payment.ts';
import type { Transaction } from '../model/transaction.ts';

/** What only some transactions have. */
type NewTransaction = Partial<Pick<Transaction, 'description' | 'extRefundId' | 'subpaymentId'>>;

export function newTransaction(
  payment: Payment,
  type: Transaction['type'],
  amountMinor: bigint,
  now: TimeAndIds,
  given: NewTransaction = {},
): Transaction {
  return {
    merchantId: payment.merchantId,
    paymentId: payment.paymentId,
    transId: now.ids.next(),
    type,
    status: 'PENDING',
    amountMinor,
    currency: payment.currency,
    description: given.description ?? null,
    rejectCode: null,
    extRefundId: given.extRefundId ?? null,
    subpaymentId: given.subpaymentId ?? null,
    createdAt: now.at,
    updatedAt: now.at,
  };
}

/** What an authorization is based on. */
export type AuthorizationBasis = Pick<Attempt, 'authenticationId' | 'exemption'>;

export function newAttempt(
  transaction: Transaction,
  what: Pick<Attempt, 'verb' | 'intent' | 'provider' | 'amountMinor'> &
    Partial<AuthorizationBasis & Pick<Attempt, 'waitUntil' | 'route'>>,
  checkAt: Instant,
  now: TimeAndIds,
): Attempt {
  const { merchantId, paymentId, transId, currency } = transaction;
  return {
    merchantId,
    paymentId,
    attemptId: now.ids.next(),
    transId,
    verb: what.verb,
    intent: what.intent,
    provider: what.provider,
    authenticationId: what.authenticationId ?? null,
    exemption: what.exemption ?? null,
    route: what.route ?? null,
    state: 'OPEN',
    fence: 1,
    amountMinor: what.amountMinor,
    currency,
    reference: null,
    customer: null,
    waitUntil: what.waitUntil ?? null,
    authCode: null,
    networkTransactionId: null,
    rejectCode: null,
    providerCode: null,
    checks: 0,
    checkAt,
    startedAt: now.at,
    finishedAt: null,
  };
}
