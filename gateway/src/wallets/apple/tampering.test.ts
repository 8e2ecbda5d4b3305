// Every field of an Apple Pay token is changed after it was signed, or was signed wrongly. The
// answer is always the same, without any detail.
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import {
  recipientOf,
  sent,
  type Token,
  type TokenPlan,
} from '@bramka/test/support/wallets/apple/build-token.ts';
import { newEcKey } from '@bramka/test/support/wallets/apple/certificates.ts';
import {
  at,
  ecKey,
  keys,
  openHere,
  roots,
  rsaKey,
  tokenOf,
  versions,
  type Version,
} from '@bramka/test/support/wallets/apple/fixture.ts';
import { openAppleToken } from './open-apple-token.ts';

const refused = { kind: 'refused' };

/** In base64, with one bit changed; a negative place counts from the end. */
function flipped(text: string, place: number): string {
  const bytes = Buffer.from(text, 'base64');
  const index = place < 0 ? bytes.length + place : place;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes.toString('base64');
}

const cut = (text: string, bytes: number): string =>
  Buffer.from(text, 'base64').subarray(0, bytes).toString('base64');

const spki = (key = newEcKey()): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Changes members of the token or, with a dot, of its header; undefined removes one. */
function changed(token: Token, name: string, value: unknown): object {
  const [outer = '', inner] = name.split('.');
  const change = inner ? { header: { ...token.header, [inner]: value } } : { [outer]: value };
  return JSON.parse(JSON.stringify({ ...token, ...change })) as object;
}

type Row = readonly [field: string, what: string, value: (token: Token) => unknown];

const wrongTypes: Row[] = [
  'version',
  'data',
  'signature',
  'header',
  'header.publicKeyHash',
  'header.transactionId',
  'header.ephemeralPublicKey|wrappedKey',
].flatMap((field) => [
  [field, 'missing', () => undefined],
  [field, 'null', () => null],
  [field, 'empty', () => ''],
  [field, 'a number', () => 1],
  [field, 'a list', () => []],
  [field, 'an object', () => ({})],
]);

const rows: Row[] = [
  ...wrongTypes,
  ['version', 'the other one', ({ version }) => (version === 'EC_v1' ? 'RSA_v1' : 'EC_v1')],
  ['version', 'unknown', () => 'EC_v2'],
  ['version', 'in small letters', ({ version }) => version.toLowerCase()],
  ['data', 'changed at its start', ({ data }) => flipped(data, 0)],
  ['data', 'changed in the middle', ({ data }) => flipped(data, 100)],
  ['data', 'changed in the last block', ({ data }) => flipped(data, -17)],
  ['data', 'changed in its tag', ({ data }) => flipped(data, -1)],
  ['data', 'without its tag', ({ data }) => cut(data, -16)],
  ['data', 'as long as a tag', ({ data }) => cut(data, 16)],
  ['data', 'shorter than a tag', ({ data }) => cut(data, 15)],
  ['data', 'of another token', ({ version }) => tokenOf(version as Version).data],
  ['data', 'not base64', ({ data }) => `${data.slice(0, -4)}*===`],
  ['data', 'with a line break', ({ data }) => `${data.slice(0, 64)}\n${data.slice(64)}`],
  ['data', 'base64url', () => Buffer.from('fbff'.repeat(60), 'hex').toString('base64url')],
  ['signature', 'changed at its start', ({ signature }) => flipped(signature, 0)],
  ['signature', 'changed in the middle', ({ signature }) => flipped(signature, 600)],
  ['signature', 'changed in its value', ({ signature }) => flipped(signature, -10)],
  ['signature', 'without its end', ({ signature }) => cut(signature, -1)],
  ['signature', 'with a byte after it', ({ signature }) => cut(signature, 1e5) + 'AA=='],
  ['signature', 'of another token', ({ version }) => tokenOf(version as Version).signature],
  ['header.publicKeyHash', 'changed', ({ header }) => flipped(header['publicKeyHash'] ?? '', 0)],
  ['header.publicKeyHash', 'cut', ({ header }) => cut(header['publicKeyHash'] ?? '', 31)],
  ['header.publicKeyHash', 'in hex', () => ecKey.publicKeyHash.toString('hex')],
  [
    'header.publicKeyHash',
    "of the merchant's other key",
    ({ version }) => (version === 'EC_v1' ? rsaKey : ecKey).publicKeyHash.toString('base64'),
  ],
  ['header.transactionId', 'another one', () => 'cd'.repeat(32)],
  ['header.transactionId', 'cut', ({ header }) => header['transactionId']?.slice(2)],
  ['header.transactionId', 'with half a byte', ({ header }) => header['transactionId']?.slice(1)],
  ['header.transactionId', 'not hex', ({ header }) => header['transactionId']?.replace(/^./, 'g')],
  ['header.applicationData', 'added', () => 'ab'.repeat(32)],
  ['header.applicationData', 'of another type', () => 7],
  ['header.applicationData', 'not hex', () => 'zz'],
  [
    'header.ephemeralPublicKey|wrappedKey',
    'changed at its start',
    (token) => flipped(materialOf(token), 0),
  ],
  [
    'header.ephemeralPublicKey|wrappedKey',
    'changed at its end',
    (token) => flipped(materialOf(token), -1),
  ],
  ['header.ephemeralPublicKey|wrappedKey', 'cut', (token) => cut(materialOf(token), -1)],
  ['header.ephemeralPublicKey|wrappedKey', 'another one', () => spki()],
  ['header.wrappedKey|ephemeralPublicKey', 'there as well', (token) => materialOf(token)],
];

