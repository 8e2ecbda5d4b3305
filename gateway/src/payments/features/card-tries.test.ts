// Tests of the limits of card tries: a merchant with many declines slows down each address for
// itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBudgets } from '../../http/testing/no-budgets.ts';
import { cardTries } from './card-tries.ts';
import type { FeatureUse } from './feature.ts';

type Start = NonNullable<FeatureUse['start']>;

/** The keys that a try counts for, at a merchant with many declines. */
async function slowed(merchantId: string, ip?: string, customerPresent = true): Promise<string[]> {
  const taken: string[] = [];
  const slowTries = { ...noBudgets.slowTries, take: (key: string) => void taken.push(key) };
  const budgets = { ...noBudgets, slowTries, isUsedUp: () => Promise.resolve(true) };
  const decision = { loaded: { payment: { merchantId, paymentId: 'p' } } };
  const details = ip === undefined ? {} : { device: { ip } };
  const request = { method: { countsDeclines: true }, details };
  const use = cardTries({ budgets }, { customerPresent });
  await use?.start?.(
    decision as unknown as Parameters<Start>[0],
    { shown: {} } as Parameters<Start>[1],
    request as unknown as Parameters<Start>[2],
  );
  return taken;
}

test('each address is slowed down for itself, at each merchant', async () => {
  const keys = [
    ...(await slowed('10000001', '203.0.113.7')),
    ...(await slowed('10000001', '203.0.113.8')),
    ...(await slowed('10000002', '203.0.113.7')),
  ];
  assert.equal(keys.length, 3);
  assert.equal(new Set(keys).size, 3, keys.join());
  assert.deepEqual(await slowed('10000001', '203.0.113.7'), keys.slice(0, 1));
});

test('without an address or a customer nobody is slowed down', async () => {
  assert.deepEqual(await slowed('10000001'), []);
  assert.deepEqual(await slowed('10000001', '203.0.113.7', false), []);
});
