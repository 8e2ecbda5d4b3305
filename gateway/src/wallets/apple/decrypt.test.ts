// Tests of the decryption alone: the private keys are used only on authentic tokens, and a wrong
// padding has no consequence of its own.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { openWallet } from '@bramka/test/support/wallets/apple/authority.ts';
import {
  payment,
  recipientOf,
  sent,
  type Token,
} from '@bramka/test/support/wallets/apple/build-token.ts';
import {
  extension,
  ids,
  issue,
  newEcKey,
} from '@bramka/test/support/wallets/apple/certificates.ts';
import {
  at,
  ecKey,
  keys,
  roots,
  rsaKey,
  tokenOf,
  versions,
  wallet,
} from '@bramka/test/support/wallets/apple/fixture.ts';
import { nothing, octets, utf8 } from '../../core/der/write.ts';
import { decryptToken, keyOperations, type KeyOperations } from './decrypt.ts';
import { merchantIdHashOf } from './merchant-id.ts';
import { openAppleToken } from './open-apple-token.ts';
import { readAppleToken, type AppleToken } from './read-token.ts';

function readToken(token: object): AppleToken {
  const read = readAppleToken(sent(token));
  assert.ok(read);
  return read;
}

for (const version of versions) {
  test(`${version} is decrypted only if it is authentic`, () => {
    const token = readToken(tokenOf(version));
    const plain = decryptToken(token, { keys, isAuthentic: true });
    assert.deepEqual(JSON.parse(String(plain)), payment);
    assert.equal(decryptToken(token, { keys, isAuthentic: false }), undefined);
  });

  test(`${version} is decrypted only with the key that it names`, () => {
    const token = readToken(tokenOf(version));
    const other = { ...token, publicKeyHash: Buffer.alloc(32) };
    assert.equal(decryptToken(other, { keys, isAuthentic: true }), undefined);
    assert.equal(decryptToken(token, { keys: [], isAuthentic: true }), undefined);
    const key = version === 'EC_v1' ? ecKey : rsaKey;
    // A key of the other kind, even under the same hash.
    const wrongKind = { ...(key === ecKey ? rsaKey : ecKey), publicKeyHash: key.publicKeyHash };
    assert.equal(decryptToken(token, { keys: [wrongKind], isAuthentic: true }), undefined);
  });
}

test('a processing key on another curve is never used', () => {
  const key = { ...recipientOf(newEcKey('P-384')), publicKeyHash: ecKey.publicKeyHash };
  assert.equal(
    decryptToken(readToken(tokenOf('EC_v1')), { keys: [key], isAuthentic: true }),
    undefined,
  );
});

test('a wrapped key that cannot be unwrapped is replaced by a random one', () => {
  const token = readToken(tokenOf('RSA_v1'));
  // Nobody can know the key, so no data can be right for it.
  for (const keyMaterial of [Buffer.alloc(256), Buffer.alloc(1), Buffer.alloc(0)]) {
    assert.equal(decryptToken({ ...token, keyMaterial }, { keys, isAuthentic: true }), undefined);
  }
});

const hashes: [string, Buffer | null, string | undefined][] = [
  ['no certificate', null, '224d'],
  ['a certificate without the extension', certificateWith(undefined), '224d'],
  ['bytes that are no certificate', Buffer.from('x'), '224d'],
  ['the hash in the certificate', certificateWith(utf8('AB'.repeat(32))), 'abab'],
  ['a hash that is too short', certificateWith(utf8('AB'.repeat(31))), undefined],
  ['a hash that is not hex', certificateWith(utf8('XY'.repeat(32))), undefined],
  ['a hash of another type', certificateWith(nothing()), undefined],
  [
    'a hash in a string of another type',
    certificateWith(octets(Buffer.from('AB'.repeat(32)))),
    undefined,
  ],
  ['a hash that is not ASN.1', certificateWith(Buffer.from('AB')), undefined],
];

function certificateWith(content: Buffer | undefined): Buffer {
  const own = content ? [extension(ids.merchant, content)] : [];
  return issue({ name: 'Processing', issuer: null, extensions: own }).certificate;
}

