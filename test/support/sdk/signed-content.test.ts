// Tests of whom the SDK trusts: content signed under its authority, valid now and for its own key,
// and no imitation of it.
import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { CompactSign } from 'jose';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { makeCertificate, type CertificateParts } from '@bramka/sandbox/wire/x509/certificate.ts';
import {
  certificateChain,
  createDirectoryKeys,
  publicDirectoryKeys,
} from '@bramka/sandbox/acs/app/directory-keys.ts';
import { signContent } from '@bramka/sandbox/acs/app/signed-content.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { ephemeralPair } from './key-agreement.ts';
import { readSignedContent, type Trust } from './signed-content.ts';

const clock = handClock();
const nowMs = clock.now();
const dayMs = 86_400_000;
const keys = createDirectoryKeys(clock, systemRandom);
const sdkJwk = ephemeralPair().publicJwk;
const acsURL = 'https://acs.example/app';
const payload = { acsEphemPubKey: ephemeralPair().publicJwk, sdkEphemPubKey: sdkJwk, acsURL };
const trust: Trust = { ...publicDirectoryKeys(keys), ownKey: sdkJwk, nowMs };

const sign = (
  overrides: Record<string, unknown> = {},
  { alg = 'ES256', x5c = certificateChain(keys), key = keys.signingKey } = {},
) =>
  new CompactSign(Buffer.from(JSON.stringify({ ...payload, ...overrides })))
    .setProtectedHeader({ alg, x5c })
    .sign(key);

const untrusted = (why: RegExp) => ({ name: 'SdkError', kind: 'untrusted', message: why });
const refuses = (jws: string, why: RegExp, other: Partial<Trust> = {}) =>
  assert.throws(() => readSignedContent(jws, { ...trust, ...other }), untrusted(why));

/** An authority created here, and certificates under it. */
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const root = pair();
const issue = (overrides: Partial<CertificateParts> = {}) =>
  makeCertificate({
    subject: { CN: 'Root' },
    issuer: { CN: 'Root' },
    usage: 'authority',
    serial: Buffer.of(7),
    publicKey: root.publicKey,
    signingKey: root.privateKey,
    notBefore: nowMs - dayMs,
    notAfter: nowMs + dayMs,
    ...overrides,
  });
const ownTrust = { caCertificatePem: new X509Certificate(issue()).toString() };
const text = (...chain: Buffer[]) => chain.map((one) => one.toString('base64'));

test('trusts signed content of the ACS', async () => {
  const { acsEphemPubKey } = payload;
  assert.deepEqual(readSignedContent(await sign(), trust), { acsEphemPubKey, acsURL });
});

test('trusts a chain that ends with the authority itself', async () => {
  const x5c = [...certificateChain(keys), keys.authorityCertificate.toString('base64')];
  assert.equal(readSignedContent(await sign({}, { x5c }), trust).acsURL, acsURL);
});

test('trusts PS256 of an RSA key', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const x5c = text(issue({ subject: { CN: 'RSA' }, publicKey: rsa.publicKey, usage: 'signature' }));
  const key = rsa.privateKey;
  const jws = await sign({}, { alg: 'PS256', x5c, key });
  assert.equal(readSignedContent(jws, { ...trust, ...ownTrust }).acsURL, acsURL);
  refuses(await sign({}, { alg: 'RS256', x5c, key }), /signature/, ownTrust);
  refuses(jws.slice(0, -4), /signature/, ownTrust);
});

test('does not trust another authority', async () => {
  const other = publicDirectoryKeys(createDirectoryKeys(clock, systemRandom));
  refuses(await sign(), /chain is broken/, other);
});

test('does not trust a chain that is not yet or no longer valid', async () => {
  const { validTo, validFrom } = new X509Certificate(keys.signingCertificate);
  refuses(await sign(), /not valid now/, { nowMs: Date.parse(validTo) + 1000 });
  refuses(await sign(), /not valid now/, { nowMs: Date.parse(validFrom) - 1000 });
});

test('does not trust a chain with an expired certificate', async () => {
  const [middle, leaf] = [pair(), pair()];
  const chainWith = (middleEnds: number, leafEnds: number) =>
    text(
      issue({
        subject: { CN: 'Leaf' },
        publicKey: leaf.publicKey,
        usage: 'signature',
        issuer: { CN: 'Middle' },
        signingKey: middle.privateKey,
        notAfter: leafEnds,
      }),
      issue({ subject: { CN: 'Middle' }, publicKey: middle.publicKey, notAfter: middleEnds }),
    );
  const [past, future] = [nowMs - 1000, nowMs + dayMs];
  const signed = (x5c: string[]) => sign({}, { x5c, key: leaf.privateKey });
  const jws = await signed(chainWith(future, future));
  assert.equal(readSignedContent(jws, { ...trust, ...ownTrust }).acsURL, acsURL);
  refuses(await signed(chainWith(past, future)), /not valid now/, ownTrust);
  refuses(await signed(chainWith(future, past)), /not valid now/, ownTrust);
});

