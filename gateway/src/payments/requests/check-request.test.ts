// Tests that the notification URL of a payment must be https and public in production; the sandbox
// also accepts http and private addresses. test/input/receiver-urls.test.ts has many more URLs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../core/refusals.ts';
import { targetRules } from '../../events/egress/target.ts';
import { checkCreation } from './check-request.ts';

const rows: readonly [asyncNotify: string, production: boolean, accepted: boolean][] = [
  ['https://shop.example/notify', true, true],
  ['HTTPS://shop.example/notify', true, true],
  ['http://shop.example/notify', true, false],
  ['http://shop.example/notify', false, true],
  ['https://10.0.0.1/notify', true, false],
  ['https://10.0.0.1/notify', false, true],
  ['https://user:word@shop.example/', false, false],
  ['https://', false, false],
];

for (const [asyncNotify, production, accepted] of rows) {
  test(`${asyncNotify} ${production ? 'in production' : 'in the sandbox'}`, () => {
    const order = { amount: 1, currency: 'PLN' };
    const rules = targetRules(production);
    const check = (): void => checkCreation({ order, options: { asyncNotify } }, rules);
    if (accepted) return assert.doesNotThrow(check);
    assert.throws(check, (error: Refusal) => error.details[0]?.field === 'options.asyncNotify');
  });
}
