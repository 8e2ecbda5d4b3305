// Tests of the only JWEs that the gateway decrypts: what an independent library and our own builder
// encrypt is read, and the parts of the header are returned.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { CompactEncrypt } from 'jose';
import { base64url, buildJwe, type JwePlan } from '@bramka/test/support/jwe/build-jwe.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { openEcdhJwe, readEcdhJwe } from './ecdh-jwe.ts';
import { makePrivateKey, publicJwk } from './p256.ts';

const privateKey = makePrivateKey(seededRandom(1));
const recipient = { ...publicJwk(privateKey), kid: 'key-1' };
const build = (plain: string | Buffer, plan: JwePlan = {}) =>
  buildJwe(recipient, plain, { ...plan, header: { iat: 1, ...plan.header } });

function opened(jwe: string, key: KeyObject = privateKey): string | undefined {
  const read = readEcdhJwe(jwe);
  assert(read, 'has the form of a JWE');
  return openEcdhJwe(read, key)?.toString();
}

test('opens what a JOSE library has encrypted, also with apu and apv', async () => {
  const plain = new TextEncoder().encode('4111111111111111');
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-1', iat: 1_770_000_000 };
  const recipientKey = createPublicKey(privateKey);
  const simple = await new CompactEncrypt(plain).setProtectedHeader(header).encrypt(recipientKey);
  equal(opened(simple), '4111111111111111');
  const parties = { apu: Buffer.from('Alice'), apv: Buffer.from('Bob') };
  const named = await new CompactEncrypt(plain)
    .setProtectedHeader(header)
    .setKeyManagementParameters(parties)
    .encrypt(recipientKey);
  equal(opened(named), '4111111111111111');
  const { kid, iat, apu, apv } = readEcdhJwe(named) ?? {};
  deepEqual({ kid, iat, apu, apv }, { kid: 'key-1', iat: 1_770_000_000, ...parties });
});

test('opens from one byte up to 64, and header members in any order', () => {
  for (const size of [1, 16, 63, 64]) equal(opened(build('7'.repeat(size))), '7'.repeat(size));
  const reverse = (header: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(header).toReversed()), null, 1);
  equal(opened(build('123', { write: reverse })), '123');
});

test('accepts the longest allowed kid, apu and apv together', () => {
  const party = base64url(Buffer.alloc(64, 0xff));
  const kid = 'k'.repeat(64);
  const jwe = build('7'.repeat(64), { header: { kid, apu: party, apv: party } });
  equal(opened(jwe), '7'.repeat(64));
  equal(readEcdhJwe(jwe)?.kid, kid);
});

test('opens nothing with another key, and agrees on no key for a wrong point', () => {
  equal(opened(build('123'), makePrivateKey(seededRandom(2))), undefined);
  const { x } = recipient;
  const jwe = build('123', { header: { epk: { kty: 'EC', crv: 'P-256', x, y: x } } });
  const read = readEcdhJwe(jwe);
  assert(read);
  const agreeOn = () => assert.fail('a key was agreed on');
  equal(openEcdhJwe(read, privateKey, agreeOn), undefined);
});

test('reads nothing that is not text', () => {
  for (const value of [undefined, null, 5, [build('123')], { jwe: build('123') }, '']) {
    equal(readEcdhJwe(value), undefined);
  }
});
