// Tests of reading stored cards: beside every token that is to be found there is one that differs
// in one field only, and that one must not be found.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import {
  cardTokens,
  sqlTokenStore,
  type CardToken,
  type TokenSearch,
  type TokenStore,
} from './card-token.store.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const [SHOP, OTHER] = ['10000001', '10000002'] as const;
const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;
const print = (byte: number): Uint8Array => Buffer.alloc(32, byte);

/** Every field that must be unique has a value of its own. */
function tokenOf(place: number, changes: Partial<CardToken> = {}): CardToken {
  return {
    merchantId: SHOP,
    tokenId: idOf(place),
    version: 1,
    type: 'COF',
    status: 'ACTIVE',
    tokenNumber: `NUMBER${String(place)}`,
    instrumentRef: null,
    fingerprint: print(place),
    cardMask: '411111******1111',
    expDate: '203012',
    organization: 'VISA',
    accountReference: null,
    visualId: null,
    extCustomerId: null,
    newsSequence: 0,
    keyVersion: 1,
    sealedRowKey: print(1),
    sealedCard: print(2),
    removeAt: null,
    removeTries: 0,
    createdAt: AT,
    updatedAt: AT,
    ...changes,
  };
}

function discarded(place: number, changes: Partial<CardToken> = {}): CardToken {
  const none = { fingerprint: null, keyVersion: null, sealedRowKey: null, sealedCard: null };
  const network = { type: 'VTS', instrumentRef: `ref-${String(place)}` } as const;
  return tokenOf(place, { status: 'DISCARDED', ...none, ...network, ...changes });
}

describe('reading stored cards', () => {
  let opened: OpenEngine;
  let store: TokenStore;
  before(async () => {
    opened = await anyEngine.openWithTables();
    store = sqlTokenStore(opened.database);
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, 'delete from card_tokens'));

  async function write(...tokens: CardToken[]): Promise<void> {
    const draft = new Draft();
    for (const token of tokens) draft.insert(cardTokens, token);
    assert.deepEqual(await sqlCommitter(opened.database).apply([draft]), [{ kind: 'committed' }]);
  }
  const keyOf = (token: CardToken | undefined) => token && [token.merchantId, token.tokenId];

  test('by id: of this merchant, with this id', async () => {
    const wanted = tokenOf(1);
    await write(tokenOf(1, { merchantId: OTHER }), tokenOf(2), wanted);
    assert.deepEqual(await store.find(wanted), wanted);
    assert.equal(await store.find({ merchantId: OTHER, tokenId: idOf(2) }), undefined);
  });

  test('by number: of this merchant, with this number', async () => {
    const tokenNumber = 'SAME';
    const wanted = tokenOf(2, { tokenNumber });
    await write(tokenOf(1), tokenOf(1, { merchantId: OTHER, tokenNumber }), wanted);
    assert.deepEqual(keyOf(await store.findByNumber(SHOP, 'SAME')), keyOf(wanted));
    assert.equal(await store.findByNumber(OTHER, 'NUMBER1'), undefined);
  });

  test('by reference: of this token service, with this reference', async () => {
    const wanted = tokenOf(2, { type: 'VTS', instrumentRef: 'same' });
    const other = tokenOf(1, { type: 'SCOF', instrumentRef: 'same' });
    await write(other, tokenOf(3, { type: 'VTS', instrumentRef: 'else' }), wanted);
    assert.deepEqual(keyOf(await store.findByReference('VTS', 'same')), keyOf(wanted));
    assert.deepEqual(keyOf(await store.findByReference('SCOF', 'same')), keyOf(other));
    assert.equal(await store.findByReference('SCOF', 'else'), undefined);
  });

  test('of a card: of this merchant, type, card and customer', async () => {
    const card = { fingerprint: print(9), extCustomerId: 'jan' };
    const wanted = tokenOf(5, card);
    await write(
      tokenOf(1, { ...card, merchantId: OTHER }),
      tokenOf(2, { ...card, type: 'VTS', instrumentRef: 'ref' }),
      tokenOf(3, { ...card, fingerprint: print(8) }),
      tokenOf(4, { ...card, extCustomerId: 'ewa' }),
      wanted,
      tokenOf(6, { ...card, extCustomerId: null }),
    );
    const tokenFor = (customer: string | null) => store.findOfCard(SHOP, 'COF', print(9), customer);
    assert.deepEqual(keyOf(await tokenFor('jan')), keyOf(wanted));
    assert.equal((await tokenFor(null))?.tokenId, idOf(6), 'without a customer is one of its own');
    assert.equal(await tokenFor('ola'), undefined);
  });

  test('a search finds what has every given field', async () => {
    const all = {
      tokenNumber: 'SEARCHED',
      instrumentRef: 'searched',
      fingerprint: print(9),
      cardMask: '555555******4444',
      extCustomerId: 'jan',
    } as const;
    const network = { type: 'VTS', instrumentRef: 'other' } as const;
    await write(
      tokenOf(1, { ...all, ...network, merchantId: OTHER }),
      tokenOf(2, { ...network, instrumentRef: 'third' }),
      tokenOf(3, { ...all, type: 'VTS' }),
      tokenOf(4, { extCustomerId: 'two' }),
      tokenOf(5, { extCustomerId: 'two' }),
    );
    const ids = async (search: TokenSearch, limit = 10) =>
      (await store.search(SHOP, search, limit)).map(({ tokenId }) => tokenId);
    assert.deepEqual(await ids({ extCustomerId: 'two' }), [idOf(5), idOf(4)], 'the newest first');
    assert.deepEqual(await ids({ extCustomerId: 'two' }, 1), [idOf(5)]);
    assert.deepEqual(await ids(all), [idOf(3)]);
    for (const field of Object.keys(all) as (keyof typeof all)[]) {
      assert.deepEqual(await ids({ [field]: all[field] }), [idOf(3)], field);
      const wrong = field === 'fingerprint' ? print(7) : 'wrong';
      assert.deepEqual(await ids({ ...all, [field]: wrong }), [], `another ${field}`);
    }
  });

  test('of a customer: active ones of this merchant and customer', async () => {
    const extCustomerId = 'jan';
    await write(
      tokenOf(1, { extCustomerId, merchantId: OTHER }),
      tokenOf(2, { extCustomerId: 'ewa' }),
      tokenOf(3, { extCustomerId, status: 'SUSPENDED' }),
      discarded(4, { extCustomerId }),
      tokenOf(5, { extCustomerId }),
      tokenOf(6, { extCustomerId }),
    );
    const tokensOf = async (limit: number) =>
      (await store.ofCustomer(SHOP, 'jan', limit)).map(({ tokenId }) => tokenId);
    assert.deepEqual(await tokensOf(10), [idOf(6), idOf(5)]);
    assert.deepEqual(await tokensOf(1), [idOf(6)]);
  });

  test('a removal is due at its time, not a millisecond earlier, the oldest first', async () => {
    await write(
      discarded(1, { removeAt: AT + 1 }),
      discarded(2, { removeAt: AT }),
      discarded(3, { removeAt: AT - 1 }),
      discarded(4),
    );
    const due = async (limit: number) =>
      (await store.dueRemovals(AT, limit)).map(({ tokenId }) => tokenId);
    assert.deepEqual(await due(10), [idOf(3), idOf(2)]);
    assert.deepEqual(await due(1), [idOf(3)]);
  });
});
