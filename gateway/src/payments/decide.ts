// Pure decisions about a payment: (loaded state, input, time) to an entry. They read nothing and
// write nothing; the journal commits what they return, or tells that the state has moved on.

import { assert } from '../core/assert.ts';
import type { Instant } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import { Draft } from '../journal/entry.ts';
import { attempts, nextLook, type Attempt } from '../acquirers/attempt.ts';
import type { Approved, Declined, Finding } from '../acquirers/outcome.ts';
import type { RejectCode } from '../acquirers/reject-codes.ts';
import { events } from '../events/event.ts';
import { advance, register, type Facts, type NewPayment } from './advance.ts';
import {
  paymentDetails,
  payments,
  type Loaded,
  type Payment,
  type PaymentDetails,
} from './payment.ts';
import { transactions, type Transaction } from './transaction.ts';

export interface Decision {
  readonly draft: Draft;
  readonly loaded: Loaded;
}

/** NEW, with its first event; the caller goes on from here in the same entry. */
export function decideRegister(fresh: NewPayment, details: PaymentDetails, ids: Ids): Decision {
  const { payment, event } = register(fresh, ids.next());
  const { merchantId, paymentId } = payment;
  const draft = new Draft()
    .insert(payments, payment)
    .insert(paymentDetails, { merchantId, paymentId, details })
    .insert(events, event);
  return { draft, loaded: { payment, attempts: [], transactions: [] } };
}

/** The payment as it now stands: replaces the inserted row, or the guarded change, of its entry. */
function put(draft: Draft, payment: Payment, loadedVersion: number): void {
  const inserted = draft.inserts.findIndex((write) => write.table === payments);
  if (inserted >= 0) draft.inserts[inserted] = { table: payments, row: payment as never };
  else draft.change(payments, payment, loadedVersion);
}

export function decideRefuse(
  decision: Decision,
  rejectCode: RejectCode,
  facts: Facts,
  at: Instant,
  ids: Ids,
): Decision {
  const { draft, loaded } = decision;
  const version = loaded.payment.version;
  const moment = { at, eventId: ids.next() };
  const refused = { ...facts, rejectCode, dataRequest: null };
  const { payment, event } = advance(loaded.payment, 'refuse', refused, moment);
  put(draft, payment, version);
  draft.insert(events, event);
  return { draft, loaded: { ...loaded, payment } };
}

export interface Start {
  readonly provider: string;
  readonly facts: Facts;
  /** When the resolver looks if nothing has been heard. */
  readonly checkAt: Instant;
}

/** Phase (a): PENDING, with the transaction and the attempt that the provider call will have. */
export function decideStart(decision: Decision, start: Start, at: Instant, ids: Ids): Decision {
  const { draft, loaded } = decision;
  const version = loaded.payment.version;
  const transId = ids.next();
  const moment = { at, eventId: ids.next(), transId };
  const facts: Facts = { ...start.facts, holdsOrder: true, dataRequest: null };
  const { payment, event } = advance(loaded.payment, 'start', facts, moment);
  const { merchantId, paymentId, amountMinor, currency } = payment;
  const transaction: Transaction = {
    merchantId,
    paymentId,
    transId,
    type: payment.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH',
    status: 'PENDING',
    amountMinor,
    currency,
    description: null,
    rejectCode: null,
    createdAt: at,
    updatedAt: at,
  };
  const attempt: Attempt = {
    merchantId,
    paymentId,
    attemptId: ids.next(),
    transId,
    verb: 'authorize',
    provider: start.provider,
    state: 'OPEN',
    fence: 1,
    amountMinor,
    currency,
    reference: null,
    authCode: null,
    rejectCode: null,
    checks: 0,
    checkAt: start.checkAt,
    startedAt: at,
    finishedAt: null,
  };
  put(draft, payment, version);
  draft.insert(transactions, transaction).insert(attempts, attempt).insert(events, event);
  return { draft, loaded: { payment, attempts: [attempt], transactions: [transaction] } };
}

/**
 * Phase (c): what the provider said about an attempt. `stale` when the attempt has a newer owner.
 */
export function decideOutcome(
  loaded: Loaded,
  attemptId: string,
  fence: number,
  finding: Finding,
  at: Instant,
  ids: Ids,
): Decision | 'not-ours' | 'contradiction' | 'known' {
  const attempt = loaded.attempts.find((one) => one.attemptId === attemptId);
  assert(attempt !== undefined, 'an outcome belongs to an attempt of its payment');
  if (attempt.finishedAt !== null) return agreesWith(attempt, finding) ? 'known' : 'contradiction';
  if (attempt.fence !== fence) return 'not-ours';
  switch (finding.kind) {
    case 'approved':
      return decideApproved(loaded, attempt, finding, at, ids);
    case 'declined':
      return decideDeclined(loaded, attempt, finding, at, ids);
    case 'not-found':
      return decideGone(loaded, attempt, at, ids);
    default: {
      const state = finding.kind === 'pending' ? 'PENDING' : 'UNKNOWN';
      const checkAt = nextLook(attempt.checks, at);
      return changeAttempt(loaded, { ...attempt, state, checkAt });
    }
  }
}

