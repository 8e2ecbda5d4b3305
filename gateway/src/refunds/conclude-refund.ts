// Phase (c) of a refund: the reserved money has left through the provider, or is available again.
// A decline changes the refund and the payment's refunded amount, never the payment's status.

import { paymentConclusions } from '../payments/decisions/conclude-operation.ts';
import {
  newDecision,
  reportTransaction,
  setAttempt,
  setTransaction,
  transactionOf,
} from '../payments/decisions/decision.ts';
import { addMoneyTransfer, unreserveFunds } from '../payments/decisions/funds.ts';
import type { Concluder, Conclusions } from '../payments/decisions/outcome.ts';
import { returnRefundParts } from './refund-shares.ts';
import { refundStatusAfter } from './refund.states.ts';

/** The provider's verb `refund` also returns the money of cancellations, as a REVERSAL. */
const concludeRefundOrReturn: Concluder = (loaded, settled, terms, now) =>
  transactionOf(loaded, settled).type === 'REFUND'
    ? concludeRefund(loaded, settled, terms, now)
    : paymentConclusions.refund(loaded, settled, terms, now);

const concludeRefund: Concluder = (loaded, settled, _terms, now) => {
  const before = transactionOf(loaded, settled);
  const status = refundStatusAfter(before.status, settled.state);
  const { rejectCode } = settled;
  const transaction = { ...before, status, rejectCode, updatedAt: now.at };
  const isReturned = status === 'COMPLETED';
  const refundedMinor = loaded.payment.refundedMinor - (isReturned ? 0n : settled.amountMinor);
  const after = setTransaction(setAttempt(newDecision(loaded), settled), transaction);
  const recorded = reportTransaction(after, transaction, { refundedMinor }, now);
  const decision = isReturned
    ? addMoneyTransfer(recorded, settled, 'REFUND', settled.amountMinor, now)
    : returnRefundParts(unreserveFunds(recorded, settled, now), settled.transId);
  return { kind: 'decided', decision };
};

/** The conclusions of every operation on a payment. */
export const conclusions: Conclusions = { ...paymentConclusions, refund: concludeRefundOrReturn };
