// Tests of a transfer that starts: which bank and provider, and how long each side waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { money } from '../../core/money.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { defaultSettings } from '../../merchants/merchant.ts';
import type { Provider } from '../../providers/provider.ts';
import { providerRegistry } from '../../providers/registry.ts';
import type { MethodParts, MethodRequest } from '../method.ts';
import { pblMethod } from './pbl.method.ts';

const clock = handClock();
const never = () => Promise.reject(new Error('not called'));
const provider: Provider = {
  name: 'BM',
  means: ['REDIRECT'],
  maxInFlightMs: 1,
  authorize: never,
  followUps: {},
  inquire: never,
  banks: {
    refresh: () => Promise.resolve(false),
    banks: () => [
      {
        provider: 'BM',
        bankId: 106,
        name: 'Test bank',
        iconUrl: null,
        state: 'OK',
        limits: [{ min: money(100n, 'PLN'), max: money(1000n, 'PLN') }],
        hours: null,
      },
    ],
  },
};
const parts = { providers: providerRegistry([provider], () => 1), clock } as Partial<MethodParts>;
const now = { at: clock.now(), ids: createIds(clock, seededRandom(1)) };

test('the provider waits a minute longer than the payment is valid', async () => {
  const validUntil = clock.now() + 1_800_000;
  const request = {
    payment: { recurring: null, amountMinor: 500n, validUntil, description: null, extOrderId: 'o' },
    merchant: { settings: defaultSettings },
    details: {},
    instrument: { type: 'PBL', bank: '106' },
    mustBeComplete: true,
  } as Partial<MethodRequest>;
  const step = await pblMethod.create(parts as MethodParts).start(request as MethodRequest, now);
  assert.ok(step.kind === 'authorize');
  assert.equal(step.provider, 'BM');
  assert.equal(step.waitUntil, validUntil, 'the payment expires at its own time');
  assert.ok(step.means.kind === 'redirect');
  assert.equal(step.means.validUntil, validUntil + 60_000);
  assert.equal(step.means.bankId, 106);
});