function agreesWith(attempt: Attempt, finding: Finding): boolean {
  if (finding.kind === 'approved') return attempt.state === 'APPROVED';
  if (finding.kind === 'declined') return attempt.state !== 'APPROVED';
  return true;
}

/**
 * The resolver takes an attempt over: a higher fence, so that earlier owners' news no longer
 * count.
 */
export function decideLease(loaded: Loaded, attempt: Attempt, at: Instant): Decision {
  const checks = attempt.checks + 1;
  const taken = { ...attempt, fence: attempt.fence + 1, checks, checkAt: nextLook(checks, at) };
  return changeAttempt(loaded, taken);
}

/** A change of the attempt alone: a new version of the payment, no new status and no event. */
function changeAttempt(loaded: Loaded, attempt: Attempt): Decision {
  const { payment } = loaded;
  const next = { ...payment, version: payment.version + 1 };
  const draft = new Draft().change(payments, next, payment.version).update(attempts, attempt);
  return { draft, loaded: { ...replaceAttempt(loaded, attempt), payment: next } };
}

function replaceAttempt(loaded: Loaded, attempt: Attempt): Loaded {
  const list = loaded.attempts.map((one) => (one.attemptId === attempt.attemptId ? attempt : one));
  return { ...loaded, attempts: list };
}

function decideApproved(
  loaded: Loaded,
  attempt: Attempt,
  approved: Approved,
  at: Instant,
  ids: Ids,
): Decision {
  const { payment } = loaded;
  const held = payment.transKind === 'PREAUTH';
  const settled: Attempt = {
    ...attempt,
    state: 'APPROVED',
    reference: approved.reference,
    authCode: approved.authCode,
    checkAt: null,
    finishedAt: at,
  };
  const facts: Facts = {
    authorizedMinor: attempt.amountMinor,
    capturedMinor: held ? 0n : attempt.amountMinor,
    dataRequest: held ? 'CAPTURE' : null,
  };
  return conclude(loaded, settled, 'succeed', facts, 'COMPLETED', at, ids);
}

function decideDeclined(
  loaded: Loaded,
  attempt: Attempt,
  declined: Declined,
  at: Instant,
  ids: Ids,
): Decision {
  const { rejectCode, reference } = declined;
  const settled: Attempt = {
    ...attempt,
    state: 'DECLINED',
    reference,
    rejectCode,
    checkAt: null,
    finishedAt: at,
  };
  const facts: Facts = { rejectCode, holdsOrder: false, dataRequest: null };
  return conclude(loaded, settled, 'fail', facts, 'REJECTED', at, ids);
}

/** The provider never had it and never will: a technical failure, no money was taken. */
function decideGone(loaded: Loaded, attempt: Attempt, at: Instant, ids: Ids): Decision {
  const rejectCode = 'SYSTEM_ERROR';
  const settled: Attempt = { ...attempt, state: 'VOID', rejectCode, checkAt: null, finishedAt: at };
  const facts: Facts = { rejectCode, holdsOrder: false, dataRequest: null };
  return conclude(loaded, settled, 'break', facts, 'ERROR', at, ids);
}

function conclude(
  loaded: Loaded,
  settled: Attempt,
  on: 'succeed' | 'fail' | 'break',
  facts: Facts,
  status: Transaction['status'],
  at: Instant,
  ids: Ids,
): Decision {
  const after = replaceAttempt(loaded, settled);
  const moment = { at, eventId: ids.next(), transId: settled.transId, attempts: after.attempts };
  const { payment, event } = advance(loaded.payment, on, facts, moment);
  const before = loaded.transactions.find((one) => one.transId === settled.transId);
  assert(before !== undefined, 'an attempt belongs to a transaction of its payment');
  const transaction = { ...before, status, rejectCode: settled.rejectCode, updatedAt: at };
  const draft = new Draft()
    .change(payments, payment, loaded.payment.version)
    .update(attempts, settled)
    .update(transactions, transaction)
    .insert(events, event);
  const list = after.transactions.map((one) => (one === before ? transaction : one));
  return { draft, loaded: { payment, attempts: after.attempts, transactions: list } };
}
