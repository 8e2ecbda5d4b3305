// Amounts of refunds, captures, adjustments and cancellations: a currency beside the amount must be
// that of the payment, null is refused, and an absent amount means all that is left.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import {
  addMerchantClient,
  bodyOf,
  paymentIdOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { anyDatabase } from '../support/installation.ts';

let gateway: BorrowedGateway;
let shop: MerchantClient;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
  shop = await addMerchantClient(gateway);
});
after(() => gateway?.release());

/** Each with a payment on which it is possible, and how much it has moved afterwards. */
const operations: readonly [verb: string, isHeld: boolean, movedBy: string][] = [
  ['refund', false, 'refundedAmount'],
  ['capture', true, 'capturedAmount'],
  ['adjustment', true, 'authorizedAmount'],
  ['cancel', false, 'status'],
  ['cancel', true, 'status'],
];

function refusedField(reply: Reply, field: string, message: RegExp): void {
  assert.deepEqual([reply.status, reply.body['code']], [400, 'INVALID_REQUEST'], reply.text);
  const details = reply.body['details'] as { field: string; message: string }[];
  assert.deepEqual(
    details.map((one) => one.field),
    [field],
  );
  assert.match(details[0]?.message ?? '', message);
}

for (const [verb, isHeld, movedBy] of operations) {
  const name = `${verb} of ${isHeld ? 'held' : 'taken'} money`;
  const paid = () => (isHeld ? shop.preauthorize(100) : shop.pay({ amount: 100 }));

  test(`${name}: a wrong currency and null are refused, and nothing is written`, async () => {
    const paymentId = await paid();
    const before = [await shop.read(paymentId), await shop.transactions(paymentId)];
    const amount = verb === 'cancel' ? 100 : 40;
    for (const [body, field, message] of [
      [{ amount, currency: 'EUR' }, 'currency', /^must be PLN, the currency of the payment$/],
      [{ currency: 'EUR', amount }, 'currency', /^must be PLN/],
      [{ amount, currency: 'pln' }, 'currency', /a currency code/],
      [{ amount, currency: 985 }, 'currency', /string/],
      [{ amount: null }, 'amount', /number|required/],
      [{ amount: null, currency: 'PLN' }, 'amount', /number|required/],
      [{ amount: 'all' }, 'amount', /number/],
    ] as const) {
      const reply = await shop.call('POST', paymentId, `/${verb}`, body);
      refusedField(reply, field, message);
    }
    assert.deepEqual([await shop.read(paymentId), await shop.transactions(paymentId)], before);
  });

  test(`${name}: the currency of the payment, or none`, async () => {
    for (const currencyField of [{ currency: 'PLN' }, { currency: null }, {}]) {
      const paymentId = await paid();
      const amount = verb === 'cancel' ? 100 : 40;
      bodyOf(await shop.call('POST', paymentId, `/${verb}`, { amount, ...currencyField }));
      const moved = (await shop.read(paymentId))[movedBy];
      assert.equal(moved, verb === 'cancel' ? 'CANCELLED' : 40, JSON.stringify(currencyField));
    }
  });
}

test('without an amount everything is moved, also if only the currency is given', async () => {
  for (const body of [undefined, {}, { currency: 'PLN' }] as (Json | undefined)[]) {
    for (const [verb, isHeld, movedBy] of operations) {
      if (verb === 'adjustment') continue;
      const paymentId = await (isHeld ? shop.preauthorize(100) : shop.pay({ amount: 100 }));
      bodyOf(await shop.call('POST', paymentId, `/${verb}`, body));
      const moved = (await shop.read(paymentId))[movedBy];
      assert.equal(moved, verb === 'cancel' ? 'CANCELLED' : 100, verb);
    }
    const other = await shop.pay({ amount: 100 });
    const wrong = await shop.call('POST', other, '/refund', { ...body, currency: 'JPY' });
    refusedField(wrong, 'currency', /must be PLN/);
  }
  const held = await shop.preauthorize(100);
  refusedField(await shop.call('POST', held, '/adjustment', {}), 'amount', /required/);
});

test('a cancellation is of the whole amount', async () => {
  const held = await shop.preauthorize(100);
  bodyOf(await shop.call('POST', held, '/adjustment', { amount: 80 }));
  for (const [paymentId, fullAmount] of [
    [held, 80],
    [await shop.pay({ amount: 100 }), 100],
    [paymentIdOf(await shop.createWithoutInstrument({ amount: 50 })), 50],
  ] as const) {
    for (const amount of [fullAmount - 0.01, fullAmount + 0.01, 0, -1]) {
      const reply = await shop.call('POST', paymentId, '/cancel', { amount });
      refusedField(reply, 'amount', amount > 0 ? new RegExp(`must be ${fullAmount}.00`) : /./);
    }
    const cancelled = await shop.call('POST', paymentId, '/cancel', { amount: fullAmount });
    assert.equal(bodyOf(cancelled)['status'], 'CANCELLED');
  }
});