for (const [name, certificate, start] of hashes) {
  test(`the hash of the merchant identifier with ${name}`, () => {
    const key = { ...recipientOf(newEcKey(), 'merchant.com.example'), certificate };
    const hash = merchantIdHashOf(key);
    assert.equal(hash?.toString('hex').slice(0, 4), start);
    if (hash) return;
    // Not even a token that was encrypted without a hash.
    const token = readToken(tokenOf('EC_v1', { recipient: key, merchantIdHash: Buffer.alloc(0) }));
    assert.equal(decryptToken(token, { keys: [key], isAuthentic: true }), undefined);
  });
}

/** The input of every operation with a private key while the token is opened. */
function watch(token: object): { readonly kind: string; readonly inputs: readonly Buffer[] } {
  const inputs: Buffer[] = [];
  const operations: KeyOperations = {
    agree(privateKey, publicKey) {
      inputs.push(publicKey.export({ format: 'der', type: 'spki' }));
      return keyOperations.agree(privateKey, publicKey);
    },
    unwrap(privateKey, wrapped) {
      inputs.push(Buffer.from(wrapped));
      return keyOperations.unwrap(privateKey, wrapped);
    },
  };
  const { kind } = openAppleToken(sent(token), { roots, keys, at, operations });
  return { kind, inputs };
}

for (const version of versions) {
  const token = tokenOf(version);
  const material = Buffer.from(Object.values(token.header)[0] ?? '', 'base64');
  const unknownHash = Buffer.alloc(32).toString('base64');
  const otherRoot = openWallet();

  test(`${version}: a private key is used once, on what the wallet has signed`, () => {
    const late = tokenOf(version, { signedAt: at - 1e6 });
    const empty = tokenOf(version, { plain: Buffer.from('{}') });
    assert.deepEqual(watch(token), { kind: 'opened', inputs: [material] });
    assert.deepEqual([watch(late).kind, watch(late).inputs.length], ['expired', 1]);
    assert.deepEqual([watch(empty).kind, watch(empty).inputs.length], ['refused', 1]);
  });

  const forged: [string, Token][] = [
    ['with other data', { ...token, data: tokenOf(version).data }],
    ['with the signature of another token', { ...token, signature: tokenOf(version).signature }],
    ['with an unreadable signature', { ...token, signature: 'AAAA' }],
    ['of another root', tokenOf(version, { wallet: otherRoot })],
    ['for an unknown key', { ...token, header: { ...token.header, publicKeyHash: unknownHash } }],
  ];

  for (const [what, wrong] of forged) {
    test(`${version}: for a token ${what} it is used once, on a substitute`, () => {
      const { kind, inputs } = watch(wrong);
      const sentMaterial = Buffer.from(Object.values(wrong.header)[0] ?? '', 'base64');
      assert.deepEqual([kind, inputs.length], ['refused', 1]);
      assert.equal(inputs[0]?.equals(sentMaterial), false);
      assert.equal(inputs[0]?.length, sentMaterial.length);
    });
  }
}

/** Processor time in milliseconds, of a fast one of many calls, because the machine may be busy. */
function durations(calls: readonly (() => unknown)[]): number[] {
  const times = calls.map((): number[] => []);
  for (let round = 0; round < 40; round += 1) {
    for (const [index, call] of calls.entries()) {
      const start = process.cpuUsage();
      call();
      const { user, system } = process.cpuUsage(start);
      times[index]?.push((user + system) / 1000);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[8] ?? 0);
}

for (const version of versions) {
  test(`${version}: an opened, an expired and a refused token take about the same time`, () => {
    const right = sent(tokenOf(version));
    const forged = { ...wallet.ecSigner, key: newEcKey() };
    const otherKey = createPublicKey(newEcKey()).export({ format: 'der', type: 'spki' });
    const texts = [
      sent({ ...tokenOf(version), data: tokenOf(version).data }),
      sent(tokenOf(version, { payment: { currencyCode: 'x' } })),
      sent(tokenOf(version, { merchantIdHash: Buffer.alloc(32), wrapped: Buffer.alloc(16) })),
      sent(tokenOf(version, { material: otherKey })),
      ...(version === 'EC_v1' ? [sent(tokenOf(version, { cms: { signer: forged } }))] : []),
    ];
    const [opened = 0, ...others] = durations([
      () => openAppleToken(right, { roots, keys, at }),
      () => openAppleToken(right, { roots, keys, at: at + 1e9 }),
      ...texts.map((text) => () => openAppleToken(text, { roots, keys, at })),
    ]);
    for (const [index, time] of others.entries()) {
      assert.ok(time > opened / 2 && time < opened * 2, `${index}: ${time} and ${opened} ms`);
    }
  });
}
