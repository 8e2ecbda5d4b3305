// Tests of a merchant's authentication policy: valid currencies, exact amounts, and euro limits not
// above the legal maximum.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPolicy, defaultScaPolicy } from './sca-policy.ts';

const rows = `
  {}                                             | -
  {"lowValueLimits": {}}                         | -
  {"lowValueLimits": {"EUR": "30.00"}}           | -
  {"lowValueLimits": {"EUR": "30"}}              | -
  {"lowValueLimits": {"EUR": "30.01"}}           | lowValueLimits.EUR must be at most 30.00
  {"lowValueLimits": {"PLN": "130.00"}}          | -
  {"lowValueLimits": {"JPY": "4000.5"}}          | lowValueLimits.JPY must have no decimals for JPY
  {"lowValueLimits": {"EUR": "0"}}               | lowValueLimits.EUR must be greater than zero
  {"lowValueLimits": {"EUR": "thirty"}}          | lowValueLimits.EUR must be a number
  {"traLimits": {"EUX": "1"}} | traLimits.EUX must be in an active ISO 4217 currency
  {"traLimits": {"EUR": "500.00"}}               | -
  {"traLimits": {"EUR": "500.01"}}               | traLimits.EUR must be at most 500.00
  {"traLimits": {"PLN": "2000.00", "EUR": "1x"}} | traLimits.EUR must be a number
`;

for (const line of rows.trim().split('\n')) {
  const [json = '', fault] = line.split(' | ').map((cell) => cell.trim());
  test(`${json}: ${fault}`, () => {
    const found = checkPolicy(JSON.parse(json) as object);
    assert.equal(found ? `${found.field} ${found.message}` : '-', fault);
  });
}

test('by default no payment is exempt, and a payment without authentication is rejected', () => {
  assert.equal(checkPolicy(defaultScaPolicy), undefined);
  assert.deepEqual(defaultScaPolicy, {
    challenge: 'AUTO',
    whenUnavailable: 'REJECT',
    decoupled: false,
    lowValueLimits: {},
    traLimits: {},
    exemptionRoute: 'AUTHORIZATION',
  });
});
