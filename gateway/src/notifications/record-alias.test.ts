// Tests of what a message about an alias changes: each change of its status once, and nothing that
// brings back an alias which was removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds, type TimeAndIds } from '../core/id.ts';
import { secret } from '../core/secret.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { registeredAliases, type AliasRow } from '../methods/aliases/alias.store.ts';
import type { Decision } from '../payments/decisions/decision.ts';
import { decideRegister } from '../payments/decisions/register.ts';
import { freshPayment } from '../payments/decisions/testing/fresh-payment.ts';
import type { Loaded } from '../payments/model/payment.ts';
import type { AliasStatus } from '../providers/provider-message.ts';
import { recordAlias } from './record-alias.ts';

type Parts = Parameters<typeof recordAlias>[0];
type Decide = (loaded: Loaded, at: TimeAndIds) => Promise<Decision>;

const at = Date.parse('2026-03-01T12:00:00Z');
const now = { at, ids: createIds({ now: () => at }, seededRandom(1)) };
const { loaded } = decideRegister(freshPayment(now, { method: 'BLIK' }), {}, now);
const { merchantId, paymentId } = loaded.payment;
const other = now.ids.next();

/**
 * The rows that are written when the alias is known so, and this is heard. `meanwhile`: what was
 * recorded before the payment is changed.
 */
async function recorded(
  known: Partial<AliasRow> | undefined,
  status: AliasStatus,
  meanwhile?: Partial<AliasRow>,
) {
  const rows: unknown[] = [];
  let row = known && { paymentId, version: 3, createdAt: at - 1, ...known };
  const parts = {
    aliases: { find: () => Promise.resolve(row) },
    vault: { fingerprint: () => Buffer.from('print') },
    store: { find: () => Promise.resolve(loaded.payment) },
    log: { warn: () => undefined },
    processor: {
      findAttempt: () => Promise.resolve({ loaded }),
      change: async (_key: object, decide: Decide) => {
        if (meanwhile) row = { paymentId, version: 4, createdAt: at - 1, ...meanwhile };
        const { inserts } = (await decide(loaded, now)).draft;
        const written = inserts.filter(({ table }) => table === registeredAliases);
        rows.push(...written.map((one) => [one.row['status'], one.row['version']]));
      },
    },
  } as unknown as Parts;
  const news = { merchantId, type: 'UID', alias: secret('customer-1'), status } as const;
  await recordAlias(parts, 'blik', news, { attemptId: 'a' });
  return rows;
}

test('a registration, its refusal and its removal are recorded', async () => {
  assert.deepEqual(await recorded(undefined, 'REGISTERED'), [['REGISTERED', 1]]);
  assert.deepEqual(await recorded(undefined, 'DECLINED'), [['DECLINED', 1]]);
  assert.deepEqual(await recorded({ status: 'REGISTERED' }, 'UNREGISTERED'), [['UNREGISTERED', 4]]);
});

test('a message that is repeated changes nothing', async () => {
  for (const status of ['REGISTERED', 'UNREGISTERED', 'DECLINED'] as const) {
    assert.deepEqual(await recorded({ status }, status), []);
  }
});

test('a late message does not bring back an alias that was removed', async () => {
  assert.deepEqual(await recorded({ status: 'UNREGISTERED' }, 'REGISTERED'), []);
  assert.deepEqual(await recorded({ status: 'UNREGISTERED' }, 'DECLINED'), []);
});

test('the customer registers a removed alias again with another payment', async () => {
  const removed = { status: 'UNREGISTERED', paymentId: other } as const;
  assert.deepEqual(await recorded(removed, 'REGISTERED'), [['REGISTERED', 4]]);
});

test('a registration that is heard while the removal is recorded is sent again', async () => {
  const both = [undefined, { status: 'REGISTERED' } as const];
  for (const known of both) {
    const heard = recorded(known, known ? 'DECLINED' : 'REGISTERED', { status: 'UNREGISTERED' });
    await assert.rejects(heard, { code: 'CHANGED_MEANWHILE' });
  }
});
