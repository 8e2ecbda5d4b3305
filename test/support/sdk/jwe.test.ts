// Tests of the SDK's encryption with known answers and with a JOSE library.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { decryptJwe, encryptContent, encryptJwe } from './jwe.ts';

const kid = 'some-challenge';
const body = { messageType: 'CReq', note: 'zażółć' };
const variants = [
  { enc: 'A128CBC-HS256', key: Buffer.alloc(32, 3) },
  { enc: 'A128GCM', key: Buffer.alloc(16, 3) },
] as const;

test('computes the tag of RFC 7518 appendix B.1', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
  const plain =
    'A cipher system must not be required to be secret, and it must be able to fall into the ' +
    'hands of the enemy without inconvenience';
  const covered = Buffer.from('The second principle of Auguste Kerckhoffs');
  const iv = Buffer.from('1af38c2dc2b96ffdd86694092341bc04', 'hex');
  const { tag } = encryptContent('A128CBC-HS256', key, Buffer.from(plain), covered, iv);
  assert.equal(tag.toString('hex'), '652c3fa36b0a7c5b3219fab3a30bc1c4');
});

for (const { enc, key } of variants) {
  const header = { alg: 'dir', enc, kid };

  test(`${enc}: a library decrypts what the SDK encrypts`, async () => {
    const { plaintext, protectedHeader } = await compactDecrypt(encryptJwe(header, key, body), key);
    assert.deepEqual(protectedHeader, header);
    assert.deepEqual(JSON.parse(Buffer.from(plaintext).toString()), body);
  });

  test(`${enc}: the SDK decrypts what a library encrypts`, async () => {
    const jwe = await new CompactEncrypt(Buffer.from(JSON.stringify(body)))
      .setProtectedHeader(header)
      .encrypt(key);
    assert.deepEqual(decryptJwe(jwe, header, key), body);
  });

  test(`${enc}: the SDK refuses changed messages and other headers`, () => {
    const jwe = encryptJwe(header, key, body);
    const unreadable = { name: 'SdkError', kind: 'unreadable' };
    const flipped = (index: number) => {
      const segments = jwe.split('.');
      const bytes = Buffer.from(segments[index] ?? '', 'base64url');
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
      return segments.with(index, bytes.toString('base64url')).join('.');
    };
    for (const index of [0, 2, 3, 4]) {
      assert.throws(() => decryptJwe(flipped(index), header, key), unreadable);
    }
    for (const other of [{ kid: 'another' }, { alg: 'ECDH-ES' }]) {
      assert.throws(() => decryptJwe(jwe, { ...header, ...other }, key), unreadable);
    }
    const otherKey = Buffer.alloc(key.length, 4);
    assert.throws(() => decryptJwe(jwe, header, otherKey), unreadable);
    for (const text of ['', 'a.b.c', jwe.slice(0, -8), `${jwe}.`, jwe.replace('..', '.AA.')]) {
      assert.throws(() => decryptJwe(text, header, key), unreadable);
    }
  });
}
