// The parts of every decision: the entry it writes and the state after it. Decisions are pure
// functions from loaded state, input and time to an entry; they read and write nothing.

import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import { Draft } from '../../journal/entry.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { EventRow } from '../../events/event.ts';
import { events } from '../../events/event.ts';
import { wipeCard } from '../../vault/held-card.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import type { Agreement } from '../agreement.ts';
import { deadlines, payments, type Loaded, type Payment } from '../payment.ts';
import { transactions, type Transaction } from '../transaction.ts';

export interface Decision {
  readonly draft: Draft;
  readonly loaded: Loaded;
}

/** The time of a decision and the ids it may use. */
export interface Now {
  readonly at: Instant;
  readonly ids: Ids;
}

export interface AttemptReport {
  readonly attemptId: string;
  readonly fence: number;
  readonly finding: Finding;
}

/** How a payment continues to an authentication: with one, or waiting for device data. */
export type AuthenticationStep =
  | { readonly kind: 'device'; readonly fields: readonly string[] }
  | { readonly kind: 'authenticate'; readonly authentication: Authentication };

/** Hold period, and when a follow-up call is checked first; from the configuration. */
export interface ConclusionTerms {
  readonly holdMs: number;
  readonly firstLookMs: number;
  /** What follows a soft decline, if anything is possible. */
  readonly afterSoftDecline?: AuthenticationStep | undefined;
  /** The agreement that this payment creates by its success, or that ends with its reversal. */
  readonly agreement?: Agreement | undefined;
}

/** Every alarm for the operator. */
export const alarmNames = ['late-success', 'reversal-declined', 'contradicting-outcome'] as const;
export type AlarmName = (typeof alarmNames)[number];

export type Conclusion =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly alarm?: AlarmName }
  /** The attempt has a newer owner, or is settled with the same result. */
  | { readonly kind: 'nothing' }
  /** The provider contradicts its earlier answer. */
  | { readonly kind: 'contradiction' };

/** A decision that starts from the loaded state. */
export function newDecision(loaded: Loaded): Decision {
  return { draft: new Draft(), loaded };
}

/** The payment after a change, written once per entry however often it changes in it. */
export function setPayment(decision: Decision, payment: Payment, event?: EventRow): Decision {
  const { draft, loaded } = decision;
  const row = { table: payments, row: payment as never };
  const inserted = draft.inserts.findIndex((write) => write.table === payments);
  const changed = draft.changes.findIndex((change) => change.table === payments);
  if (inserted >= 0) draft.inserts[inserted] = row;
  else if (changed >= 0) {
    draft.changes[changed] = { ...row, expected: draft.changes[changed]?.expected ?? 0 };
  } else draft.change(payments, payment, loaded.payment.version);
  if (event) draft.insert(events, event);
  return { draft, loaded: { ...loaded, payment } };
}

export function addTransaction(decision: Decision, transaction: Transaction): Decision {
  const { draft, loaded } = decision;
  draft.insert(transactions, transaction);
  return { draft, loaded: { ...loaded, transactions: [...loaded.transactions, transaction] } };
}

export function setTransaction(decision: Decision, transaction: Transaction): Decision {
  const { draft, loaded } = decision;
  draft.update(transactions, transaction);
  const list = loaded.transactions.map((one) =>
    one.transId === transaction.transId ? transaction : one,
  );
  return { draft, loaded: { ...loaded, transactions: list } };
}

export function addAttempt(decision: Decision, attempt: Attempt): Decision {
  const { draft, loaded } = decision;
  draft.insert(attempts, attempt);
  return { draft, loaded: { ...loaded, attempts: [...loaded.attempts, attempt] } };
}

export function setAttempt(decision: Decision, attempt: Attempt): Decision {
  const { draft, loaded } = decision;
  draft.update(attempts, attempt);
  const list = loaded.attempts.map((one) => (one.attemptId === attempt.attemptId ? attempt : one));
  return { draft, loaded: { ...loaded, attempts: list } };
}

export function transactionOf(loaded: Loaded, attempt: Attempt): Transaction {
  const found = loaded.transactions.find((one) => one.transId === attempt.transId);
  assert(found !== undefined, 'an attempt belongs to a transaction of its payment');
  return found;
}

export function newTransaction(
  payment: Payment,
  type: Transaction['type'],
  amountMinor: bigint,
  now: Now,
  description: string | null = null,
): Transaction {
  return {
    merchantId: payment.merchantId,
    paymentId: payment.paymentId,
    transId: now.ids.next(),
    type,
    status: 'PENDING',
    amountMinor,
    currency: payment.currency,
    description,
    rejectCode: null,
    createdAt: now.at,
    updatedAt: now.at,
  };
}

/** What an authorization is based on. */
export type AuthorizationBasis = Pick<Attempt, 'authenticationId' | 'exemption'>;

export function newAttempt(
  transaction: Transaction,
  what: Pick<Attempt, 'verb' | 'intent' | 'provider' | 'amountMinor'> & Partial<AuthorizationBasis>,
  checkAt: Instant,
  now: Now,
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
    state: 'OPEN',
    fence: 1,
    amountMinor: what.amountMinor,
    currency,
    reference: null,
    authCode: null,
    rejectCode: null,
    checks: 0,
    checkAt,
    startedAt: now.at,
    finishedAt: null,
  };
}

export function setDeadline(decision: Decision, dueAt: Instant): void {
  const { merchantId, paymentId } = decision.loaded.payment;
  decision.draft.insert(deadlines, { merchantId, paymentId, dueAt });
}

export function moveDeadline(decision: Decision, dueAt: Instant): void {
  const { merchantId, paymentId } = decision.loaded.payment;
  decision.draft.update(deadlines, { merchantId, paymentId, dueAt });
}

export function dropDeadline(decision: Decision): void {
  const { merchantId, paymentId } = decision.loaded.payment;
  decision.draft.delete(deadlines, { merchantId, paymentId });
}

/** Removes the card from the vault in this entry; returns the payment's new flag. */
export function dropCard({ draft, loaded }: Decision): { readonly cardHeld: boolean } {
  if (loaded.payment.cardHeld) wipeCard(draft, loaded.payment);
  return { cardHeld: false };
}
