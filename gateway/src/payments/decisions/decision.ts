// The parts of every decision: the entry it writes, the state after it, and what follows. Decisions
// are pure functions from loaded state, input and time; they read nothing and commit nothing. Every
// step takes a decision and returns the next one, and only that one is used afterwards: the steps
// share one draft, which collects the writes of the entry.

import { assert } from '../../core/assert.ts';
import type { Instant } from '../../core/clock.ts';
import type { TimeAndIds } from '../../core/id.ts';
import { Draft } from '../../journal/entry.ts';
import { attempts, type Attempt, type AttemptVerb } from '../../providers/attempt.ts';
import type { Means } from '../../providers/means.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { Funding } from '../../providers/provider.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { EventRow } from '../../events/event.ts';
import { addEvent } from '../../events/event-queue.ts';
import { cardTokens, type CardToken } from '../../vault/card-token.store.ts';
import { heldCards, type HeldCardRow } from '../../vault/held-card.store.ts';
import { wipeCard } from '../../vault/held-card.ts';
import { heldRecipients } from '../../vault/held-recipient.store.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import type { NeedAfterDecline, StepAfterDecline } from '../../methods/method-step.ts';
import type { Agreement } from '../model/agreement.ts';
import {
  deadlines,
  isFunding,
  isUnfinished,
  payments,
  type Loaded,
  type Payment,
} from '../model/payment.ts';
import { checkAfterChange } from '../model/tokenization-check.ts';
import { transactions, type Transaction } from '../model/transaction.ts';

/** Send this attempt to its provider; only an authorization has means. */
export interface NextCall {
  readonly kind: 'call';
  readonly attempt: Attempt;
  readonly means: Means | null;
  /** Of an account funding payment. */
  readonly funding: Funding | null;
}

/** What follows once the decision is committed. */
export type Next =
  | { readonly kind: 'none' }
  | NextCall
  /** Ask the directory server about this authentication. */
  | { readonly kind: 'ask'; readonly authentication: Authentication };

export interface Decision {
  readonly draft: Draft;
  readonly loaded: Loaded;
  readonly next: Next;
  /** The payment is registered in this entry. */
  readonly isNew: boolean;
}

export interface AttemptReport {
  readonly attemptId: string;
  /** The fence of the caller that asked; null: the provider reported by itself. */
  readonly fence: number | null;
  readonly finding: Finding;
}

/** What a decision must know about provider calls. */
export interface CallTerms {
  /** How long after its start the resolver checks an attempt without a report. */
  readonly firstCheckMs: number;
  /** Whether a provider offers an operation. */
  supports(provider: string, verb: AttemptVerb): boolean;
}

/** How a payment goes on after a decline; its method decides. */
export type AfterDecline = StepAfterDecline;

/** Why a try was refused, and what the payment waits for. */
export interface RefusedTry extends Omit<NeedAfterDecline, 'kind'> {
  readonly rejectCode: RejectCode;
}

export interface ConclusionTerms extends CallTerms {
  /** The hold period. */
  readonly holdMs: number;
  /** What follows a decline, if the payment can go on. */
  readonly afterDecline?: AfterDecline | undefined;
  /** The payment stays open after this end of an authorization without money. */
  readonly anotherTry?: RefusedTry | undefined;
  /** The customer agreed to save the card: registers the tokenization that takes it. */
  readonly saveCard?: ((draft: Draft, paid: Payment, now: TimeAndIds) => void) | undefined;
  /** The agreement that this payment creates by its success, or that ends with its reversal. */
  readonly agreement?: Agreement | undefined;
}

/** Every alarm for the operator. */
export const alarmNames = [
  'late-success',
  'reversal-declined',
  'contradicting-outcome',
  'wrong-amount',
] as const;
export type AlarmName = (typeof alarmNames)[number];

export type Conclusion =
  | { readonly kind: 'decided'; readonly decision: Decision; readonly alarm?: AlarmName }
  /** The attempt has a newer owner, or is settled with the same result. */
  | { readonly kind: 'nothing' }
  /** The provider contradicts its earlier answer. */
  | { readonly kind: 'contradiction' };

/** What the end of an attempt means for its payment; one function for each verb. */
export type Concluder = (
  loaded: Loaded,
  settled: Attempt,
  terms: ConclusionTerms,
  now: TimeAndIds,
) => Conclusion;

export type Conclusions = Readonly<Record<AttemptVerb, Concluder>>;

const nothing: Next = { kind: 'none' };

/** A decision that starts from the loaded state. */
export function newDecision(loaded: Loaded): Decision {
  return { draft: new Draft(), loaded, next: nothing, isNew: false };
}

/** A decision that registers its payment. */
export function registration(draft: Draft, payment: Payment): Decision {
  const loaded = { payment, attempts: [], transactions: [] };
  return { draft, loaded, next: nothing, isNew: true };
}

