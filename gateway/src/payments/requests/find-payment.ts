// Finds the payment of a call: it must belong to the token's merchant, otherwise 404, whether or
// not it exists.

import { Type } from 'typebox';
import type { Clock } from '../../core/clock.ts';
import { isUuid, type TimeAndIds } from '../../core/id.ts';
import { refuse, type RefusalCode } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import type { Decision } from '../decisions/decision.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isVerification, type Loaded, type Payment } from '../model/payment.ts';
import type { PaymentKey, PaymentStore } from '../loading/payment.store.ts';
import { servedSince } from '../model/served-since.ts';
import type { CommittedChange } from '../processing/processor.ts';

export const paymentParams = Type.Object({
  paymentId: Type.String({ maxLength: 64, description: 'Id of the payment' }),
});

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
  const key = keyFor(caller, paymentId, kind);
  const payment = await parts.store.find(key.merchantId, key.paymentId);
  if (!payment) return refuse(notFound[kind]);
  refuseOthers(parts, caller, payment, kind);
  return payment;
}

/** Loads the payment of this caller, decides and commits, repeatedly if needed. */
export async function changePayment(
  parts: Pick<PaymentParts, 'processor' | 'clock'>,
  caller: Caller,
  paymentId: string,
  decide: (loaded: Loaded, now: TimeAndIds) => Decision | Promise<Decision>,
  kind: FindKind = 'payment',
): Promise<CommittedChange> {
  const change = (loaded: Loaded, now: TimeAndIds) => {
    refuseOthers(parts, caller, loaded.payment, kind);
    return decide(loaded, now);
  };
  return parts.processor.change(keyFor(caller, paymentId, kind), change, notFound[kind]);
}

function keyFor(caller: Caller, paymentId: string, kind: FindKind): PaymentKey {
  if (!('merchantId' in caller) || !isUuid(paymentId)) return refuse(notFound[kind]);
  if (caller.kind === 'client' && caller.paymentId !== paymentId) refuse(notFound[kind]);
  return { merchantId: caller.merchantId, paymentId };
}

/** Refuses payments that are no longer served, of the other kind, or with a newer CLIENT token. */
function refuseOthers(
  { clock }: { readonly clock: Clock },
  caller: Caller,
  payment: Payment,
  kind: FindKind,
): void {
  const isServed = payment.createdAt > servedSince(clock.now());
  if (!isServed || isVerification(payment) !== (kind === 'verification')) refuse(notFound[kind]);
  if (caller.kind === 'client' && caller.generation !== payment.generation) {
    refuse('CLIENT_TOKEN_INVALID');
  }
}
