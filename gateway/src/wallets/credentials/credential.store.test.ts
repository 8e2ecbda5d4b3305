// Tests of the states of wallet credentials: a newer certificate replaces one of the same owner,
// kind and name, and no other. Beside it are certificates that differ in one of these.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import { isoTime } from '../../core/clock.ts';
import {
  claimDueWarnings,
  countCredentials,
  findCredential,
  listCredentials,
  OVERDUE_MS,
  SOON_MS,
} from './credential.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const LATER = NOW + SOON_MS + 5;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

describe('states of wallet credentials', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, 'truncate wallet_credentials'));

  /** Of one shop; by default it expires in a day. */
  async function add(place: number, changes: Readonly<Record<string, unknown>> = {}) {
    const owner = { merchant_id: '1001', kind: 'APAY_PROCESSING', name: 'merchant.com.shop' };
    const public_key = Buffer.alloc(32, place);
    const public_key_hash = createHash('sha256').update(public_key).digest();
    const key = { credential_id: idOf(place), public_key, public_key_hash };
    const times = { expires_at: isoTime(NOW + 1), activated_at: isoTime(NOW) };
    const sealed = { algorithm: 'EC', status: 'ACTIVE', sealed_private_key: Buffer.of(1) };
    const certificate = { certificate: Buffer.of(1) };
    const row = { ...owner, ...key, ...times, ...sealed, ...certificate, ...changes };
    await addRow(opened.database, 'wallet_credentials', row);
  }
  const stateOf = async (place: number) =>
    (await findCredential(opened.database, idOf(place), NOW))?.state;
  const later = { expires_at: isoTime(LATER) };
  const removed = { status: 'REMOVED', sealed_private_key: null, removed_at: isoTime(NOW) };

  test('a certificate is replaced by a later one of its owner, kind and name', async () => {
    await add(1);
    await add(2, { ...later, merchant_id: '1002' });
    await add(3, { ...later, kind: 'APAY_IDENTITY' });
    await add(4, { ...later, name: 'merchant.com.other' });
    await add(5, { ...later, ...removed });
    await add(6, { expires_at: isoTime(NOW + 1) });
    assert.equal(await stateOf(1), 'EXPIRES_SOON');
    const list = { merchantId: null, kind: null, after: null, limit: 1 } as const;
    assert.equal((await listCredentials(opened.database, list, NOW))[0]?.state, 'EXPIRES_SOON');
    const counted = async () => {
      const rows = await countCredentials(opened.database, NOW);
      return rows.map(({ kind, state, count }) => `${kind} ${state} ${String(count)}`).sort();
    };
    const others = ['APAY_IDENTITY ACTIVE 1', 'APAY_PROCESSING ACTIVE 2'];
    assert.deepEqual(await counted(), [...others, 'APAY_PROCESSING EXPIRES_SOON 2']);
    const warned = (await claimDueWarnings(opened.database, NOW)).map((one) => one.credentialId);
    assert.deepEqual(warned.sort(), [idOf(1), idOf(6)]);
    await add(7, later);
    assert.equal(await stateOf(1), 'REPLACED');
  });

  test('credentials are listed by owner and kind, after the last one', async () => {
    await add(1);
    await add(2, { merchant_id: '1002' });
    await add(3, { kind: 'APAY_IDENTITY' });
    const list = async (page: object) => {
      const all = { merchantId: null, kind: null, after: null, limit: 10, ...page };
      const found = await listCredentials(opened.database, all, NOW);
      return found.map(({ credentialId }) => credentialId);
    };
    assert.deepEqual(await list({}), [idOf(1), idOf(2), idOf(3)]);
    assert.deepEqual(await list({ merchantId: '1002' }), [idOf(2)]);
    assert.deepEqual(await list({ kind: 'APAY_IDENTITY' }), [idOf(3)]);
    assert.deepEqual(await list({ after: idOf(1), limit: 1 }), [idOf(2)]);
  });

  test('boundaries of the states, to the millisecond', async () => {
    await add(1, { expires_at: isoTime(NOW + SOON_MS) });
    await add(2, { expires_at: isoTime(NOW + SOON_MS + 1), name: 'second' });
    await add(3, { expires_at: isoTime(NOW), name: 'third' });
    const requested = { status: 'REQUESTED', certificate: null, activated_at: null };
    const open = { ...requested, expires_at: null };
    await add(4, { ...open, name: 'fourth', created_at: isoTime(NOW - OVERDUE_MS) });
    await add(5, { ...open, name: 'fifth', created_at: isoTime(NOW - OVERDUE_MS + 1) });
    const states = await Promise.all([1, 2, 3, 4, 5].map(stateOf));
    assert.deepEqual(states, ['EXPIRES_SOON', 'ACTIVE', 'EXPIRED', 'OVERDUE', 'REQUESTED']);
  });
});
