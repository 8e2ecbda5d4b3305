// Tests of who finds a payment and how long: its merchant and the page of its latest link, for
// three months, to the millisecond after which the purge may remove it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Caller } from '../../http/caller.ts';
import { freshPayment } from '../decisions/testing/fresh-payment.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentStore } from '../loading/payment.store.ts';
import { findPayment, type FindKind } from './find-payment.ts';
import { servedSince } from '../model/served-since.ts';

const clock = handClock();
const ids = createIds(clock, seededRandom(1));
const now = { at: clock.now(), ids };
const payment = { ...freshPayment(now), generation: 2 } as unknown as Payment;
const { merchantId, paymentId } = payment;
const merchant: Caller = {
  kind: 'merchant',
  merchantId,
  agentId: null,
  resource: 'ecommerce',
  channel: 'WEBAPI',
  isSuspended: false,
} as unknown as Caller;
const page = { kind: 'client', merchantId, paymentId, generation: 2, isSuspended: false } as const;

/** The code of the refusal, or `found`. */
async function find(
  caller: Caller,
  changes: Partial<Payment> = {},
  id = paymentId,
  kind: FindKind = 'payment',
): Promise<string> {
  const store = {
    find: (owner: string, of: string) =>
      Promise.resolve(
        owner === merchantId && of === paymentId ? { ...payment, ...changes } : undefined,
      ),
  } as unknown as PaymentStore;
  return findPayment({ store, clock }, caller, id, kind).then(
    () => 'found',
    (error: unknown) => (error as { code: string }).code,
  );
}

test('a payment is served for three months, to the millisecond', async () => {
  const since = servedSince(clock.now());
  for (const caller of [merchant, page]) {
    assert.equal(await find(caller, { createdAt: since + 1 }), 'found');
    assert.equal(await find(caller, { createdAt: since }), 'PAYMENT_NOT_FOUND');
  }
});

test('only its merchant and the page of its latest link find a payment', async () => {
  assert.equal(await find(merchant), 'found');
  assert.equal(await find({ ...merchant, merchantId: '10000009' } as Caller), 'PAYMENT_NOT_FOUND');
  assert.equal(await find(page), 'found');
  assert.equal(await find({ ...page, paymentId: ids.next() }), 'PAYMENT_NOT_FOUND');
  for (const generation of [1, 3]) {
    assert.equal(await find({ ...page, generation }), 'CLIENT_TOKEN_INVALID');
  }
  assert.equal(await find(merchant, {}, 'no id'), 'PAYMENT_NOT_FOUND');
});

test('verification payments are found by the tokenizer only', async () => {
  const verification = { transKind: 'VERIFICATION' } as const;
  assert.equal(await find(merchant, verification), 'PAYMENT_NOT_FOUND');
  assert.equal(await find(merchant, verification, paymentId, 'verification'), 'found');
  assert.equal(await find(merchant, {}, paymentId, 'verification'), 'TOKENIZATION_NOT_FOUND');
});
