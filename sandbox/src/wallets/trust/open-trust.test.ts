// The keys of the simulated wallets are loaded once, and again only after a failure.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrust } from './open-trust.ts';
import type { WalletTrustKeys } from './wallet-keys.ts';

const someKeys = {} as WalletTrustKeys;

test('keys are loaded once, also by concurrent users', async () => {
  let loads = 0;
  const { keys, loaded } = openTrust(() => {
    loads += 1;
    return loads === 1 ? Promise.resolve(someKeys) : Promise.reject(new Error('loaded again'));
  });
  assert.equal(loaded(), undefined);
  assert.deepEqual(await Promise.all([keys(), keys()]), [someKeys, someKeys]);
  assert.equal(await keys(), someKeys);
  assert.equal(loaded(), someKeys);
  assert.equal(loads, 1);
});

test('a failure reaches those who wait; the next use loads again', async () => {
  let loads = 0;
  const { keys } = openTrust(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('no database')) : Promise.resolve(someKeys);
  });
  await assert.rejects(keys(), /no database/);
  assert.equal(await keys(), someKeys);
  assert.equal(loads, 2);
});
