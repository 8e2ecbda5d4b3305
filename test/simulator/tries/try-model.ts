// The reference model of tries on the payment page, written from decision 0060: which refusals
// leave a payment open, and what belongs to its current try. It shares no code with the engine.

import type { Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { Payment } from '@bramka/gateway/payments/model/payment.ts';
import { paymentDetails, type DetailsRow } from '@bramka/gateway/payments/model/payment-details.ts';
import { isOpen, name, type PaymentRows, type Step } from '../checks/payment-rows.ts';

const MAX_AUTHORIZATIONS = 10;
const MAX_REFUSED = 30;

/** What happened after the last refused try. */
export function ofTry(rows: PaymentRows): PaymentRows {
  const since = rows.payment?.refusedAt ?? 0;
  return {
    ...rows,
    attempts: rows.attempts.filter(({ startedAt }) => startedAt > since),
    authentications: rows.authentications.filter(({ createdAt }) => createdAt > since),
  };
}

/** Whether it is PENDING, but waits for another instrument. */
export function isWaitingForTry(payment: Payment | undefined): boolean {
  return payment?.status === 'PENDING' && payment.rejectCode !== null;
}

/** Whether a refusal at this time leaves the payment open. */
export function staysOpen(
  memory: Memory,
  { payment, attempts }: Pick<PaymentRows, 'payment' | 'attempts'>,
  at: number,
): boolean {
  if (payment?.channel !== 'PAYWALL' || payment.validUntil <= at) return false;
  const { merchantId, paymentId } = payment;
  const row = memory.find<DetailsRow>(paymentDetails, { merchantId, paymentId });
  if (row?.details.options?.repeat === false) return false;
  const authorizations = attempts.filter(({ verb }) => verb === 'authorize');
  const isUnpaid = authorizations.every(({ state }) => state !== 'APPROVED');
  const isWithin = authorizations.length < MAX_AUTHORIZATIONS;
  return isUnpaid && isWithin && payment.refusedTries <= MAX_REFUSED;
}

/** Every refused try is counted once, and leaves nothing behind but its reason. */
export function checkTries({ world, findings, key, before, after }: Step): void {
  const was = before.payment;
  const is = after.payment;
  if (!is) return;
  const count = is.refusedTries - (was?.refusedTries ?? 0);
  const { memory } = world.storage;
  const open = new Set(before.attempts.filter(isOpen).map(({ attemptId }) => attemptId));
  const ended = after.attempts.find((one) => open.has(one.attemptId) && isRefused(one));
  const isNext = after.attempts.length > before.attempts.length && isWaitingForTry(was);
  if (isNext) world.count('another try');
  if (is.status === 'COMPLETED' && was?.status === 'PENDING' && is.refusedTries > 0) {
    world.count('paid after a refusal');
  }
  if (count === 0) {
    const isSame = is.refusedAt === (was?.refusedAt ?? null);
    findings.expect(isSame, 'I3 legal states', () => `${name(key)} moved the end of its try`);
    const isEnded = ended !== undefined && is.status === 'REJECTED' && was?.status === 'PENDING';
    const mayEnd = !isEnded || !staysOpen(memory, { ...before, payment: was }, is.updatedAt);
    findings.expect(mayEnd, 'I3 legal states', () => `${name(key)} ended instead of staying open`);
    return;
  }
  world.count(`refused try ${is.status}`);
  const told = `${name(key)} stays open after a refusal`;
  const isAllowed = count === 1 && staysOpen(memory, { ...after, payment: is }, is.updatedAt);
  findings.expect(isAllowed, 'I3 legal states', () => `${told} that ends it`);
  const isNamed = ended === undefined || is.rejectCode === ended.rejectCode;
  findings.expect(is.rejectCode !== null && isNamed, 'I4 events', () => `${told}, without reason`);
  const isIdle = after.attempts.every((one) => !isOpen(one)) && !is.holdsOrder;
  findings.expect(isIdle, 'I2 one charge', () => `${told}, but may still be charged`);
  findings.expect(!is.cardHeld, 'I6 secrecy', () => `${told} with the card of the refused try`);
  const isDue = is.refusedAt === is.updatedAt && is.dataRequest === 'INSTRUMENT';
  findings.expect(isDue, 'I3 legal states', () => `${told}, but waits for ${is.dataRequest ?? ''}`);
}

function isRefused({ verb, state }: Attempt): boolean {
  return verb === 'authorize' && (state === 'DECLINED' || state === 'VOID');
}
