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
import type { Funding } from '../../providers/provider.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { EventRow } from '../../events/event.ts';
import { addEvent } from '../../events/event-queue.ts';
import { cardTokens, type CardToken } from '../../vault/card-token.store.ts';
import { heldCards, type HeldCardRow } from '../../vault/held-card.store.ts';
import { wipeCard } from '../../vault/held-card.ts';
import { heldRecipients } from '../../vault/held-recipient.store.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import type { NeedAfterDecline } from '../../methods/method-step.ts';
import {
  advance,
  advanceWithoutEvent,
  bumpVersion,
  recordTransactionChange,
  type ChangeContext,
  type PaymentFacts,
} from '../model/advance.ts';
import type { PaymentTrigger } from '../model/payment.states.ts';
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

/** What a decision must know about provider calls. */
export interface CallTerms {
  /** How long after its start the resolver checks an attempt without a report. */
  readonly firstCheckMs: number;
  /** Whether a provider offers an operation. */
  supports(provider: string, verb: AttemptVerb): boolean;
}

/** Why a try was refused, and what the payment waits for. */
export interface RefusedTry extends Omit<NeedAfterDecline, 'kind'> {
  readonly rejectCode: RejectCode;
}

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

/** What a change of the payment is about, besides the state that is loaded. */
type ChangeInput = Omit<ChangeContext, 'at' | 'eventId' | 'attempts' | 'transactions'>;

/** The payment after a row of its table, with the event of the change. */
export function advanceIn(
  decision: Decision,
  on: PaymentTrigger,
  facts: PaymentFacts,
  now: TimeAndIds,
  input: ChangeInput = {},
): Decision {
  const { payment: before, attempts: tried, transactions: made } = decision.loaded;
  const eventId = now.ids.next();
  const context = { at: now.at, eventId, attempts: tried, transactions: made, ...input };
  const { payment, event } = advance(before, on, facts, context);
  return setPayment(decision, payment, event);
}

/** The payment after a row of its table that keeps the status and has no event. */
export function advanceSilently(
  decision: Decision,
  on: PaymentTrigger,
  facts: PaymentFacts,
  now: Pick<TimeAndIds, 'at'>,
  input: ChangeInput = {},
): Decision {
  const { payment, attempts: tried, transactions: made } = decision.loaded;
  const context = { at: now.at, attempts: tried, transactions: made, ...input };
  return setPayment(decision, advanceWithoutEvent(payment, on, facts, context));
}

/** A change of a transaction: an event, and the status of the payment stays as it is. */
export function reportTransaction(
  decision: Decision,
  transaction: Transaction,
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const context = { at: now.at, eventId: now.ids.next(), transaction };
  const change = recordTransactionChange(decision.loaded.payment, facts, context);
  return setPayment(decision, change.payment, change.event);
}

/** A new version because something next to the payment changes: an attempt, a deadline. */
export function changeBeside(loaded: Loaded): Decision {
  return setPayment(newDecision(loaded), bumpVersion(loaded.payment));
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
