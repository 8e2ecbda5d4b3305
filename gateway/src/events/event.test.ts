// Tests of the message of an event: fields in the order in which they are signed, absent ones left
// out, and a concatenation that any receiver can repeat from the bytes it received.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../core/money.ts';
import { eventFields, eventRow, type EventFacts } from './event.ts';

/** Copied from section 6 of the contract. */
const order = `event, eventId, occurredAt, merchantId, paymentId, status, method, channel,
  transKind, currency, amount, transType, transId, refundStatus, refundId, subpaymentId,
  tokenizerId, sequence, rejectCode, extRefundId, extOrderId, rejectInfo`;

const full: EventFacts = {
  event: 'PAYMENT_STATUS',
  eventId: '0198c5d1-7b2a-7000-8000-000000000001',
  occurredAt: Date.parse('2026-03-01T12:00:00.050Z'),
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000002',
  sequence: 3,
  amount: money(10050n, 'PLN'),
  status: 'REJECTED',
  method: 'CARD',
  channel: 'WEBAPI',
  transKind: 'AUTH',
  transType: 'STANDARD',
  transId: '0198c5d1-7b2a-7000-8000-000000000003',
  rejectCode: 'DO_NOT_HONOR',
  rejectInfo: 'The issuer refused the payment without a reason.',
  extOrderId: 'order "7"\n🧾',
};

test('fields are in the order of the contract', () => {
  assert.deepEqual(
    [...eventFields],
    order.split(',').map((name) => name.trim()),
  );
});

test('the message has its fields in that order, whatever the order of the facts', () => {
  const turned = Object.fromEntries(Object.entries(full).reverse()) as unknown as EventFacts;
  for (const facts of [full, turned]) {
    const names = Object.keys(JSON.parse(eventRow(facts).body) as object);
    assert.deepEqual(
      names,
      eventFields.filter((name) => names.includes(name)),
    );
    assert.deepEqual(names.length, 17);
  }
});

test('a field without value is left out, never null', () => {
  const { body } = eventRow({
    ...full,
    method: null,
    transId: null,
    rejectCode: null,
    rejectInfo: null,
    extOrderId: null,
  });
  assert.deepEqual(Object.keys(JSON.parse(body) as object), [
    'event',
    'eventId',
    'occurredAt',
    'merchantId',
    'paymentId',
    'status',
    'channel',
    'transKind',
    'currency',
    'amount',
    'transType',
    'sequence',
  ]);
  assert.ok(!body.includes('null'));
});

test('amounts are text with the decimals of their currency, sequence is a number', () => {
  const amounts: [bigint, string, string][] = [
    [10050n, 'PLN', '100.50'],
    [1n, 'EUR', '0.01'],
    [500n, 'JPY', '500'],
    [1234n, 'KWD', '1.234'],
  ];
  for (const [minor, currency, text] of amounts) {
    const message = JSON.parse(eventRow({ ...full, amount: money(minor, currency) }).body) as {
      amount: unknown;
      currency: unknown;
      sequence: unknown;
    };
    assert.deepEqual([message.amount, message.currency, message.sequence], [text, currency, 3]);
  }
});

test('the values concatenated in the order of the message are what is signed', () => {
  const message = JSON.parse(eventRow(full).body) as Record<string, unknown>;
  assert.equal(
    Object.values(message).join(''),
    'PAYMENT_STATUS0198c5d1-7b2a-7000-8000-0000000000012026-03-01T12:00:00.050Z10000001' +
      '0198c5d1-7b2a-7000-8000-000000000002REJECTEDCARDWEBAPIAUTHPLN100.50STANDARD' +
      '0198c5d1-7b2a-7000-8000-0000000000033DO_NOT_HONORorder "7"\n🧾' +
      'The issuer refused the payment without a reason.',
  );
});

test('the row matches the message, and the same facts give the same bytes', () => {
  const row = eventRow(full);
  const { merchantId, eventId, paymentId, sequence, event, occurredAt } = full;
  const { body } = row;
  assert.deepEqual(row, { merchantId, eventId, paymentId, sequence, event, body, occurredAt });
  assert.equal(eventRow({ ...full }).body, body);
});

test('a message contains only the known fields', () => {
  const careless = { ...full, cvv: '123', instrumentNo: '4111111111111111' } as EventFacts;
  assert.equal(eventRow(careless).body, eventRow(full).body);
});
