// Tests that every change of a Google Pay token is refused with the same answer and the same work,
// also a change by somebody who could sign it.
import assert, { deepEqual, equal } from 'node:assert/strict';
import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import {
  encodeToken,
  encryptWith,
  issueParts,
  issueToken,
  p256,
  payloadOf,
  spki,
  type Members,
  type TokenParts,
  type TokenPlan,
} from '@bramka/test/support/wallets/google/issue-token.ts';
import { countingOpener, opener, parties } from '@bramka/test/support/wallets/google/opener.ts';
import { openGoogleToken } from './open-google-token.ts';

const REFUSED = { kind: 'refused' };

/** Counts the work of a refusal: it is that of a token that opens. */
const counting = countingOpener();
equal(openGoogleToken(issueToken(parties), counting.opener).kind, 'opened');
const fullWork = counting.count();

function assertRefused(text: string, why: string): void {
  deepEqual(openGoogleToken(text, counting.opener), REFUSED, why);
  deepEqual(counting.count(), fullWork, `the work of the refusal: ${why}`);
}

const refuseToken = (token: unknown, why: string) => assertRefused(encodeToken(token), why);
const refusePlan = (plan: TokenPlan, why: string) => assertRefused(issueToken(parties, plan), why);

test('a refusal uses a root key and the key of the gateway', () => {
  deepEqual(fullWork, { roots: 1, keys: 2 });
});

type Path = readonly string[];
const paths: Path[] = [
  ['protocolVersion'],
  ['signature'],
  ['intermediateSigningKey'],
  ['intermediateSigningKey', 'signedKey'],
  ['intermediateSigningKey', 'signatures'],
  ['intermediateSigningKey', 'signatures', '0'],
  ['signedMessage'],
];
const oddValues = [
  null,
  true,
  0,
  1.5,
  '',
  ' ',
  'x',
  'ECv1',
  '{}',
  '[]',
  [],
  {},
  [[]],
  [''],
  [null],
];

for (const path of paths) {
  test(`an odd ${path.join('.')} is refused`, () => {
    for (const value of [...oddValues, undefined]) {
      refuseToken(withValue(issueParts(parties), path, value), JSON.stringify(value));
    }
  });
}

test('an additional or repeated member is refused', () => {
  const token = issueParts(parties);
  refuseToken({ ...token, more: 1 }, 'at the top');
  const intermediateSigningKey = { ...(token.intermediateSigningKey as object), more: 1 };
  refuseToken({ ...token, intermediateSigningKey }, 'in the intermediate key');
  const text = JSON.stringify(token);
  refuseToken(text.replace('{', '{"protocolVersion":"ECv2",'), 'a member twice');
  refuseToken(`${text}{}`, 'a second object');
  refuseToken(`\ufeff${text}`, 'a byte order mark');
  refusePlan({ sealed: (sealed) => ({ ...sealed, more: 1 }) }, 'in the message');
});

test('more members in the signed key are allowed, because Google may add some', () => {
  const text = issueToken(parties, { signedKey: (key) => ({ ...key, more: 1 }) });
  equal(openGoogleToken(text, opener).kind, 'opened');
});

test('any changed bit of a signature is refused', () => {
  const token = issueParts(parties);
  const key = token.intermediateSigningKey as { signedKey: string; signatures: string[] };
  const longer = Buffer.concat([Buffer.from(String(token.signature), 'base64'), Buffer.of(0)]);
  for (const signature of [...flips(String(token.signature)), longer.toString('base64')]) {
    refuseToken({ ...token, signature }, 'of the message');
  }
  for (const signature of flips(key.signatures[0] ?? '')) {
    const intermediateSigningKey = { ...key, signatures: [signature] };
    refuseToken({ ...token, intermediateSigningKey }, 'of the key');
  }
});

test('any changed character of a signed text is refused', () => {
  const token = issueParts(parties);
  const { signedKey, signatures } = token.intermediateSigningKey as Record<string, string>;
  for (const changed of changes(signedKey ?? '')) {
    const intermediateSigningKey = { signedKey: changed, signatures };
    refuseToken({ ...token, intermediateSigningKey }, changed);
  }
  for (const signedMessage of changes(String(token.signedMessage))) {
    refuseToken({ ...token, signedMessage }, signedMessage);
  }
});

