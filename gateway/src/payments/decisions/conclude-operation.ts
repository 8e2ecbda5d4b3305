// The end of a capture, an adjustment, its withdrawal or a reversal. A decline changes only the
// transaction, not the payment.

import { defect } from '../../core/assert.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { addTransfer, type TransferKind } from '../../ledger/ledger.ts';
import { advance, recordTransactionChange, type PaymentFacts } from '../advance.ts';
import { recurringAgreements } from '../agreement.ts';
import type { Loaded, Payment } from '../payment.ts';
import type { Transaction } from '../transaction.ts';
import {
  dropDeadline,
  newDecision,
  setPayment,
  setAttempt,
  setDeadline,
  setTransaction,
  transactionOf,
  type Conclusion,
  type Decision,
  type Now,
  type ConclusionTerms,
} from './decision.ts';
import { reverseAgainAt } from './operate.ts';

export function concludeOperation(
  loaded: Loaded,
  settled: Attempt,
  terms: Pick<ConclusionTerms, 'agreement'>,
  now: Now,
): Conclusion {
  if (settled.state !== 'APPROVED') return concludeFailed(loaded, settled, now);
  switch (settled.verb) {
    case 'capture':
      return decided(concludeCapture(loaded, settled, now));
    case 'adjust':
      return decided(concludeAdjust(loaded, settled, now));
    case 'reverse':
      return decided(concludeReverse(loaded, settled, terms, now));
    default:
      return defect(`no conclusion for ${settled.verb}`);
  }
}

function decided(decision: Decision): Conclusion {
  return { kind: 'decided', decision };
}

/** The captured part is taken; the rest of the hold is released. */
function concludeCapture(loaded: Loaded, settled: Attempt, now: Now): Decision {
  const { payment } = loaded;
  const facts: PaymentFacts = {
    capturedMinor: settled.amountMinor,
    dataRequest: null,
    holdUntil: null,
  };
  const decision = recordTransaction(loaded, settled, 'COMPLETED', facts, now);
  addMoneyTransfer(decision, settled, 'RELEASE', payment.authorizedMinor, now);
  addMoneyTransfer(decision, settled, 'SALE', settled.amountMinor, now);
  dropDeadline(decision);
  return decision;
}

/** A new total of the hold; withdrawing an adjustment sets the previous total. */
function concludeAdjust(loaded: Loaded, settled: Attempt, now: Now): Decision {
  const before = loaded.payment.authorizedMinor;
  const after = settled.amountMinor;
  const status = settled.intent === 'WITHDRAW' ? 'CANCELLED' : 'COMPLETED';
  const facts: PaymentFacts = { authorizedMinor: after, ...idleFacts(loaded.payment) };
  const decision = recordTransaction(loaded, settled, status, facts, now);
  if (after > before) addMoneyTransfer(decision, settled, 'HOLD', after - before, now);
  if (after < before) addMoneyTransfer(decision, settled, 'RELEASE', before - after, now);
  return decision;
}

const reasonOf: Readonly<Record<string, RejectCode | undefined>> = {
  CUSTOMER_CANCEL: 'CANCELLED_BY_CUSTOMER',
  HOLD_EXPIRED: 'HOLD_EXPIRED',
};

/** The money is back with the customer: CANCELLED, or still CANCELLED after a late success. */
function concludeReverse(
  loaded: Loaded,
  settled: Attempt,
  { agreement }: Pick<ConclusionTerms, 'agreement'>,
  now: Now,
): Decision {
  const { payment } = loaded;
  const rejectCode = reasonOf[settled.intent ?? ''] ?? payment.rejectCode;
  const facts: PaymentFacts = { holdsOrder: false, dataRequest: null, rejectCode, ...nothingLeft };
  let decision: Decision;
  if (payment.status === 'COMPLETED') {
    const after = withStatus(loaded, settled, 'COMPLETED', now);
    const moment = { at: now.at, eventId: now.ids.next(), transId: settled.transId };
    const { payment: next, event } = advance(payment, 'reverse', facts, moment);
    decision = setPayment(after, next, event);
    if (isHold(payment)) dropDeadline(decision);
  } else decision = recordTransaction(loaded, settled, 'COMPLETED', facts, now);
  addMoneyTransfer(
    decision,
    settled,
    isHold(payment) ? 'RELEASE' : 'REVERSAL',
    settled.amountMinor,
    now,
  );
  // A reversed payment ends its agreement.
  if (agreement && agreement.endedAt === null) {
    const ended = { ...agreement, version: agreement.version + 1, endedAt: now.at };
    decision.draft.change(recurringAgreements, ended, agreement.version);
  }
  return decision;
}

const nothingLeft: PaymentFacts = { authorizedMinor: 0n, capturedMinor: 0n, holdUntil: null };

function isHold(payment: Payment): boolean {
  return payment.transKind === 'PREAUTH';
}

/**
 * Declined: the transaction is REJECTED and no money moved. A failed reversal raises an alarm and
 * is retried: a release by its existing deadline, a late success by a new one.
 */
function concludeFailed(loaded: Loaded, settled: Attempt, now: Now): Conclusion {
  const withdrawing = settled.intent === 'WITHDRAW';
  const status = settled.state === 'VOID' ? 'ERROR' : 'REJECTED';
  const facts = idleFacts(loaded.payment);
  const transactionStatus = withdrawing ? 'COMPLETED' : status;
  const decision = recordTransaction(loaded, settled, transactionStatus, facts, now);
  if (settled.intent === 'LATE_SUCCESS') {
    setDeadline(decision, reverseAgainAt(decision.loaded, now));
  }
  return settled.verb === 'reverse'
    ? { kind: 'decided', decision, alarm: 'reversal-declined' }
    : { kind: 'decided', decision };
}

/** Without an operation in progress, a hold waits for its capture again. */
function idleFacts(payment: Payment): PaymentFacts {
  const isWaiting =
    payment.status === 'COMPLETED' && isHold(payment) && payment.capturedMinor === 0n;
  return { dataRequest: isWaiting ? 'CAPTURE' : null };
}

function withStatus(
  loaded: Loaded,
  settled: Attempt,
  status: Transaction['status'],
  now: Now,
): Decision {
  const { rejectCode } = settled.intent === 'WITHDRAW' ? { rejectCode: null } : settled;
  const transaction = { ...transactionOf(loaded, settled), status, rejectCode, updatedAt: now.at };
  return setTransaction(setAttempt(newDecision(loaded), settled), transaction);
}

function recordTransaction(
  loaded: Loaded,
  settled: Attempt,
  status: Transaction['status'],
  facts: PaymentFacts,
  now: Now,
): Decision {
  const after = withStatus(loaded, settled, status, now);
  const transaction = transactionOf(after.loaded, settled);
  const moment = { at: now.at, eventId: now.ids.next(), transaction };
  const { payment, event } = recordTransactionChange(loaded.payment, facts, moment);
  return setPayment(after, payment, event);
}

function addMoneyTransfer(
  decision: Decision,
  settled: Attempt,
  kind: TransferKind,
  amountMinor: bigint,
  now: Now,
): void {
  addTransfer(decision.draft, kind, amountMinor, { ...settled, at: now.at }, now.ids);
}
