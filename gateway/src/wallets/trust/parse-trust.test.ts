// Tests of the three trust files: what is read, and the one sentence for each that is not.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { makeRoot } from '@bramka/test/support/wallets/trust/make-root.ts';
import { p256, spki } from '@bramka/test/support/wallets/google/issue-token.ts';
import { parseAppleRoots } from './apple-roots.ts';
import { parseGoogleRoots } from './google-roots.ts';
import { parseSigningKeys } from './signing-keys.ts';
import { BadTrustFile, type TrustContext } from './trust-file.ts';

const now = Date.UTC(2026, 10, 16);
const sandbox = { isProduction: false, now };
const production = { isProduction: true, now };

type Parse = (bytes: Buffer, context: TrustContext) => unknown;

function refuses(parse: Parse, text: string | Buffer, sentence: string, context = sandbox): void {
  throws(() => parse(Buffer.from(text as string), context), new BadTrustFile(sentence));
}

const rootKey = p256();
const appleRoot = makeRoot(rootKey, { commonName: 'Apple' });
const otherRoot = makeRoot(p256(), { commonName: 'Other' });

test('root certificates of Apple Pay are read in their order, with comments', () => {
  const text = `# Apple Root CA - G3\n${appleRoot}\n\n${otherRoot.replaceAll('\n', '\r\n')}`;
  const roots = parseAppleRoots(Buffer.from(text), production);
  deepEqual(
    roots.map(({ subject }) => subject),
    ['O=Bramka Tests\nCN=Apple', 'O=Bramka Tests\nCN=Other'],
  );
});

const selfSigned = 'certificate 1 is not a self-signed root certificate';
const otherText = 'it contains something other than PEM certificates and # comments';
const badApple: [why: string, text: string, sentence: string][] = [
  ['empty', '', 'it contains no certificate'],
  ['only comments', '# nothing\n', 'it contains no certificate'],
  ['other text', `${appleRoot}hello\n`, otherText],
  ['a private key', appleRoot + rootKey.export({ format: 'pem', type: 'pkcs8' }), otherText],
  ['not closed', appleRoot.slice(0, -20), otherText],
  ['damaged', appleRoot.replace(/\n.{10}/, '\n'), 'certificate 1 is damaged'],
  ['not an authority', makeRoot(rootKey, { isAuthority: false }), selfSigned],
  ['issued by another', makeRoot(rootKey, { issuer: 'Other' }), selfSigned],
  ['signed by another', makeRoot(rootKey, { signer: p256() }), selfSigned],
  ['17 certificates', appleRoot.repeat(17), 'it contains more than 16 certificates'],
  [
    'the second is bad',
    appleRoot + makeRoot(rootKey, { issuer: 'Other' }),
    'certificate 2 is not a self-signed root certificate',
  ],
];
for (const [why, text, sentence] of badApple) {
  test(`root certificates: ${why}`, () => refuses(parseAppleRoots, text, sentence));
}

test('a root certificate is good until it expires', () => {
  const until = (notAfter: number) => makeRoot(rootKey, { notAfter });
  equal(parseAppleRoots(Buffer.from(until(now + 1000)), production).length, 1);
  const sentence = 'certificate 1 has expired (Nov 16 00:00:00 2026 GMT)';
  refuses(parseAppleRoots, until(now), sentence);
});

test('16 root certificates are allowed', () => {
  equal(parseAppleRoots(Buffer.from(appleRoot.repeat(16)), production).length, 16);
});

const googleKey = {
  keyValue: spki(rootKey),
  protocolVersion: 'ECv2',
  keyExpiration: '2154841200000',
};
const google = (...keys: unknown[]): string => JSON.stringify({ keys });

test('root keys of Google Pay are read, those of other protocols too', () => {
  const { keyValue } = googleKey;
  const ecv1 = { keyValue, protocolVersion: 'ECv1' };
  deepEqual(parseGoogleRoots(Buffer.from(google(ecv1, googleKey)), production), [
    { ...ecv1, keyExpiration: null },
    { ...googleKey, keyExpiration: 2_154_841_200_000 },
  ]);
});