test('the same content in other words is not what was signed', () => {
  const token = issueParts(parties);
  const signedMessage = JSON.stringify(JSON.parse(String(token.signedMessage)));
  refuseToken({ ...token, signedMessage }, 'without escapes');
  refuseToken({ ...token, signedMessage: ` ${String(token.signedMessage)}` }, 'with a space');
});

test('parts of two tokens do not fit together', () => {
  const [one, other] = [issueParts(parties), issueParts(parties)];
  refuseToken({ ...one, signature: other.signature }, 'signature');
  refuseToken({ ...one, signedMessage: other.signedMessage }, 'message');
  const stranger = issueParts({ ...parties, intermediate: p256() });
  refuseToken({ ...one, intermediateSigningKey: stranger.intermediateSigningKey }, 'key');
});

for (const name of ['encryptedMessage', 'tag', 'ephemeralPublicKey']) {
  test(`a changed bit of ${name} is refused, although it is signed`, () => {
    const { length } = Buffer.from(String(sealedMember(name)), 'base64');
    for (let index = 0; index < length; index += Math.ceil(length / 65)) {
      const sealed = (one: Members) => ({ ...one, [name]: flip(String(one[name]), index) });
      refusePlan({ sealed }, `${name} ${index}`);
    }
  });

  test(`an odd ${name} is refused, although it is signed`, () => {
    for (const value of [...oddValues, undefined, 'A'.repeat(400)]) {
      refusePlan({ sealed: (one) => ({ ...one, [name]: value }) }, JSON.stringify(value));
    }
  });

  test(`another spelling of ${name} is refused, although it is signed`, () => {
    const spellings = [
      (text: string) => `${text}\n`,
      (text: string) => ` ${text}`,
      (text: string) => text.replace('=', ''),
      (text: string) => `${text}=`,
      (text: string) => `${text.slice(0, 4)}!${text.slice(4)}`,
    ];
    for (const spell of spellings) {
      const sealed = (one: Members) => ({ ...one, [name]: spell(`${String(one[name])}`) });
      const message = JSON.stringify(payloadOf()).padEnd(520);
      refusePlan({ sealed, message }, spell('text'));
    }
  });
}

test('a tag of zeros or of another length is refused', () => {
  for (const bytes of [0, 1, 16, 31, 32, 33, 64]) {
    const tag = Buffer.alloc(bytes).toString('base64');
    refusePlan({ sealed: (one) => ({ ...one, tag }) }, `${bytes} zeros`);
  }
  const shortened = (one: Members, bytes: number) =>
    Buffer.from(String(one['tag']), 'base64').subarray(0, bytes).toString('base64');
  for (const bytes of [0, 16, 31]) {
    refusePlan({ sealed: (one) => ({ ...one, tag: shortened(one, bytes) }) }, `${bytes} bytes`);
  }
});

/** The coordinate 2^256 - 1 is above the prime; (0, 0) and (1, 1) are not on the curve. */
const badPoints: [why: string, point: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['infinity', Buffer.of(0)],
  ['zeros', Buffer.alloc(65)],
  ['(0, 0)', Buffer.concat([Buffer.of(4), Buffer.alloc(64)])],
  ['(1, 1)', Buffer.concat([Buffer.of(4), coordinate(1), coordinate(1)])],
  ['above the prime', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 255)])],
  ['compressed', compressed()],
  [
    'hybrid',
    Buffer.concat([Buffer.of(6 + ((ownPoint().at(-1) ?? 0) % 2)), ownPoint().subarray(1)]),
  ],
  ['too short', ownPoint().subarray(0, 64)],
  ['too long', Buffer.concat([ownPoint(), Buffer.of(0)])],
  ['swapped', Buffer.concat([Buffer.of(4), ownPoint().subarray(33), ownPoint().subarray(1, 33)])],
];
test('the gateway’s own point is good, so that its other encodings are tried', () => {
  const message = JSON.stringify(payloadOf());
  const text = issueToken(parties, { sealed: () => encryptWith(ownSecret(), ownPoint(), message) });
  equal(openGoogleToken(text, opener).kind, 'opened');
});