function materialOf({ header }: Token): string {
  return header['ephemeralPublicKey'] ?? header['wrappedKey'] ?? '';
}

for (const version of versions) {
  const token = tokenOf(version);

  test(`the ${version} token that is changed below is right`, () => {
    assert.equal(openHere(token).kind, 'opened');
  });

  for (const [field, what, value] of rows) {
    // "a|b": the first for EC_v1, the second for RSA_v1.
    const name = field.replace(/(\w+)\|(\w+)/, version === 'EC_v1' ? '$1' : '$2');
    test(`${version} with ${name} ${what} is refused`, () => {
      assert.deepEqual(openHere(changed(token, name, value(token))), refused);
    });
  }

  test(`${version} without, or with other, application data than signed is refused`, () => {
    const withData = tokenOf(version, { applicationData: Buffer.alloc(32, 1) });
    assert.equal(openHere(withData).kind, 'opened');
    for (const value of [undefined, '', '01'.repeat(31), '02'.repeat(32)]) {
      assert.deepEqual(openHere(changed(withData, 'header.applicationData', value)), refused);
    }
  });

  test(`${version} keeps its id when bytes of its transaction id become application data`, () => {
    const withData = tokenOf(version, { applicationData: Buffer.alloc(32, 1) });
    for (const right of [token, withData]) {
      const { transactionId = '', applicationData = '' } = right.header;
      const bytes = transactionId + applicationData;
      for (const end of [40, 62, 64, 66, 96, 128]) {
        const header = { transactionId: bytes.slice(0, end), applicationData: bytes.slice(end) };
        const opening = openHere({ ...right, header: { ...right.header, ...header } });
        assert.equal(opening.kind === 'opened' && opening.token.tokenId, bytes);
      }
    }
  });

  test(`${version} for a key of another merchant is refused`, () => {
    const others = keys.map(({ privateKey }) => recipientOf(privateKey, 'merchant.other'));
    const strange = [recipientOf(newEcKey())];
    const open = (own: typeof keys) => openAppleToken(sent(token), { roots, keys: own, at });
    assert.deepEqual(open(strange), refused);
    assert.deepEqual(open([]), refused);
    // The hash of the merchant identifier is part of the key agreement, not of RSA.
    assert.equal(open(others).kind, version === 'EC_v1' ? 'refused' : 'opened');
  });
}

