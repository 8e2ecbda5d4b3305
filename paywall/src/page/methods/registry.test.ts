// The order of the methods, and what the registry derives from them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf } from '../testing/facts.ts';
import { findMethod, orderedMethods, pageMethods } from './registry.ts';

const orders: [currency: string, names: string[]][] = [
  ['PLN', ['CARD', 'BLIK', 'PBL', 'APAY', 'GPAY', 'C2P']],
  ['EUR', ['CARD', 'APAY', 'GPAY', 'C2P', 'PBL', 'BLIK']],
];
for (const [currency, names] of orders) {
  test(`methods of payments in ${currency} stand in the usual order`, () => {
    const facts = factsOf({ order: { amount: 1, currency } }, []);
    const ordered = orderedMethods(facts).map(({ name }) => name);
    assert.deepEqual(
      ordered.filter((name) => names.includes(name)),
      names,
    );
  });
}

test('a method is found by its name, which no other has', () => {
  for (const method of pageMethods) assert.equal(findMethod(method.name), method);
  assert.equal(findMethod(undefined), undefined);
  assert.equal(findMethod('constructor'), undefined);
});