const counts = 'it must be a JSON object with 1 to 32 "keys"';
const notMillis = 'the "keyExpiration" of key 1 must be milliseconds as text';
const notAKey = 'the "keyValue" of key 1 is not a P-256 public key';
const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey;
const badGoogle: [why: string, text: string, sentence: string][] = [
  ['empty', '', counts],
  ['a list', JSON.stringify([googleKey]), counts],
  ['no keys', google(), counts],
  ['33 keys', google(...Array.from({ length: 33 }, () => googleKey)), counts],
  ['a name twice', `{"keys":[],"keys":${JSON.stringify([googleKey])}}`, counts],
  ['a key that is no object', google('key'), notAKey],
  ['a key without value', google({ ...googleKey, keyValue: undefined }), notAKey],
  ['a private key', google({ ...googleKey, keyValue: pkcs8(rootKey) }), notAKey],
  ['another curve', google({ ...googleKey, keyValue: spki(p384) }), notAKey],
  ['another encoding', google({ ...googleKey, keyValue: `${spki(rootKey)}\n` }), notAKey],
  ['no version', google({ ...googleKey, protocolVersion: 2 }), 'key 1 has no "protocolVersion"'],
  ['no expiration', google({ ...googleKey, keyExpiration: undefined }), notMillis],
  ['an expiration as number', google({ ...googleKey, keyExpiration: 2154841200000 }), notMillis],
  [
    'only another protocol',
    google({ ...googleKey, protocolVersion: 'ECv1' }),
    'it has no key for ECv2 that is still valid',
  ],
  [
    'an unknown environment',
    JSON.stringify({ keys: [googleKey], environment: 'TEST' }),
    '"environment" must be absent, or SANDBOX',
  ],
];
for (const [why, text, sentence] of badGoogle) {
  test(`root keys: ${why}`, () => refuses(parseGoogleRoots, text, sentence));
}

test('one root key must still be valid', () => {
  const until = (time: number) => google({ ...googleKey, keyExpiration: String(time) });
  equal(parseGoogleRoots(Buffer.from(until(now + 1)), production).length, 1);
  refuses(parseGoogleRoots, until(now), 'it has no key for ECv2 that is still valid');
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const shortRsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const jwk = (key: KeyObject, kid = 'k1') => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  kid,
});
const jwks = (...keys: unknown[]): string => JSON.stringify({ keys });

test('signing keys of Click to Pay are read as they are', () => {
  const keys = [jwk(rsa.privateKey, 'rsa'), { ...jwk(rootKey, 'ec'), use: 'sig', alg: 'ES256' }];
  deepEqual(parseSigningKeys(Buffer.from(jwks(...keys)), production), keys);
});

const strong = 'key 1 must be a public key: P-256, or RSA of 2048 to 8192 bits';
const kidRule = 'the "kid" of key 1 must be 1 to 256 ASCII characters';
const privateKey = 'key 1 contains a private key; the file needs public keys only';
const badJwks: [why: string, text: string, sentence: string][] = [
  ['empty', '', counts],
  ['no keys', jwks(), counts],
  ['33 keys', jwks(...Array.from({ length: 33 }, () => jwk(rootKey))), counts],
  ['a key that is no object', jwks('key'), kidRule],
  ['no kid', jwks({ ...jwk(rootKey), kid: undefined }), kidRule],
  ['a long kid', jwks(jwk(rootKey, 'k'.repeat(257))), kidRule],
  ['the same kid twice', jwks(jwk(rootKey), jwk(p256())), 'two keys have the same "kid"'],
  [
    'a key for encryption',
    jwks({ ...jwk(rootKey), use: 'enc' }),
    'the "use" of key 1 must be absent, or sig',
  ],
  ['a private key', jwks({ ...rootKey.export({ format: 'jwk' }), kid: 'k1' }), privateKey],
  ['a shared key', jwks({ kty: 'oct', k: 'AAAA', kid: 'k1' }), privateKey],
  ['a short RSA key', jwks(jwk(shortRsa.privateKey)), strong],
  ['another curve', jwks(jwk(p384)), strong],
  ['no key at all', jwks({ kid: 'k1' }), strong],
  ['a point that is not on the curve', jwks({ ...jwk(rootKey), y: jwk(rootKey).x }), strong],
];
for (const [why, text, sentence] of badJwks) {
  test(`signing keys: ${why}`, () => refuses(parseSigningKeys, text, sentence));
}

test('what is simulated is read in the sandbox and refused in production', () => {
  const rows: [Parse, string, what: string][] = [
    [parseAppleRoots, makeRoot(rootKey, { organization: 'Bramka Sandbox' }), 'certificate 1'],
    [parseAppleRoots, makeRoot(rootKey, { commonName: 'Bramka Sandbox Root' }), 'certificate 1'],
    [parseGoogleRoots, JSON.stringify({ keys: [googleKey], environment: 'SANDBOX' }), 'it'],
    [parseSigningKeys, jwks(jwk(rootKey), jwk(rsa.privateKey, 'sandbox-1')), 'key 2'],
  ];
  for (const [parse, text, what] of rows) {
    parse(Buffer.from(text), sandbox);
    const sentence = `${what} is simulated and not allowed in production`;
    refuses(parse, text, sentence, production);
  }
});

function pkcs8(key: KeyObject): string {
  return key.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}
