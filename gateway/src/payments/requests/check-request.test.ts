// Tests that the notification URL of a payment must be https in production; the sandbox also
// accepts http.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../core/refusals.ts';
import { checkCreation } from './check-request.ts';

const rows: readonly [asyncNotify: string, production: boolean, accepted: boolean][] = [
  ['https://shop.example/notify', true, true],
  ['HTTPS://shop.example/notify', true, true],
  ['http://shop.example/notify', true, false],
  ['http://shop.example/notify', false, true],
  ['https://user:word@shop.example/', false, false],
  ['https://', false, false],
];

for (const [asyncNotify, production, accepted] of rows) {
  test(`${asyncNotify} ${production ? 'in production' : 'in the sandbox'}`, () => {
    const order = { amount: 1, currency: 'PLN' };
    const check = (): void => checkCreation({ order, options: { asyncNotify } }, production);
    if (accepted) return assert.doesNotThrow(check);
    assert.throws(check, (error: Refusal) => error.details[0]?.field === 'options.asyncNotify');
  });
}
