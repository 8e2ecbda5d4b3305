// Tests of the only JWEs that the gateway decrypts: what an independent library and our own builder
// encrypt is opened, and the parts of the header are returned.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { CompactEncrypt } from 'jose';
import { base64url, buildJwe, type JwePlan } from '@bramka/test/support/jwe/build-jwe.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { openEcdhJwe, readEcdhJwe } from './ecdh-jwe.ts';
import { makePrivateKey, privateKeyOf, publicJwk } from './p256.ts';

const privateKey = makePrivateKey(seededRandom(1));
const recipient = { ...publicJwk(privateKey), kid: 'key-1' };
const build = (plain: string | Buffer, plan: JwePlan = {}) =>
  buildJwe(recipient, plain, { ...plan, header: { iat: 1, ...plan.header } });

async function opened(jwe: string, key: KeyObject = privateKey): Promise<string | undefined> {
  const read = readEcdhJwe(jwe);
  assert(read, 'has the form of a JWE');
  return (await openEcdhJwe(read, key))?.toString();
}

test('opens what a JOSE library has encrypted, also with apu and apv', async () => {
  const plain = new TextEncoder().encode('4111111111111111');
  const header = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'key-1', iat: 1_770_000_000 };
  const recipientKey = createPublicKey(privateKey);
  const simple = await new CompactEncrypt(plain).setProtectedHeader(header).encrypt(recipientKey);
  equal(await opened(simple), '4111111111111111');
  const parties = { apu: Buffer.from('Alice'), apv: Buffer.from('Bob') };
  const named = await new CompactEncrypt(plain)
    .setProtectedHeader(header)
    .setKeyManagementParameters(parties)
    .encrypt(recipientKey);
  equal(await opened(named), '4111111111111111');
  const { kid, iat } = readEcdhJwe(named) ?? {};
  deepEqual({ kid, iat }, { kid: 'key-1', iat: 1_770_000_000 });
});

test('opens from one byte up to 64, and header members in any order', async () => {
  for (const size of [1, 16, 63, 64])
    equal(await opened(build('7'.repeat(size))), '7'.repeat(size));
  const reverse = (header: object) =>
    JSON.stringify(Object.fromEntries(Object.entries(header).toReversed()), null, 1);
  equal(await opened(build('123', { write: reverse })), '123');
});

test('accepts the longest allowed kid, apu and apv together', async () => {
  const [apu, apv] = [0xfe, 0xff].map((byte) => base64url(Buffer.alloc(64, byte)));
  const kid = 'k'.repeat(64);
  const jwe = build('7'.repeat(64), { header: { kid, apu, apv } });
  equal(await opened(jwe), '7'.repeat(64));
  equal(readEcdhJwe(jwe)?.kid, kid);
  equal(await opened(build('7', { header: { apu, apv: apu } })), undefined, 'the same party twice');
});

test('opens nothing with another key', async () => {
  equal(await opened(build('123'), makePrivateKey(seededRandom(2))), undefined);
});

test('opens what was encrypted with a secret that begins with zero', async () => {
  const publicKey = createPublicKey(privateKey);
  const numbered = Array.from({ length: 600 }, (_, number) => number + 1).map((number) =>
    privateKeyOf(
      Buffer.alloc(32)
        .fill(number >> 8, 30, 31)
        .fill(number & 255, 31),
    ),
  );
  const secrets = numbered.map((key) => diffieHellman({ privateKey: key, publicKey }));
  const at = secrets.findIndex(([first]) => first === 0);
  const [key, secret] = [numbered[at], secrets[at]];
  assert(key && secret, 'no secret with a leading zero occurred');
  equal(await opened(build('123', { ephemeral: { jwk: publicJwk(key), secret } })), '123');
});

test('reads nothing that is not text', () => {
  for (const value of [undefined, null, 5, [build('123')], { jwe: build('123') }, '']) {
    equal(readEcdhJwe(value), undefined);
  }
});