for (const [why, point] of badPoints) {
  test(`an ephemeral key that is no point is refused: ${why}`, () => {
    // With each secret that a library might compute for it.
    for (const secret of [ownSecret(), Buffer.alloc(32), Buffer.alloc(0), coordinate(1)]) {
      const message = JSON.stringify(payloadOf());
      refusePlan({ sealed: () => encryptWith(secret, point, message) }, why);
    }
  });
}

test('an intermediate key of another kind is refused, although a root key signed it', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
  for (const signer of [rsa, p384]) {
    const signedKey = (key: Members) => ({ ...key, keyValue: spki(signer) });
    refusePlan({ signer, signedKey }, String(signer.asymmetricKeyType));
  }
});

test('an odd signed key is refused, although a root key signed it', () => {
  for (const value of [...oddValues, undefined, '-1', '1e15', '9'.repeat(16), '0x10']) {
    const expiry = (key: Members) => ({ ...key, keyExpiration: value });
    refusePlan({ signedKey: expiry }, `keyExpiration ${JSON.stringify(value)}`);
    const key = (one: Members) => ({ ...one, keyValue: value });
    refusePlan({ signedKey: key }, `keyValue ${JSON.stringify(value)}`);
    if (value !== undefined && value !== null)
      refusePlan({ signedKey: () => value }, JSON.stringify(value));
  }
});

test('text that is no token is refused', () => {
  const token = issueToken(parties);
  const url = Buffer.from(token, 'base64').toString('base64url');
  const texts = ['', ' ', 'x', '====', `${token}=`, ` ${token}`, `${token}\n`, token.slice(4)];
  for (const text of [...texts, `${url}-`, 'A'.repeat(16_385), '\ud800', 'żółć']) {
    assertRefused(text, text.slice(0, 20));
  }
  assertRefused(Buffer.from(token, 'base64').toString(), 'JSON without base64');
});

test('a token may have 16384 characters, and not more', () => {
  const sized = (bytes: number) => {
    const token = JSON.stringify(issueParts(parties));
    return encodeToken(token.replace('{', `{${' '.repeat(bytes - Buffer.byteLength(token))}`));
  };
  const [longest, longer] = [sized(12_288), sized(12_289)];
  equal(longest.length, 16_384);
  equal(openGoogleToken(longest, opener).kind, 'opened');
  assert(longer.length > 16_384);
  assertRefused(longer, 'too long');
});

function withValue(token: TokenParts, path: Path, value: unknown): unknown {
  const copy = structuredClone(token) as unknown as Members;
  const last = path.at(-1) ?? '';
  let at: Members = copy;
  for (const name of path.slice(0, -1)) at = at[name] as Members;
  at[last] = value;
  return copy;
}

/** One bit of one byte is changed. */
function flip(base64: string, index: number): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[index] = (bytes[index] ?? 0) ^ (1 << (index % 8));
  return bytes.toString('base64');
}

/** Each byte changed in one bit. */
function flips(base64: string): string[] {
  const { length } = Buffer.from(base64, 'base64');
  return Array.from({ length }, (_, index) => flip(base64, index));
}

/** The text with every seventh character replaced by another. */
function changes(text: string): string[] {
  const places = Array.from({ length: Math.floor(text.length / 7) }, (_, index) => index * 7);
  return places.map((place) => {
    const other = text[place] === 'A' ? 'B' : 'A';
    return text.slice(0, place) + other + text.slice(place + 1);
  });
}

function sealedMember(name: string): unknown {
  return (JSON.parse(String(issueParts(parties).signedMessage)) as Members)[name];
}

function coordinate(value: number): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

function ownPoint(): Buffer {
  return Buffer.from(spki(parties.recipient), 'base64').subarray(-65);
}

function compressed(): Buffer {
  const sign = 2 + ((ownPoint().at(-1) ?? 0) % 2);
  return Buffer.concat([Buffer.of(sign), ownPoint().subarray(1, 33)]);
}

/** What the gateway's key shares with its own point. */
function ownSecret(): Buffer {
  const { recipient: privateKey } = parties;
  return diffieHellman({ privateKey, publicKey: createPublicKey(privateKey) });
}
