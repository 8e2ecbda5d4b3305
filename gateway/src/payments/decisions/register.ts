// The start of a payment: registered, refused early, waiting for data, or sent to the provider
// (specification section 3, rows 1 to 3).

import type { TimeAndIds } from '../../core/id.ts';
import type { Instant } from '../../core/clock.ts';
import { Draft } from '../../journal/entry.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { StoredRoute } from '../../providers/attempt.ts';
import type { Means } from '../../providers/means.ts';
import type { Funding } from '../../providers/provider.ts';
import { addEvent } from '../../events/event-queue.ts';
import type { HeldCardRow } from '../../vault/held-card.store.ts';
import { registerPayment, type PaymentFacts, type NewPayment } from '../model/advance.ts';
import { payments } from '../model/payment.ts';
import { subpayments, type Subpayment } from '../model/subpayment.ts';
import { paymentDetails, type NewDetails } from '../model/payment-details.ts';
import {
  addTransaction,
  advanceIn,
  advanceSilently,
  callNext,
  dropInstrument,
  dropRecipient,
  holdInstrument,
  registration,
  setDeadline,
  setPayment,
  type Decision,
} from './decision.ts';
import { newAttempt, newTransaction, type AuthorizationBasis } from './new-rows.ts';

/** NEW, with its first event; the caller continues in the same entry. */
export function decideRegister(fresh: NewPayment, given: NewDetails, now: TimeAndIds): Decision {
  const hasNotifyUrl = given.options?.asyncNotify !== undefined;
  const { payment, event } = registerPayment(fresh, now.ids.next(), hasNotifyUrl);
  const { merchantId, paymentId } = payment;
  const { consents = null, ...details } = given;
  const draft = new Draft()
    .insert(payments, payment)
    .insert(paymentDetails, { merchantId, paymentId, details, consents });
  if (event) addEvent(draft, event, hasNotifyUrl);
  return registration(draft, payment);
}

/** The shares of a new payment. */
export function addShares(decision: Decision, shares: readonly Subpayment[]): Decision {
  for (const share of shares) decision.draft.insert(subpayments, share);
  return { ...decision, loaded: { ...decision.loaded, subpayments: shares } };
}

/** An early refusal: REJECTED before any provider is called. */
export function decideRefuse(
  decision: Decision,
  rejectCode: RejectCode,
  facts: PaymentFacts,
  now: TimeAndIds,
): Decision {
  const ended = dropInstrument(setDeadline(decision, null));
  return advanceIn(ended, 'refuse', { ...facts, rejectCode, dataRequest: null }, now);
}

/**
 * Waits until the missing data is sent; expires otherwise. A stored payment that keeps waiting has
 * no new status and no event.
 */
export function decideWait(
  decision: Decision,
  facts: PaymentFacts,
  held: HeldCardRow | null,
  now: TimeAndIds,
): Decision {
  const kept = held ? holdInstrument(decision, held) : decision;
  if (!kept.isNew) return advanceSilently(kept, 'wait', facts, now);
  const { payment } = kept.loaded;
  return setPayment(setDeadline(kept, payment.validUntil), { ...payment, ...facts });
}

export interface Start extends AuthorizationBasis {
  readonly provider: string;
  readonly route: StoredRoute;
  readonly means: Means;
  /** Of an account funding payment. */
  readonly funding?: Funding | null;
  readonly facts: PaymentFacts;
  /** What stays in the vault for a later step of this payment; `as-before`: what is there. */
  readonly held: HeldCardRow | 'as-before' | null;
  /** Until when the customer may confirm the payment at the provider; null: nobody must. */
  readonly waitUntil: Instant | null;
  /** How long after the start the resolver checks an attempt without a report. */
  readonly firstCheckMs: number;
}

/**
 * Phase (a): PENDING, with the transaction and the attempt of the provider call. After an
 * authentication or a decline the payment is already PENDING, and the event describes the
 * transaction.
 */
export function decideStart(decision: Decision, start: Start, now: TimeAndIds): Decision {
  // Most outcomes are final: what waits gets its deadline from the first one that is not.
  const kept = holdOrDrop(setDeadline(decision, null), start.held);
  const { payment: before } = kept.loaded;
  const type = before.transKind === 'PREAUTH' ? 'PREAUTH' : 'AUTH';
  const transaction = newTransaction(before, type, before.amountMinor, now);
  const { transId, amountMinor } = transaction;
  const isFirst = before.status === 'NEW';
  const facts = { ...start.facts, holdsOrder: true, dataRequest: null, rejectCode: null };
  const changed = isFirst
    ? advanceIn(kept, 'start', facts, now, { transId })
    : advanceIn(kept, 'authorize', facts, now, { transaction });
  const { provider, route, authenticationId, exemption, waitUntil } = start;
  const basis = { route, authenticationId, exemption, waitUntil };
  const what = { verb: 'authorize', intent: null, provider, amountMinor, ...basis } as const;
  const attempt = newAttempt(transaction, what, now.at + start.firstCheckMs, now);
  return callNext(
    addTransaction(changed, transaction),
    attempt,
    start.means,
    start.funding ?? null,
  );
}

function holdOrDrop(decision: Decision, held: Start['held']): Decision {
  if (held === 'as-before') return decision;
  // The recipient is needed again only with a held card, after a soft decline.
  return held ? holdInstrument(decision, held) : dropRecipient(dropInstrument(decision));
}

/** A new link: the generation increases, so that the old link and CLIENT token stop working. */
export function decideRestore(decision: Decision, validForMs: number, now: TimeAndIds): Decision {
  const before = decision.loaded.payment;
  const facts = { generation: before.generation + 1, validUntil: now.at + validForMs };
  return advanceIn(setDeadline(decision, facts.validUntil), 'restore', facts, now);
}
