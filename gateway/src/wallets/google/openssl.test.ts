// Compares the Google Pay cryptography with the command line of OpenSSL: a token that OpenSSL
// encrypts and signs is opened, and both give the same answer about signatures and derived keys.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { after, describe, test } from 'node:test';
import {
  encodeToken,
  issueParts,
  issueToken,
  makeParties,
  MESSAGE_EXPIRES,
  p256,
  payloadOf,
  rootKey,
  spki,
  walletKey,
} from '@bramka/test/support/wallets/google/issue-token.ts';
import { openSslMissing, startOpenSsl } from '@bramka/test/support/wallets/openssl.ts';
import { decryptMessage, deriveKeys } from './decrypt-message.ts';
import { openGoogleToken } from './open-google-token.ts';
import { readPoint } from './p256-point.ts';
import { readGoogleToken } from './read-token.ts';
import { isSignedByGoogle, signedBytes } from './verify-signatures.ts';

const parties = makeParties();
const trust = {
  roots: [rootKey(parties.root)],
  recipientId: parties.recipientId,
  at: MESSAGE_EXPIRES - 1,
};
const keys = [walletKey(parties.recipient)];

describe('OpenSSL', { skip: openSslMissing }, () => {
  const openssl = startOpenSsl();
  after(() => openssl.close());
  let files = 0;
  const file = (content: string | Buffer) => openssl.file(`file-${(files += 1)}`, content);
  const privatePem = (key: KeyObject) =>
    file(key.export({ format: 'pem', type: 'pkcs8' }).toString());
  const publicPem = (key: KeyObject) =>
    file(
      (key.type === 'private' ? createPublicKey(key) : key)
        .export({ format: 'pem', type: 'spki' })
        .toString(),
    );
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

  /** The shared secret. */
  const derive = (own: KeyObject, other: KeyObject) =>
    openssl.run(['pkeyutl', '-derive', '-inkey', privatePem(own), '-peerkey', publicPem(other)]);

  /** The 64 bytes that both keys of a message come from. */
  const hkdf = (input: Buffer) =>
    openssl.run([
      ...['kdf', '-keylen', '64', '-binary', '-kdfopt', 'digest:SHA256'],
      ...['-kdfopt', `hexkey:${hex(input)}`, '-kdfopt', `hexsalt:${'00'.repeat(32)}`],
      ...['-kdfopt', 'info:Google', 'HKDF'],
    ]);

  const hmac = (key: Buffer, bytes: Buffer) =>
    openssl.run(
      ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex(key)}`, '-binary'],
      bytes,
    );

  const aesCtr = (key: Buffer, bytes: Buffer) =>
    openssl.run(['enc', '-aes-256-ctr', '-K', hex(key), '-iv', '00'.repeat(16)], bytes);

  const sign = (key: KeyObject, bytes: Buffer) =>
    openssl.run(['dgst', '-sha256', '-sign', privatePem(key)], bytes).toString('base64');

  const verify = (key: KeyObject, signature: Buffer, bytes: Buffer) =>
    openssl.succeeds(
      ['dgst', '-sha256', '-verify', publicPem(key), '-signature', file(signature)],
      bytes,
    );

  /** A key that OpenSSL has made. */
  const generate = () =>
    createPrivateKey(
      openssl
        .run(['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'])
        .toString(),
    );

  test('a token that OpenSSL encrypted and signed is opened', () => {
    const [root, intermediate, recipient] = [generate(), generate(), generate()];
    const ephemeral = generate();
    const point = Buffer.from(spki(ephemeral), 'base64').subarray(-65);
    const bytes = hkdf(Buffer.concat([point, derive(ephemeral, recipient)]));
    const plain = Buffer.from(JSON.stringify(payloadOf()));
    const ciphertext = aesCtr(bytes.subarray(0, 32), plain);
    const signedMessage = JSON.stringify({
      encryptedMessage: ciphertext.toString('base64'),
      ephemeralPublicKey: point.toString('base64'),
      tag: hmac(bytes.subarray(32), ciphertext).toString('base64'),
    });
    const keyExpiration = String(parties.keyExpiration);
    const signedKey = JSON.stringify({ keyValue: spki(intermediate), keyExpiration });
    const signature = sign(root, signedBytes(['Google', 'ECv2', signedKey]));
    const parts = ['Google', trust.recipientId, 'ECv2', signedMessage];
    const token = encodeToken({
      protocolVersion: 'ECv2',
      signature: sign(intermediate, signedBytes(parts)),
      intermediateSigningKey: { signedKey, signatures: [signature] },
      signedMessage,
    });
    const opener = { ...trust, roots: [rootKey(root)], merchantId: '10000001' };
    const opened = openGoogleToken(token, { ...opener, keys: [walletKey(recipient)] });
    assert(opened.kind === 'opened');
    equal(opened.token.tokenId, 'AH2Ejtc-message-1');
    deepEqual(openGoogleToken(token, { ...opener, keys }), { kind: 'refused' });
  });

  test('shared secrets and derived keys are the same', () => {
    for (let round = 0; round < 4; round += 1) {
      const [own, other] = [p256(), p256()];
      const point = createPublicKey(other).export({ format: 'der', type: 'spki' }).subarray(-65);
      const publicKey = readPoint(point);
      assert(publicKey);
      const secret = diffieHellman({ privateKey: own, publicKey });
      equal(hex(secret), hex(derive(own, other)));
      const { encryptionKey, macKey } = deriveKeys(point, secret);
      const expected = hkdf(Buffer.concat([point, secret]));
      equal(hex(Buffer.concat([encryptionKey, macKey])), hex(expected));
    }
  });

  test('a message is decrypted to the same bytes and has the same tag', () => {
    const token = readGoogleToken(issueToken(parties));
    assert(token);
    const { ephemeralPoint, ciphertext, tag } = token.message;
    const ephemeral = readPoint(ephemeralPoint);
    assert(ephemeral);
    const secret = derive(parties.recipient, ephemeral);
    const bytes = hkdf(Buffer.concat([ephemeralPoint, secret]));
    equal(hex(hmac(bytes.subarray(32), ciphertext)), hex(tag));
    const plain = aesCtr(bytes.subarray(0, 32), ciphertext);
    equal(decryptMessage(token.message, keys)?.toString(), plain.toString());
  });

  test('good and changed signatures get the same answer', () => {
    const parts = issueParts(parties);
    const good = Buffer.from(String(parts.signature), 'base64');
    const flipped = Array.from({ length: 12 }, (_, index) => {
      const bytes = Buffer.from(good);
      const place = Math.floor((index * good.length) / 12);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      return bytes;
    });
    // The command line reads 72 bytes of a signature at most and ignores what follows.
    const longer = good.length < 72 ? [Buffer.concat([good, Buffer.of(0)])] : [];
    const message = ['Google', trust.recipientId, 'ECv2', String(parts.signedMessage)];
    for (const bytes of [good, ...flipped, good.subarray(0, -1), ...longer, Buffer.of(0x30, 0)]) {
      const token = readGoogleToken(encodeToken({ ...parts, signature: bytes.toString('base64') }));
      const theirs = verify(parties.intermediate, bytes, signedBytes(message));
      equal(token !== undefined && isSignedByGoogle(token, trust), theirs);
      equal(theirs, bytes === good);
    }
  });
});
