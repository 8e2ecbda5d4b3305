// Tests of which credentials a call is made with: those of the account of the attempt's time, with
// its newest values; what a node reads for it; and that a moved or damaged row does not open.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { addRow } from '@bramka/test/support/journal/add-row.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import { open, secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { CACHE_MS } from '../../merchants/merchant.store.ts';
import type { Database } from '../../storage/database.ts';
import { SWITCH_MS } from './administer.ts';
import type { Credentials } from './credentials.ts';
import { createCredentialLookups, MAX_CACHED } from './lookup.ts';
import {
  merchantId,
  openNode,
  otherMerchantId,
  ring,
  service,
  type CredentialNode,
} from './testing/open-node.ts';

const keyIn = (found: Credentials | null) => found && found['key'] && open(found['key']);

describe('the lookup of credentials', () => {
  let opened: OpenEngine;
  let clock = handClock();
  let node: CredentialNode;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(async () => {
    clock = handClock();
    await runSql(opened.database, 'truncate provider_credentials, merchants');
    const merchant = { status: 'ACTIVE', secrets: '[]', notification_secrets: '[]' };
    for (const id of [merchantId, otherMerchantId]) {
      await addRow(opened.database, 'merchants', { merchant_id: id, version: 1, ...merchant });
    }
    node = openNode(opened.database, clock);
  });
  const keyOf = async (attemptId: string, provider = 'BM', mid = merchantId) =>
    keyIn(await node.lookups.at(provider).ofAttempt(mid, attemptId));
  const setService = (account: string, key: string) =>
    node.tools.set(merchantId, 'BM', service(account, key));
  /** An attempt that starts in this moment. */
  const attempt = () => node.ids.next();

  test('an attempt is followed up with the account with which it was made', async () => {
    const before = attempt();
    await setService('222222', 'key-of-222222');
    clock.advance(SWITCH_MS - 1);
    const justBefore = attempt();
    clock.advance(1);
    const first = attempt();
    await setService('333333', 'key-of-333333');
    clock.advance(SWITCH_MS);
    const second = attempt();
    await node.tools.remove(merchantId, 'BM');
    const last = attempt();
    clock.advance(SWITCH_MS);
    const afterwards = attempt();
    const keys = [];
    for (const id of [before, justBefore, first, second, last, afterwards]) {
      keys.push(await keyOf(id));
    }
    const [of2, of3] = ['key-of-222222', 'key-of-333333'];
    assert.deepEqual(keys, [null, null, of2, of3, of3, null]);
    assert.equal(await keyOf(second, 'plain'), null, 'at another provider');
    assert.equal(await keyOf(second, 'BM', otherMerchantId), null, 'of another merchant');
  });

  test('the newest values of an account count, also for what it did before', async () => {
    await setService('222222', 'first-key');
    clock.advance(SWITCH_MS);
    const early = attempt();
    await setService('222222', 'second-key');
    assert.equal(await keyOf(early), 'second-key', 'at once');
    await setService('333333', 'other-key');
    clock.advance(SWITCH_MS);
    await setService('222222', 'third-key');
    assert.equal(await keyOf(early), 'third-key', 'after the merchant came back to it');
  });

  test('a key without an account keeps its payments after its removal', async () => {
    const set = (value: string) => node.tools.set(merchantId, 'plain', { key: secret(value) });
    await set('first-key');
    clock.advance(SWITCH_MS);
    const early = attempt();
    await set('second-key');
    assert.equal(await keyOf(early, 'plain'), 'second-key');
    await node.tools.remove(merchantId, 'plain');
    clock.advance(SWITCH_MS);
    await set('other-contract');
    clock.advance(SWITCH_MS);
    assert.equal(await keyOf(attempt(), 'plain'), 'other-contract');
    assert.equal(await keyOf(early, 'plain'), 'second-key');
  });

  test('by merchant the ones of now, by account the ones of its merchant', async () => {
    const lookup = node.lookups.at('BM');
    await setService('222222', 'first-key');
    assert.equal(await lookup.ofMerchant(merchantId), null);
    clock.advance(SWITCH_MS);
    assert.equal(keyIn(await lookup.ofMerchant(merchantId)), 'first-key');
    assert.equal(keyIn(await lookup.byAccount('222222')), 'first-key');
    assert.equal(await lookup.byAccount('333333'), null);
    assert.equal(await node.lookups.at('PA').byAccount('222222'), null);
    await node.tools.remove(merchantId, 'BM');
    assert.equal(keyIn(await lookup.byAccount('222222')), 'first-key', 'for late messages');
    await node.tools.set(otherMerchantId, 'BM', service('222222', 'moved-key'));
    assert.equal(keyIn(await lookup.byAccount('222222')), 'moved-key', 'the one in use first');
    await node.tools.remove(otherMerchantId, 'BM');
    assert.equal(keyIn(await lookup.byAccount('222222')), 'moved-key', 'then the latest');
  });

  /** The database, counting statements by name. */
  const counted = () => {
    const counts: Record<string, number> = {};
    const database: Database = {
      ...opened.database,
      transaction: (work) => opened.database.transaction(work),
      run(statement, values) {
        counts[statement.name] = (counts[statement.name] ?? 0) + 1;
        return opened.database.run(statement, values);
      },
    };
    return { counts, database };
  };

  test('a node reads credentials only when the merchant has changed', async () => {
    const { counts, database } = counted();
    const other = openNode(database, clock);
    const at = other.lookups.at('BM');
    for (let calls = 0; calls < 5; calls += 1) {
      assert.equal(await at.ofAttempt(merchantId, attempt()), null);
      clock.advance(CACHE_MS);
    }
    assert.equal(counts['provider-credentials.list'], 1);
    await at.ofAttempt(merchantId, attempt());
    await setService('222222', 'first-key');
    clock.advance(CACHE_MS);
    clock.advance(SWITCH_MS - CACHE_MS);
    assert.equal(keyIn(await at.ofAttempt(merchantId, attempt())), 'first-key');
    await setService('222222', 'second-key');
    clock.advance(CACHE_MS);
    for (let calls = 0; calls < 5; calls += 1) {
      assert.equal(keyIn(await at.ofAttempt(merchantId, attempt())), 'second-key');
    }
    assert.equal(counts['provider-credentials.list'], 3);
  });

  test('a failed read is not remembered', async () => {
    await setService('222222', 'first-key');
    clock.advance(SWITCH_MS);
    let isAway = true;
    const database: Database = {
      ...opened.database,
      run: (statement, values) =>
        isAway && statement.name === 'provider-credentials.list'
          ? Promise.reject(new Error('away'))
          : opened.database.run(statement, values),
    };
    const at = openNode(database, clock).lookups.at('BM');
    await assert.rejects(at.ofAttempt(merchantId, attempt()), /away/);
    isAway = false;
    assert.equal(keyIn(await at.ofAttempt(merchantId, attempt())), 'first-key');
  });

  test('values that do not open for a moment are opened again', async () => {
    await setService('222222', 'first-key');
    clock.advance(SWITCH_MS);
    let isAway = true;
    const keys: Keyring = {
      ...ring,
      unseal: (...sealed) =>
        isAway ? Promise.reject(new Error('no key')) : ring.unseal(...sealed),
    };
    const at = openNode(opened.database, clock, keys).lookups.at('BM');
    await assert.rejects(at.ofAttempt(merchantId, attempt()), /no key/);
    isAway = false;
    assert.equal(keyIn(await at.ofAttempt(merchantId, attempt())), 'first-key');
  });

  test('no more than a fixed number of merchants is kept in memory', async () => {
    let reads = 0;
    const run = (): Promise<[]> => {
      reads += 1;
      return Promise.resolve([]);
    };
    const at = createCredentialLookups({
      database: { run },
      ring,
      clock,
      merchants: { find: () => Promise.resolve({ version: 1 } as never) },
    }).at('BM');
    for (let merchant = 0; merchant < MAX_CACHED; merchant += 1) {
      await at.ofMerchant(String(merchant));
    }
    await at.ofMerchant('0');
    assert.equal(reads, MAX_CACHED, 'all of them are kept');
    await at.ofMerchant('one more');
    await at.ofMerchant('0');
    assert.equal(reads, MAX_CACHED + 2, 'the others are read again');
  });

  test('a merchant that does not exist has none, and nothing is read for it', async () => {
    const { counts, database } = counted();
    const at = openNode(database, clock).lookups.at('BM');
    assert.equal(await at.ofMerchant('no-such-merchant'), null);
    assert.equal(counts['provider-credentials.list'], undefined);
  });

  for (const [what, change] of [
    ['another merchant', `merchant_id = '${otherMerchantId}'`],
    ['another provider', `provider = 'PA'`],
    ['another account', `account = '444444'`],
    ['another row', `credential_id = '00000000-0000-7000-8000-000000000001'`],
  ] as const) {
    test(`values do not open in the row of ${what}, and nothing else is used`, async () => {
      await setService('222222', 'first-key');
      await node.tools.set(merchantId, 'plain', { key: secret('plain-key') });
      clock.advance(SWITCH_MS);
      const moved = `update provider_credentials set ${change} where provider = 'BM'`;
      await runSql(opened.database, moved);
      const fresh = openNode(opened.database, clock).lookups;
      const mid = what === 'another merchant' ? otherMerchantId : merchantId;
      const at = fresh.at(what === 'another provider' ? 'PA' : 'BM');
      await assert.rejects(at.ofAttempt(mid, attempt()));
      await assert.rejects(at.byAccount(what === 'another account' ? '444444' : '222222'));
      const sound = await fresh.at('plain').ofAttempt(merchantId, attempt());
      assert.equal(keyIn(sound), 'plain-key', 'the other rows stay usable');
    });
  }
});
