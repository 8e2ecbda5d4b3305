// Refusals that ask for a repeat under an Idempotency-Key: the repeat may succeed, unless what was
// in the way was this very request on another node, whose answer is then everybody's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../core/clock.ts';
import { seededRandom } from '../core/random.ts';
import { Refusal } from '../core/refusals.ts';
import { secret } from '../core/secret.ts';
import { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import { createIdempotency, type AnswerKeeper, type KeptAnswer } from './idempotency.ts';

const request = { merchantId: '10000001', key: 'key-1', content: 'POST /capture' };
const done = { status: 200, body: '{"done":true}' };

/** Finds nothing at first; `store` makes the row of a draft findable. */
function rig() {
  const rows: object[] = [];
  const database: Queryable = { run: () => Promise.resolve([...rows] as never[]) };
  const masterKey = secret(Buffer.alloc(32, 1));
  const random = seededRandom(1);
  const idempotency = createIdempotency({ database, clock: systemClock, random, masterKey });
  const store = (keep: AnswerKeeper): void => {
    const draft = new Draft();
    keep(draft, { done: true });
    rows.push(...draft.inserts.map(({ row }) => row));
  };
  return { idempotency, store };
}

const busy = (): Promise<KeptAnswer> => Promise.reject(new Refusal('OPERATION_IN_PROGRESS'));

test('a request that met another operation can be repeated with its key', async () => {
  const { idempotency } = rig();
  await assert.rejects(idempotency.around(request, busy), { code: 'OPERATION_IN_PROGRESS' });
  const again = await idempotency.around(request, () => Promise.resolve(done));
  assert.deepEqual(again, { ...done, replayed: false });
});

test('a request that met itself on another node gets the answer kept there', async () => {
  const { idempotency, store } = rig();
  const answer = await idempotency.around(request, (keep) => {
    store(keep);
    return busy();
  });
  assert.deepEqual(answer, { ...done, replayed: true });
});
