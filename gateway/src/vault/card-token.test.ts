// Tests of stored cards: the sealed columns of a token open only in their own row and column, and
// a new data key seals the row key again without touching the card.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../core/random.ts';
import { open, secret } from '../core/secret.ts';
import type { AuditRecord } from './audit/audit-row.ts';
import { createTokenVault } from './card-token.ts';
import type { CardToken, SealedToken, TokenKey } from './card-token.store.ts';
import type { DataKey, DataKeys } from './data-keys.ts';

const one: TokenKey = { merchantId: '10000001', tokenId: '00000000-0000-7000-8000-000000000001' };
const other: TokenKey = { ...one, tokenId: '00000000-0000-7000-8000-000000000002' };
const stranger: TokenKey = { ...one, merchantId: '10000002' };
const card = { number: secret('4111111111111111'), expiry: secret('203912'), holder: null };
const use = { actor: 'merchant:10000001', reason: 'AUTHORIZE', paymentId: null } as const;

/** All merchants and versions have the same key, so that only the binding differs. */
function newFixture() {
  const key = secret(Buffer.alloc(32, 3));
  let newest = 1;
  const keyOf = (version: number): Promise<DataKey> => Promise.resolve({ version, key });
  const keys: DataKeys = {
    current: () => keyOf(newest),
    find: (_, version) => keyOf(version),
  };
  const audited: AuditRecord[] = [];
  const audit = { record: (row: AuditRecord) => Promise.resolve(void audited.push(row)) };
  const vault = createTokenVault({ keys, audit, random: systemRandom });
  const tokenOf = (at: TokenKey, sealed: SealedToken): CardToken =>
    ({ ...at, ...sealed }) as CardToken;
  return { vault, audited, tokenOf, replaceKey: () => (newest += 1) };
}

type Move = (mine: SealedToken, theirs: SealedToken) => [TokenKey, SealedToken];

const moves: Readonly<Record<string, Move>> = {
  'another token': (mine) => [other, mine],
  'another merchant': (mine) => [stranger, mine],
  'another version of the data key': (mine) => [one, { ...mine, keyVersion: 2 }],
  'the column of the row key': (mine) => [one, { ...mine, sealedRowKey: mine.sealedCard }],
  'the column of the card': (mine) => [one, { ...mine, sealedCard: mine.sealedRowKey }],
  'the card of another token': (mine, { sealedCard }) => [one, { ...mine, sealedCard }],
  'the row key of another token': (mine, { sealedRowKey }) => [one, { ...mine, sealedRowKey }],
};

for (const [what, move] of Object.entries(moves)) {
  test(`a stored card cannot be opened after a move: ${what}`, async () => {
    const { vault, tokenOf } = newFixture();
    const [mine, theirs] = [await vault.seal(one, card), await vault.seal(other, card)];
    assert.equal(open((await vault.open(tokenOf(one, mine), use)).number), '4111111111111111');
    await assert.rejects(vault.open(tokenOf(...move(mine, theirs)), use));
  });
}

test('a new data key seals the row key again; the card stays as it is', async () => {
  const { vault, audited, tokenOf, replaceKey } = newFixture();
  const sealed = await vault.seal(one, card);
  const { keyVersion, sealedRowKey } = sealed;
  assert.ok(keyVersion !== null && sealedRowKey);
  replaceKey();
  const moved = await vault.reseal({ ...one, keyVersion, sealedRowKey });
  assert.equal(moved.keyVersion, 2);
  assert.deepEqual(audited, [], 'no card is decrypted');
  const again = await vault.open(tokenOf(one, { ...sealed, ...moved }), use);
  assert.equal(open(again.number), '4111111111111111');
  assert.deepEqual(audited, [{ ...one, ...use }]);
  await assert.rejects(vault.reseal({ ...other, keyVersion, sealedRowKey }));
});
