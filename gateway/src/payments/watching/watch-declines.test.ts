// Tests of how the ends of card tries are recognised and counted, and when the share of declines of
// a merchant is too high.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Budget } from '../../http/budget/budget.store.ts';
import { noBudgets } from '../../http/testing/no-budgets.ts';
import { freshPayment } from '../decisions/testing/fresh-payment.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { createDeclineWatch, endOfTry } from './watch-declines.ts';

const at = Date.parse('2026-03-15T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };
const fresh = {
  ...freshPayment(now, { method: 'CARD', extOrderId: 'order-1', cardMask: '400000******0002' }),
  updatedAt: at,
} as Payment;

const cases: [title: string, of: Partial<Payment>, changes: boolean, end: string | undefined][] = [
  ['a payment that is paid', { status: 'COMPLETED' }, true, 'paid'],
  ['a capture', { status: 'COMPLETED' }, false, undefined],
  ['a decline', { status: 'REJECTED', rejectCode: 'STOLEN_CARD' }, true, 'declined'],
  ['a failed authentication', { status: 'REJECTED', rejectCode: 'SCA_FAILED' }, true, 'declined'],
  ['a later change', { status: 'REJECTED', rejectCode: 'STOLEN_CARD' }, false, undefined],
  [
    'a refused try on the page',
    { status: 'PENDING', rejectCode: 'DO_NOT_HONOR', refusedAt: at },
    false,
    'declined',
  ],
  [
    'the next change of that payment',
    { status: 'PENDING', rejectCode: 'DO_NOT_HONOR', refusedAt: at - 1 },
    true,
    undefined,
  ],
  ['an outage', { status: 'REJECTED', rejectCode: 'PROVIDER_UNAVAILABLE' }, true, undefined],
  [
    'a decline without the customer',
    { status: 'REJECTED', rejectCode: 'DO_NOT_HONOR', recurring: 'SUBSEQUENT' },
    true,
    undefined,
  ],
  [
    'a decline of another method',
    { status: 'REJECTED', rejectCode: 'DO_NOT_HONOR', method: 'GPAY' },
    true,
    undefined,
  ],
];
for (const [title, of, changes, end] of cases) {
  test(`${title}: ${end ?? 'no end of a card try'}`, () => {
    const payment = { ...fresh, ...of };
    assert.equal(endOfTry(payment, changes), end);
  });
}

function rig(declineShare: number, details: PaymentDetails = {}) {
  const clock = handClock();
  const counted: Budget[][] = [];
  const watch = createDeclineWatch({
    clock,
    store: { details: () => Promise.resolve(details) },
    budgets: {
      ...noBudgets,
      settings: { ...noBudgets.settings, declineShare },
      count: (list) => Promise.resolve(void counted.push([...list])),
    },
  });
  const ends = {
    paid: { status: 'COMPLETED', rejectCode: null },
    declined: { status: 'REJECTED', rejectCode: 'DO_NOT_HONOR' },
  } as const;
  const end = async (how: 'paid' | 'declined', times: number, payment = fresh) => {
    for (let count = 0; count < times; count += 1) await watch({ ...payment, ...ends[how] }, true);
  };
  const high = () => counted.filter((list) => list.some(({ kind }) => kind === 'DECLINE_SHARE'));
  return { clock, counted, end, high };
}

const kindsOf = (list: Budget[] | undefined) =>
  list?.map(({ merchantId, kind, subject }) => [merchantId, kind, subject]);

test('a decline counts for the address, the order, the merchant and the card range', async () => {
  const { merchantId } = fresh;
  const rest = [
    [merchantId, 'ORDER_DECLINES', 'order-1'],
    [merchantId, 'MERCHANT_DECLINES', ''],
    [merchantId, 'RANGE_DECLINES', '400000'],
  ];
  const rows: [PaymentDetails, string[][]][] = [
    [{}, []],
    [{ seenFrom: '192.0.2.1' }, [['', 'ADDRESS_DECLINES', '192.0.2.1']]],
    [{ device: { ip: '192.0.2.2' } }, [[merchantId, 'ADDRESS_DECLINES', '192.0.2.2']]],
    [
      { device: { ip: '192.0.2.2' }, seenFrom: '192.0.2.1' },
      [['', 'ADDRESS_DECLINES', '192.0.2.1']],
    ],
    [{ device: { ip: 'nonsense' } }, []],
  ];
  for (const [details, address] of rows) {
    const one = rig(60, details);
    await one.end('declined', 1);
    assert.deepEqual(kindsOf(one.counted[0]), [...address, ...rest]);
  }
  const one = rig(60);
  await one.end('declined', 1, { ...fresh, extOrderId: null, cardMask: null });
  assert.deepEqual(kindsOf(one.counted[0]), [
    [merchantId, 'ORDER_DECLINES', fresh.paymentId],
    [merchantId, 'MERCHANT_DECLINES', ''],
  ]);
});

test('the share is too high from forty payments and sixty percent on', async () => {
  const one = rig(60);
  await one.end('paid', 16);
  await one.end('declined', 23);
  assert.equal(one.high().length, 0, 'thirty-nine payments');
  await one.end('declined', 1);
  assert.equal(one.high().length, 1, '24 of 40');
  const below = rig(60);
  await below.end('paid', 17);
  await below.end('declined', 23);
  assert.equal(below.high().length, 0, '23 of 40');
});

test('each merchant has its share, of the last ten minutes', async () => {
  const one = rig(60);
  await one.end('declined', 39);
  await one.end('declined', 1, { ...fresh, merchantId: '10000009' });
  assert.equal(one.high().length, 0);
  one.clock.advance(10 * 60_000);
  await one.end('declined', 39);
  assert.equal(one.high().length, 0);
  await one.end('declined', 1);
  assert.equal(one.high().length, 1);
});
