// The beginning of a payment: registered, refused early, waiting for data, or on its way to the
// provider (specification section 3, rows 1 to 3).

import { Draft } from '../../journal/entry.ts';
import type { RejectCode } from '../../acquirers/reject-codes.ts';
import { events } from '../../events/event.ts';
import { wipeCard } from '../../vault/held-card.ts';
import { heldCards, type HeldCardRow } from '../../vault/held-card.store.ts';
import { advance, register, type Facts, type NewPayment } from '../advance.ts';
import { paymentDetails, payments, type PaymentDetails } from '../payment.ts';
import {
  addAttempt,
  addTransaction,
  dropDeadline,
  moveDeadline,
  newAttempt,
  newTransaction,
  put,
  setDeadline,
  type Decision,
  type Now,
} from './decision.ts';

/** NEW, with its first event; the caller goes on from here in the same entry. */
export function decideRegister(fresh: NewPayment, details: PaymentDetails, now: Now): Decision {
  const { payment, event } = register(fresh, now.ids.next());
  const { merchantId, paymentId } = payment;
  const draft = new Draft()
    .insert(payments, payment)
    .insert(paymentDetails, { merchantId, paymentId, details })
    .insert(events, event);
  return { draft, loaded: { payment, attempts: [], transactions: [] } };
}

/** An early refusal: REJECTED before any provider is asked. */
export function decideRefuse(
  decision: Decision,
  rejectCode: RejectCode,
  facts: Facts,
  now: Now,
): Decision {
  const moment = { at: now.at, eventId: now.ids.next() };
  const refused: Facts = { ...facts, rejectCode, dataRequest: null };
  const { payment, event } = advance(decision.loaded.payment, 'refuse', refused, moment);
  clearWaiting(decision);
  return put(decision, payment, event);
}

/** Stays NEW until the rest is given; it expires if that does not happen in time. */
export function decideWait(
  decision: Decision,
  facts: Facts,
  card: HeldCardRow | undefined,
): Decision {
  const { payment } = decision.loaded;
  setDeadline(decision, payment.validUntil);
  if (card) decision.draft.insert(heldCards, card);
  return put(decision, { ...payment, ...facts });
}

/** More data arrived for a payment that waits, and it waits on: no new status, no event. */
export function decideKeepWaiting(
  decision: Decision,
  facts: Facts,
  card: { readonly row: HeldCardRow; readonly isNew: boolean } | undefined,
  now: Now,
): Decision {
  const before = decision.loaded.payment;
  const { payment } = advance(before, 'wait', facts, { at: now.at, eventId: now.ids.next() });
  if (card?.isNew) decision.draft.insert(heldCards, card.row);
  else if (card) decision.draft.update(heldCards, card.row);
  return put(decision, { ...payment, sequence: before.sequence });
}

export interface Start {
  readonly provider: string;
  readonly facts: Facts;
  /** How long after the start the resolver looks if nothing was heard. */
  readonly firstLookMs: number;
}

/** Phase (a): PENDING, with the transaction and the attempt that the provider call will have. */
export function decideStart(decision: Decision, start: Start, now: Now): Decision {
  const before = decision.loaded.payment;
  const type = before.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH';
  const transaction = newTransaction(before, type, before.amountMinor, now);
  const { transId, amountMinor } = transaction;
  const moment = { at: now.at, eventId: now.ids.next(), transId };
  const facts: Facts = { ...start.facts, holdsOrder: true, dataRequest: null };
  const { payment, event } = advance(before, 'start', facts, moment);
  const what = { verb: 'authorize', intent: null, provider: start.provider, amountMinor } as const;
  const attempt = newAttempt(transaction, what, now.at + start.firstLookMs, now);
  clearWaiting(decision);
  return addAttempt(addTransaction(put(decision, payment, event), transaction), attempt);
}

/** Nothing of a stored payment waits any longer: no deadline, no card data. */
function clearWaiting(decision: Decision): void {
  const isStored = !decision.draft.inserts.some((write) => write.table === payments);
  if (!isStored) return;
  dropDeadline(decision);
  wipeCard(decision.draft, decision.loaded.payment);
}

/** A new link: the generation moves on, so that the old link and CLIENT token stop working. */
export function decideRestore(decision: Decision, validForMs: number, now: Now): Decision {
  const before = decision.loaded.payment;
  const facts: Facts = { generation: before.generation + 1, validUntil: now.at + validForMs };
  const moment = { at: now.at, eventId: now.ids.next() };
  const { payment, event } = advance(before, 'restore', facts, moment);
  moveDeadline(decision, payment.validUntil);
  return put(decision, payment, event);
}