/** The payment after a change, written once per entry however often it changes in it. */
export function setPayment(decision: Decision, payment: Payment, event?: EventRow): Decision {
  const { draft, loaded, isNew } = decision;
  const { payment: before } = loaded;
  const row = { table: payments, row: payment as never };
  const list = isNew ? draft.inserts : draft.changes;
  const written = list.findIndex((write) => write.table === payments);
  if (written < 0) draft.change(payments, payment, before.version);
  else if (isNew) draft.inserts[written] = row;
  else draft.changes[written] = { ...row, expected: draft.changes[written]?.expected ?? 0 };
  if (event) addEvent(draft, event, payment.hasNotifyUrl);
  if (payment.status !== before.status) checkAfterChange(draft, payment);
  const hasEnded = isUnfinished(before) && !isUnfinished(payment);
  const after = hasEnded ? dropRecipient(decision) : decision;
  return { ...after, loaded: { ...loaded, payment } };
}

export function addTransaction(decision: Decision, transaction: Transaction): Decision {
  const { draft, loaded } = decision;
  draft.insert(transactions, transaction);
  const list = [...loaded.transactions, transaction];
  return { ...decision, loaded: { ...loaded, transactions: list } };
}

export function setTransaction(decision: Decision, transaction: Transaction): Decision {
  const { draft, loaded } = decision;
  draft.update(transactions, transaction);
  const list = loaded.transactions.map((one) =>
    one.transId === transaction.transId ? transaction : one,
  );
  return { ...decision, loaded: { ...loaded, transactions: list } };
}

/** A new attempt, which is sent to its provider next. */
export function callNext(
  decision: Decision,
  attempt: Attempt,
  means: Means | null,
  funding: Funding | null = null,
): Decision {
  const { draft, loaded } = decision;
  draft.insert(attempts, attempt);
  const list = [...loaded.attempts, attempt];
  const next: Next = { kind: 'call', attempt, means, funding };
  return { ...decision, loaded: { ...loaded, attempts: list }, next };
}

/** The directory server is asked next, if the authentication has come that far. */
export function askNext(decision: Decision, authentication: Authentication): Decision {
  if (authentication.state !== 'ASKING') return decision;
  return { ...decision, next: { kind: 'ask', authentication } };
}

export function setAttempt(decision: Decision, attempt: Attempt): Decision {
  const { draft, loaded } = decision;
  draft.update(attempts, attempt);
  const list = loaded.attempts.map((one) => (one.attemptId === attempt.attemptId ? attempt : one));
  return { ...decision, loaded: { ...loaded, attempts: list } };
}

export function transactionOf(loaded: Loaded, attempt: Attempt): Transaction {
  const found = loaded.transactions.find((one) => one.transId === attempt.transId);
  assert(found !== undefined, 'an attempt belongs to a transaction of its payment');
  return found;
}

/** Sets or moves the payment's deadline; null removes it. */
export function setDeadline(decision: Decision, dueAt: Instant | null): Decision {
  const { merchantId, paymentId } = decision.loaded.payment;
  const draft = decision.draft.withdraw(deadlines);
  if (dueAt !== null) draft.insert(deadlines, { merchantId, paymentId, dueAt });
  else if (!decision.isNew) draft.delete(deadlines, { merchantId, paymentId });
  return decision;
}

/** Stores the instrument, or what is left of it, in the vault. */
export function holdInstrument(decision: Decision, row: HeldCardRow): Decision {
  const { draft, loaded } = decision;
  if (loaded.payment.cardHeld) draft.update(heldCards, row);
  else draft.insert(heldCards, row);
  return { ...decision, loaded: { ...loaded, payment: { ...loaded.payment, cardHeld: true } } };
}

/** The entry becomes stale if the stored card is discarded or changed at the same time. */
export function relyOnToken(decision: Decision, token: CardToken | null | undefined): Decision {
  if (token) decision.draft.guard(cardTokens, token, token.version);
  return decision;
}

/** Removes the instrument from the vault. */
export function dropInstrument(decision: Decision): Decision {
  const { draft, loaded } = decision;
  if (!loaded.payment.cardHeld) return decision;
  wipeCard(draft, loaded.payment);
  return { ...decision, loaded: { ...loaded, payment: { ...loaded.payment, cardHeld: false } } };
}

/** Removes the recipient of an account funding payment from the vault; it is not needed again. */
export function dropRecipient(decision: Decision): Decision {
  const { draft, loaded, isNew } = decision;
  const { merchantId, paymentId } = loaded.payment;
  if (!isFunding(loaded.payment)) return decision;
  draft.withdraw(heldRecipients);
  if (!isNew) draft.delete(heldRecipients, { merchantId, paymentId });
  return decision;
}
