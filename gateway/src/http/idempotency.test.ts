// Tests of refusals that suggest a repeat under an Idempotency-Key: the repeat may succeed, unless
// the obstacle was the same request on another node; then the answer stored there is returned.

import { fixedKeyring } from '../core/keys/testing/fixed-keyring.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../core/clock.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { Refusal } from '../core/refusals.ts';
import { secret } from '../core/secret.ts';
import { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import { createIdempotency, type AnswerKeeper, type KeptAnswer } from './idempotency.ts';
import { noBudgets } from './testing/no-budgets.ts';

const request = { merchantId: '10000001', key: 'key-1', content: 'POST /capture' };
const done = { status: 200, body: '{"done":true}' };

/** Finds nothing at first; `store` makes the row of a draft findable. */
function setUp() {
  const rows: object[] = [];
  const asked: unknown[] = [];
  const database: Queryable = {
    run: (_statement, [, key] = []) => {
      asked.push(key);
      return Promise.resolve([...rows] as never[]);
    },
  };
  const key = secret(Buffer.alloc(32, 1));
  const ring = fixedKeyring([{ version: 1, key }], seededRandom(1));
  const clock = systemClock;
  const stored = { 'idempotency fingerprint': key };
  const idempotency = createIdempotency({ database, clock, stored, ring, budgets: noBudgets });
  const store = (keep: AnswerKeeper): void => {
    const draft = new Draft();
    keep(draft, { done: true });
    rows.push(...draft.inserts.map(({ row }) => row));
  };
  return { idempotency, store, asked };
}

const busy = (): Promise<KeptAnswer> => Promise.reject(new Refusal('OPERATION_IN_PROGRESS'));

test('a request refused because of another operation can be repeated with its key', async () => {
  const { idempotency } = setUp();
  await assert.rejects(idempotency.runOnce(request, busy), { code: 'OPERATION_IN_PROGRESS' });
  const again = await idempotency.runOnce(request, () => Promise.resolve(done));
  assert.deepEqual(again, { ...done, replayed: false });
});

/** What the slower of two equal requests may find: the other one has been carried out meanwhile. */
const obstacles: readonly [code: ConstructorParameters<typeof Refusal>[0], status: number][] = [
  ['OPERATION_IN_PROGRESS', 409],
  ['REFUND_EXCEEDS_PAYMENT', 422],
];
for (const [code, status] of obstacles) {
  const refused = (): Promise<KeptAnswer> => Promise.reject(new Refusal(code));

  test(`a ${status} because of its duplicate on another node becomes its answer`, async () => {
    const { idempotency, store } = setUp();
    const answer = await idempotency.runOnce(request, (keep) => {
      store(keep);
      return refused();
    });
    assert.deepEqual(answer, { ...done, replayed: true });
  });

  test(`a ${status} without a duplicate is what it is`, async () => {
    const { idempotency } = setUp();
    await assert.rejects(idempotency.runOnce(request, refused), { code, status });
  });
}

test('another refusal is not replaced by the answer of the duplicate', async () => {
  const { idempotency, store } = setUp();
  const lost = idempotency.runOnce(request, (keep) => {
    store(keep);
    return Promise.reject(new Refusal('PAYMENT_NOT_FOUND'));
  });
  await assert.rejects(lost, { code: 'PAYMENT_NOT_FOUND' });
});

const kept = (content: string) => (keep: AnswerKeeper, store: (keep: AnswerKeeper) => void) => {
  store(keep);
  return Promise.resolve({ ...done, body: content });
};

test('an answer stored by the previous version is found by the bytes of its body', async () => {
  const { idempotency, store } = setUp();
  const before = { ...request, content: 'POST /capture\n{"amount": 60}' };
  await idempotency.runOnce(before, (keep) => kept(done.body)(keep, store));
  const now = { ...request, content: '2 POST /capture\n{"amount":6e1}' };
  const repeat = { ...now, formerContent: before.content };
  const never = (): Promise<KeptAnswer> => assert.fail('it must not run again');
  assert.deepEqual(await idempotency.runOnce(repeat, never), { ...done, replayed: true });
  const other = { ...now, formerContent: 'POST /capture\n{"amount":60.00}' };
  await assert.rejects(idempotency.runOnce(other, never), { code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('keys of a customer are separate from every key a merchant can send', async () => {
  const { idempotency, asked } = setUp();
  const run = () => Promise.resolve(done);
  await idempotency.runOnce({ ...request, scope: 'payment-1', key: 'key-1' }, run);
  await idempotency.runOnce({ ...request, key: 'payment-1:key-1' }, run);
  await idempotency.runOnce({ ...request, scope: 'payment-2', key: 'key-1' }, run);
  assert.equal(new Set(asked).size, 3);
  for (const key of asked.slice(0, 1)) {
    const sent = { ...request, key: String(key) };
    await assert.rejects(idempotency.runOnce(sent, run), { code: 'INVALID_REQUEST' });
  }
  const longest = { ...request, scope: 'payment-1', key: 'k'.repeat(255) };
  assert.deepEqual(await idempotency.runOnce(longest, run), { ...done, replayed: false });
  const tooLong = { ...longest, key: 'k'.repeat(256) };
  await assert.rejects(idempotency.runOnce(tooLong, run), { code: 'INVALID_REQUEST' });
});

test('an answer of one customer cannot be opened as that of another', async () => {
  const { idempotency, store } = setUp();
  const one = { ...request, scope: 'payment-1' };
  await idempotency.runOnce(one, (keep) => kept(done.body)(keep, store));
  const moved = idempotency.runOnce({ ...one, scope: 'payment-2' }, () => Promise.resolve(done));
  await assert.rejects(moved);
});
