// Tests of the authentication value at rest: not readable as bytes, readable only for its own row,
// and an error for anything else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { open, secret } from '../core/secret.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import { newAuthentication, type Authentication } from './authentication.ts';
import { createCavvSealer } from './cavv.ts';

const CAVV = 'AAABBWcSNIdjeUZThmNHAAAAAAA=';
const range = { acsStart: null, acsEnd: null, dsStart: null, dsEnd: null, threeDSMethodURL: null };
const limits = { fingerprintMs: 1, answerMs: 1, challengeMs: 1 };
const authentication = newAuthentication(
  { merchantId: '10000001', paymentId: '0198c5d1-7b2a-7000-8000-000000000001' },
  '0198c5d1-7b2a-7000-8000-000000000002',
  {
    organization: 'VISA',
    messageVersion: '2.2.0',
    deviceChannel: '02',
    runsScripts: true,
    challengeInd: '01',
    exemption: null,
    range,
  },
  limits,
  0,
);

/** All merchants share their keys here, so that only the binding of a value distinguishes rows. */
function keysFrom(newest: number): DataKeys {
  const keyOf = (version: number) => ({ version, key: secret(Buffer.alloc(32, version)) });
  return {
    current: () => Promise.resolve(keyOf(newest)),
    find: (_merchantId, version) => Promise.resolve(keyOf(version)),
  };
}

const safe = createCavvSealer(keysFrom(1), seededRandom(1));

async function sealed(): Promise<Authentication & { readonly sealedCavv: Uint8Array }> {
  const row = await safe.seal(authentication, CAVV);
  assert.ok(row.sealedCavv);
  return { ...authentication, ...row, sealedCavv: row.sealedCavv };
}

async function opened(of: Authentication): Promise<string | null> {
  const value = await safe.open(of);
  return value && open(value);
}

test('a sealed value is opened for its row, and does not print', async () => {
  const row = await sealed();
  assert.equal(row.keyVersion, 1);
  assert.equal(await opened(row), CAVV);
  assert.equal(inspect(await safe.open(row)), '***');
});

test('sealed bytes do not contain the value in any encoding', async () => {
  const bytes = Buffer.from((await sealed()).sealedCavv);
  assert.equal(bytes.includes(CAVV), false);
  assert.equal(bytes.includes(Buffer.from(CAVV, 'base64')), false);
  assert.equal(bytes.includes(CAVV.slice(0, 6)), false);
});

test('the same value is sealed to different bytes each time', async () => {
  assert.notDeepEqual((await sealed()).sealedCavv, (await sealed()).sealedCavv);
});

test('an absent value stays absent', async () => {
  const none = { keyVersion: null, sealedCavv: null };
  assert.deepEqual(await safe.seal(authentication, undefined), none);
  assert.equal(await safe.open(authentication), null);
});

test('an empty string is a value', async () => {
  const row = await safe.seal(authentication, '');
  assert.equal(await opened({ ...authentication, ...row }), '');
});

test('a value is opened with the key that sealed it, also when there is a newer one', async () => {
  const row = await sealed();
  const later = createCavvSealer(keysFrom(2), seededRandom(2));
  const newer = { ...authentication, ...(await later.seal(authentication, 'newer')) };
  assert.equal(newer.keyVersion, 2);
  for (const [of, expected] of [[row, CAVV] as const, [newer, 'newer'] as const]) {
    const value = await later.open(of);
    assert.equal(value && open(value), expected);
  }
});

test('a row is identified by merchant and authentication, not by the payment', async () => {
  const row = await sealed();
  assert.equal(await opened({ ...row, paymentId: '0198c5d1-7b2a-7000-8000-000000000009' }), CAVV);
});

const strange: [what: string, change: (row: Authentication) => Partial<Authentication>][] = [
  ['in the row of another merchant', () => ({ merchantId: '10000002' })],
  [
    'in the row of another authentication',
    () => ({ authenticationId: '0198c5d1-7b2a-7000-8000-000000000003' }),
  ],
  ['under another version of the key', () => ({ keyVersion: 2 })],
  ['cut short', ({ sealedCavv }) => ({ sealedCavv: sealedCavv?.subarray(0, -1) ?? null })],
  ['cut down to nothing', () => ({ sealedCavv: new Uint8Array() })],
  [
    'with a byte more',
    ({ sealedCavv }) => ({ sealedCavv: Buffer.concat([sealedCavv ?? Buffer.of(), Buffer.of(0)]) }),
  ],
];
for (const [what, change] of strange) {
  test(`a value ${what} throws`, async () => {
    const row = await sealed();
    await assert.rejects(safe.open({ ...row, ...change(row) }));
  });
}

test('a change of any one bit throws', async () => {
  const row = await sealed();
  for (let bit = 0; bit < row.sealedCavv.length * 8; bit += 1) {
    const sealedCavv = Buffer.from(row.sealedCavv);
    sealedCavv[bit >> 3] = (sealedCavv[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    await assert.rejects(safe.open({ ...row, sealedCavv }), `bit ${bit}`);
  }
});