test('does not trust a certificate that was issued by a signer without CA rights', async () => {
  const [signer, forger] = [pair(), pair()];
  const signerParts: Partial<CertificateParts> = {
    subject: { CN: 'Signer' },
    publicKey: signer.publicKey,
    usage: 'signature',
  };
  const forged = issue({
    subject: { CN: 'Forger' },
    publicKey: forger.publicKey,
    usage: 'signature',
    issuer: { CN: 'Signer' },
    signingKey: signer.privateKey,
  });
  const x5c = text(forged, issue(signerParts));
  refuses(await sign({}, { x5c, key: forger.privateKey }), /not an authority/, ownTrust);
});

test('does not trust a certificate that only has the name of its issuer', async () => {
  const [forger, impostor] = [pair(), pair()];
  const x5c = text(
    issue({
      subject: { CN: 'Forger' },
      publicKey: forger.publicKey,
      signingKey: impostor.privateKey,
    }),
  );
  const jws = await sign({}, { x5c, key: forger.privateKey });
  refuses(jws, /chain is broken|forged/, ownTrust);
});

test('does not trust a certificate whose signature was changed', async () => {
  const forged = Buffer.from(keys.signingCertificate);
  forged.writeUInt8(forged.readUInt8(forged.length - 1) ^ 1, forged.length - 1);
  const x5c = certificateChain(keys).with(0, forged.toString('base64'));
  refuses(await sign({}, { x5c }), /forged/);
});

test('does not trust a chain that is in the wrong order, empty, too long or missing', async () => {
  const [signing = '', issuing = ''] = certificateChain(keys);
  refuses(await sign({}, { x5c: [issuing, signing] }), /chain is broken|not an authority/);
  refuses(await sign({}, { x5c: [signing] }), /chain is broken/);
  refuses(await sign({}, { x5c: [] }), /x5c/);
  refuses(await sign({}, { x5c: Array<string>(6).fill(signing) }), /x5c/);
  refuses(await sign({}, { x5c: ['AAAA'] }), /malformed/);
});

test('does not trust the signature of another key', async () => {
  refuses(await sign({}, { key: pair().privateKey }), /signature is wrong/);
});

test('does not trust a payload that was changed', async () => {
  const [header, , signature] = (await sign()).split('.');
  const changed = { ...payload, acsURL: 'https://evil.example' };
  const body = Buffer.from(JSON.stringify(changed)).toString('base64url');
  refuses([header, body, signature].join('.'), /signature is wrong/);
});

test('does not trust unsigned content, nor one signed with a public key as a secret', async () => {
  const [, body = ''] = (await sign()).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', x5c: certificateChain(keys) }));
  refuses(`${none.toString('base64url')}.${body}.`, /not a compact JWS/);
  refuses(`${none.toString('base64url')}.${body}.AAAA`, /signature is wrong/);
  const secret = createPublicKey(keys.signingKey).export({ type: 'spki', format: 'der' });
  const hs256 = await new CompactSign(Buffer.from(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'HS256', x5c: certificateChain(keys) })
    .sign(secret);
  refuses(hs256, /signature is wrong/);
});

test('does not trust content for another key, or with swapped keys', async () => {
  const { acsSignedContent } = await signContent({
    acsURL,
    keys,
    sdkReferenceNumber: 'SDK',
    sdkEphemPubKey: ephemeralPair().publicJwk,
  });
  refuses(acsSignedContent, /another SDK's key/);
  const swapped = { acsEphemPubKey: sdkJwk, sdkEphemPubKey: payload.acsEphemPubKey };
  refuses(await sign(swapped), /another SDK's key/);
  refuses(await sign({ acsEphemPubKey: sdkJwk }), /no key of its own/);
});

test('does not trust content without a key of the ACS or an address', async () => {
  refuses(await sign({ acsEphemPubKey: { ...sdkJwk, crv: 'P-384' } }), /acsEphemPubKey/);
  refuses(await sign({ acsEphemPubKey: undefined }), /malformed/);
  refuses(await sign({ acsURL: 'javascript:alert(1)' }), /acsURL/);
  refuses(await sign({ acsURL: undefined }), /acsURL/);
  refuses('a.b.c', /malformed/);
});