const lengths: [string, Partial<TokenPlan>, string][] = [
  ['an id of 7 bytes', { transactionId: 'ab'.repeat(7) }, 'refused'],
  ['an id of 8 bytes', { transactionId: 'ab'.repeat(8) }, 'opened'],
  ['an id of 64 bytes', { transactionId: 'ab'.repeat(64) }, 'opened'],
  ['an id of 65 bytes', { transactionId: 'ab'.repeat(65) }, 'refused'],
  ['application data of 64 bytes', { applicationData: Buffer.alloc(64) }, 'opened'],
  ['application data of 65 bytes', { applicationData: Buffer.alloc(65) }, 'refused'],
];

for (const [name, plan, kind] of lengths) {
  test(`a token that was signed with ${name} is ${kind}`, () => {
    assert.equal(openHere(tokenOf('EC_v1', plan)).kind, kind);
  });
}

// Signed by the wallet, but not to be decrypted.
const undecryptable: [string, Version, (token: Token) => string][] = [
  ['a key on another curve', 'EC_v1', () => spki(newEcKey('P-384'))],
  ['a point that is not on the curve', 'EC_v1', (token) => flipped(materialOf(token), -1)],
  ['no key at all', 'EC_v1', () => Buffer.alloc(91).toString('base64')],
  ['a wrapped key of another length', 'RSA_v1', () => Buffer.alloc(255, 1).toString('base64')],
  ['a wrapped key with wrong padding', 'RSA_v1', () => Buffer.alloc(256, 1).toString('base64')],
  ['a wrapped key above the modulus', 'RSA_v1', () => Buffer.alloc(256, 255).toString('base64')],
];

for (const [name, version, material] of undecryptable) {
  test(`${version} that was signed with ${name} is refused`, () => {
    const wanted = Buffer.from(material(tokenOf(version)), 'base64');
    assert.deepEqual(openHere(tokenOf(version, { material: wanted })), refused);
  });
}

test('a wrapped key of 32 bytes is refused, although it decrypts', () => {
  assert.deepEqual(openHere(tokenOf('RSA_v1', { wrapped: Buffer.alloc(32, 7) })), refused);
});

const texts: [string, string][] = [
  ['nothing', ''],
  ['JSON that is not in base64', JSON.stringify(tokenOf('EC_v1'))],
  ['base64 of something else', Buffer.from('token').toString('base64')],
  ['a list', Buffer.from('[]').toString('base64')],
  ['an empty object', Buffer.from('{}').toString('base64')],
  ['payment data that is a text', Buffer.from('{"paymentData":"x"}').toString('base64')],
  ['payment data that is null', Buffer.from('{"paymentData":null}').toString('base64')],
  ['a member twice', twice()],
  ['a space before it', ` ${sent(tokenOf('EC_v1'))}`],
  ['base64url', sent({ ...tokenOf('EC_v1'), note: '~~~???' }).replaceAll('/', '_')],
];

function twice(): string {
  const json = JSON.stringify(tokenOf('EC_v1'));
  return Buffer.from(json.replace('{', '{"version":"EC_v1",')).toString('base64');
}

for (const [name, text] of texts) {
  test(`${name} instead of a token is refused`, () => {
    assert.deepEqual(openAppleToken(text, { roots, keys, at }), refused);
  });
}

test('a token is at most 16384 characters long', () => {
  const withLength = (length: number): string => {
    const bare = sent({ ...tokenOf('EC_v1'), note: '' });
    const missing = (length * 3) / 4 - Buffer.from(bare, 'base64').length;
    return sent({ ...tokenOf('EC_v1'), note: ' '.repeat(missing) });
  };
  for (const [length, kind] of [
    [16_384, 'opened'],
    [16_388, 'refused'],
  ] as const) {
    // The signatures of the two tokens may differ in length by a few bytes.
    const text = exactly(length, withLength);
    assert.equal(openAppleToken(text, { roots, keys, at }).kind, kind);
  }
});

function exactly(length: number, build: (length: number) => string): string {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const text = build(length);
    if (text.length === length) return text;
  }
  throw new Error('no token of this length was built');
}
