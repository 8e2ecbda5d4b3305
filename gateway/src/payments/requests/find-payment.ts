// Finds the payment of a call: it must belong to the token's merchant, otherwise 404, whether or
// not it exists.

import { Type } from 'typebox';
import type { Clock, Instant } from '../../core/clock.ts';
import { isUuid } from '../../core/id.ts';
import { refuse, type RefusalCode } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import type { PaymentParts } from '../parts.ts';
import { isVerification, type Loaded, type Payment } from '../payment.ts';
import type { PaymentStore } from '../payment.store.ts';
import type { CommittedChange } from '../processing/processor.ts';

export const paymentParams = Type.Object({
  paymentId: Type.String({ maxLength: 64, description: 'Id of the payment' }),
});

const MONTHS_SERVED = 3;

/**
 * Payments registered before this time are no longer served (specification rule 4 of section 4.2).
 */
export function servedSince(now: Instant): Instant {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - MONTHS_SERVED);
  return date.getTime();
}

/** Verification payments are found by the tokenizer only. */
export type FindKind = 'payment' | 'verification';

const notFound = {
  payment: 'PAYMENT_NOT_FOUND',
  verification: 'TOKENIZATION_NOT_FOUND',
} as const satisfies Record<FindKind, RefusalCode>;

export async function findPayment(
  parts: { readonly store: PaymentStore; readonly clock: Clock },
  caller: Caller,
  paymentId: string,
  kind: FindKind = 'payment',
): Promise<Payment> {
  const code = notFound[kind];
  if (!('merchantId' in caller) || !isUuid(paymentId)) return refuse(code);
  if (caller.kind === 'client' && caller.paymentId !== paymentId) refuse(code);
  const payment = await parts.store.find(caller.merchantId, paymentId);
  const isServed = payment && payment.createdAt > servedSince(parts.clock.now());
  if (!isServed || isVerification(payment) !== (kind === 'verification')) return refuse(code);
  if (caller.kind === 'client' && caller.generation !== payment.generation) {
    refuse('CLIENT_TOKEN_INVALID');
  }
  return payment;
}

/** Finds the payment for this caller, then decides and commits, repeatedly if needed. */
export async function changePayment(
  parts: PaymentParts,
  caller: Caller,
  paymentId: string,
  decide: (loaded: Loaded, now: Now) => Decision | Promise<Decision>,
  kind: FindKind = 'payment',
): Promise<CommittedChange> {
  const found = await findPayment(parts, caller, paymentId, kind);
  return parts.processor.change(found, (loaded, now) => {
    const { generation } = loaded.payment;
    if (caller.kind === 'client' && caller.generation !== generation) {
      refuse('CLIENT_TOKEN_INVALID');
    }
    return decide(loaded, now);
  });
}
