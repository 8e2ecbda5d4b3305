// The start of a payment: registered, refused early, waiting for data, or sent to the provider
// (specification section 3, rows 1 to 3).

import { Draft } from '../../journal/entry.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { events } from '../../events/event.ts';
import { heldCards, type HeldCardRow } from '../../vault/held-card.store.ts';
import {
  advance,
  advanceWithoutEvent,
  registerPayment,
  type PaymentFacts,
  type NewPayment,
} from '../advance.ts';
import { payments } from '../payment.ts';
import { paymentDetails, type NewDetails } from '../payment-details.ts';
import { dropCode } from '../../vault/held-card.ts';
import {
  addAttempt,
  addTransaction,
  dropCard,
  dropDeadline,
  moveDeadline,
  newAttempt,
  newTransaction,
  setPayment,
  setDeadline,
  type Decision,
  type Now,
  type AuthorizationBasis,
} from './decision.ts';

/** NEW, with its first event; the caller continues in the same entry. */
export function decideRegister(fresh: NewPayment, given: NewDetails, now: Now): Decision {
  const { payment, event } = registerPayment(fresh, now.ids.next());
  const { merchantId, paymentId } = payment;
  const { consents = null, ...details } = given;
  const draft = new Draft()
    .insert(payments, payment)
    .insert(paymentDetails, { merchantId, paymentId, details, consents })
    .insert(events, event);
  return { draft, loaded: { payment, attempts: [], transactions: [] } };
}

/** An early refusal: REJECTED before any provider is called. */
export function decideRefuse(
  decision: Decision,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: Now,
): Decision {
  const moment = { at: now.at, eventId: now.ids.next() };
  endWaiting(decision);
  const refused: PaymentFacts = { ...facts, rejectCode, dataRequest: null, ...dropCard(decision) };
  const { payment, event } = advance(decision.loaded.payment, 'refuse', refused, moment);
  return setPayment(decision, payment, event);
}

/** Stays NEW until the missing data is sent; expires otherwise. */
export function decideWait(
  decision: Decision,
  facts: PaymentFacts,
  card: HeldCardRow | undefined,
): Decision {
  const { payment } = decision.loaded;
  setDeadline(decision, payment.validUntil);
  return setPayment(decision, { ...payment, ...facts, ...(card ? holdCard(decision, card) : {}) });
}

/** More data arrived for a waiting payment that keeps waiting: no new status, no event. */
export function decideKeepWaiting(
  decision: Decision,
  facts: PaymentFacts,
  card: HeldCardRow | undefined,
  now: Now,
): Decision {
  const before = decision.loaded.payment;
  const held = { ...facts, ...(card ? holdCard(decision, card) : {}) };
  return setPayment(decision, advanceWithoutEvent(before, 'wait', held, { at: now.at }));
}

export interface Start extends AuthorizationBasis {
  readonly provider: string;
  readonly facts: PaymentFacts;
  /** Held without its code, for an authentication that the issuer may still require. */
  readonly keep: HeldCardRow | null;
  /** How long after the start the resolver checks an attempt without a report. */
  readonly firstLookMs: number;
}

/**
 * Phase (a): PENDING, with the transaction and the attempt of the provider call. After an
 * authentication the payment is already PENDING, and the event describes the transaction.
 */
export function decideStart(decision: Decision, start: Start, now: Now): Decision {
  const { payment: before, attempts } = decision.loaded;
  const type = before.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH';
  const transaction = newTransaction(before, type, before.amountMinor, now);
  const { transId, amountMinor } = transaction;
  const isNew = before.status === 'NEW';
  const eventFacts = isNew ? { transId } : { transaction };
  const moment = { at: now.at, eventId: now.ids.next(), attempts, ...eventFacts };
  endWaiting(decision);
  const card = start.keep ? holdCard(decision, dropCode(start.keep)) : dropCard(decision);
  const facts: PaymentFacts = { ...start.facts, holdsOrder: true, dataRequest: null, ...card };
  const { payment, event } = advance(before, isNew ? 'start' : 'authorize', facts, moment);
  const { provider, authenticationId, exemption } = start;
  const basis = { authenticationId, exemption };
  const what = { verb: 'authorize', intent: null, provider, amountMinor, ...basis } as const;
  const attempt = newAttempt(transaction, what, now.at + start.firstLookMs, now);
  return addAttempt(addTransaction(setPayment(decision, payment, event), transaction), attempt);
}

/** Stores the card, or what is left of it, in the vault in this entry. */
export function holdCard(
  { draft, loaded }: Decision,
  row: HeldCardRow,
): { readonly cardHeld: boolean } {
  if (loaded.payment.cardHeld) draft.update(heldCards, row);
  else draft.insert(heldCards, row);
  return { cardHeld: true };
}

/** A stored payment that no longer waits has no deadline. */
function endWaiting(decision: Decision): void {
  if (isStored(decision)) dropDeadline(decision);
}

/** False for a payment that is registered in the same entry. */
export function isStored({ draft }: Decision): boolean {
  return !draft.inserts.some((write) => write.table === payments);
}

/** A new link: the generation increases, so that the old link and CLIENT token stop working. */
export function decideRestore(decision: Decision, validForMs: number, now: Now): Decision {
  const before = decision.loaded.payment;
  const facts: PaymentFacts = {
    generation: before.generation + 1,
    validUntil: now.at + validForMs,
  };
  const moment = { at: now.at, eventId: now.ids.next() };
  const { payment, event } = advance(before, 'restore', facts, moment);
  moveDeadline(decision, payment.validUntil);
  return setPayment(decision, payment, event);
}
