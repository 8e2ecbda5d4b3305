// Tests that the evaluation of a failover run finds each kind of error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from './failover-result.ts';

const order = { key: 'k', orderId: 'o', paymentId: 'p' };
const payment = { id: 'p', status: 'COMPLETED', order_id: 'o', captured: '100' };
const charge = { id: 'p', captured: '100' };

test('finds nothing where payments and charges agree', () => {
  const ended = { ...payment, id: 'q', order_id: 'r', status: 'ERROR', captured: '0' };
  const result = compare([order, { key: 'l', orderId: 'r' }], [payment, ended], [charge]);
  assert.deepEqual(result, { payments: 2, completed: 1, faults: [] });
});

const mistakes: [name: string, found: readonly string[], fault: RegExp][] = [
  ['a lost payment', compare([order], [], []).faults, /^payment p was acknowledged and is lost$/],
  [
    'a second payment of an order',
    compare([order], [payment, { ...payment, id: 'q' }], [charge, { ...charge, id: 'q' }]).faults,
    /^order o has 2 payments$/,
  ],
  [
    'a second charge',
    compare([order], [{ ...payment, captured: '200' }], [charge, charge]).faults,
    /^payment p was charged 2 times$/,
  ],
  [
    'a charge of another amount',
    compare([order], [payment], [{ ...charge, captured: '1' }]).faults,
    /^payment p is COMPLETED with 100, the acquirer took 1$/,
  ],
  [
    'money taken for a payment that failed',
    compare([order], [{ ...payment, status: 'ERROR', captured: '0' }], [charge]).faults,
    /^payment p is ERROR with 0, the acquirer took 100$/,
  ],
  [
    'a charge without a payment',
    compare([], [], [charge]).faults,
    /^the acquirer charged payment p, which is not there$/,
  ],
  [
    'an unfinished payment',
    compare([order], [{ ...payment, status: 'PENDING' }], [charge]).faults,
    /^payment p stays PENDING$/,
  ],
];

for (const [name, faults, fault] of mistakes) {
  test(`finds ${name}`, () => {
    assert.equal(faults.length, 1, faults.join('\n'));
    assert.match(String(faults[0]), fault);
  });
}
