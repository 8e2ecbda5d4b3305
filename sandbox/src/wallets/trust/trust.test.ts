// Tests of the keys, certificates and signatures of the simulated wallets, with Node's own parser
// and with OpenSSL, which share no code with the writer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import { memoryRecipients } from '../../testing/wallets-fixture.ts';
import { keyOfRequest } from './certificate-request.ts';
import { issueCertificate, merchantHash, type CertificateKind } from './portal.ts';
import { createSession, SESSION_LIFE_MS } from './session.ts';
import { signDetached } from './signed-data.ts';
import { appleRootPem, createWalletKeys, googleRootsJson } from './wallet-keys.ts';

const clock = handClock();
const random = seededRandom(3);
const keys = await createWalletKeys(clock, random);
const recipients = memoryRecipients();
const parts = { keys: () => Promise.resolve(keys), recipients, clock, random };
const folder = mkdtempSync(join(tmpdir(), 'wallet-trust-'));
after(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const openssl = (...options: string[]): string =>
  execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const pem = (der: Buffer): string => new X509Certificate(der).toString();
const [root, intermediate, signer, portal] = [
  file('root.pem', appleRootPem(keys)),
  file('intermediate.pem', pem(keys.appleIntermediate)),
  file('signer.pem', pem(keys.appleSigner.certificate)),
  file('portal.pem', pem(keys.portal.certificate)),
] as const;

/** A certificate request as OpenSSL writes it. */
function requestOf(privateKey: KeyObject, hash = 'sha256'): string {
  const key = file('request.key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return openssl('req', '-new', `-${hash}`, '-key', key, '-subj', '/CN=merchant.com.shop');
}
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

async function certificateOf(kind: CertificateKind, pair = ec, name = 'merchant.com.shop') {
  const certificate = await issueCertificate(parts, {
    kind,
    name,
    csr: requestOf(pair.privateKey),
  });
  return new X509Certificate(certificate ?? assert.fail('the request was refused'));
}

test('OpenSSL verifies the chains of the token signer and of the portal', () => {
  const chain = ['-x509_strict', '-CAfile', root];
  assert.match(openssl('verify', ...chain, '-untrusted', intermediate, signer), /: OK/);
  const rsaSigner = file('rsa-signer.pem', pem(keys.appleRsaSigner.certificate));
  assert.match(openssl('verify', ...chain, '-untrusted', intermediate, rsaSigner), /: OK/);
  assert.match(openssl('verify', ...chain, portal), /: OK/);
});

test('root, issuers and signer have the keys, hashes and marks of the real ones', () => {
  const shown = [root, intermediate, signer].map((path) => openssl('x509', '-text', '-in', path));
  const facts = [
    [/secp384r1/, /ecdsa-with-SHA384/, /CA:TRUE/],
    [/prime256v1/, /ecdsa-with-SHA256/, /CA:TRUE/, /1\.2\.840\.113635\.100\.6\.2\.14/],
    [/prime256v1/, /ecdsa-with-SHA256/, /CA:FALSE/, /1\.2\.840\.113635\.100\.6\.29/],
  ];
  facts.forEach((list, index) => {
    for (const fact of list) assert.match(shown[index] ?? '', fact);
  });
  assert.doesNotMatch(shown[0] ?? '', /1\.2\.840\.113635/);
  for (const text of shown) {
    assert.match(text, /Issuer: .*O = Bramka Sandbox/);
    assert.match(text, /Subject: .*O = Bramka Sandbox/);
  }
});

test('Google roots are marked as simulated', () => {
  const { environment, keys: listed } = googleRootsJson(keys);
  assert.equal(environment, 'SANDBOX');
  assert.deepEqual(
    listed.map(({ protocolVersion }) => protocolVersion),
    ['ECv2'],
  );
});

test('OpenSSL verifies a detached signature, and none of other content', () => {
  const content = Buffer.from('content of the token');
  const signature = signDetached(content, {
    signer: keys.appleSigner,
    chain: [keys.appleIntermediate],
    signedAt: Date.parse('2026-05-01T10:20:30Z'),
  });
  assert.equal(signature.subarray(0, 2).toString('hex'), '3080', 'indefinite length');
  const path = file('signature.der', signature);
  const verify = (text: Buffer): string => {
    const given = ['-content', file('content', text), '-CAfile', root, '-purpose', 'any'];
    return openssl('cms', '-verify', '-binary', '-inform', 'DER', '-in', path, ...given);
  };
  assert.equal(verify(content), content.toString());
  assert.throws(() => verify(Buffer.from('other content')), /digest failure|verification failure/i);
  const printed = openssl('cms', '-cmsout', '-print', '-noout', '-inform', 'DER', '-in', path);
  assert.match(printed, /UTCTIME:May {2}1 10:20:30 2026 GMT/);
  assert.match(printed, /eContent: <ABSENT>/);
});

test('the portal certifies requests of both algorithms and remembers the newest', async () => {
  const cases = [
    ['APAY_PROCESSING', ec, 'EC', /Key Agreement/],
    ['APAY_PROCESSING', rsa, 'RSA', /Key Encipherment/],
    ['APAY_IDENTITY', rsa, 'RSA', /Digital Signature/],
  ] as const;
  for (const [kind, pair, algorithm, usage] of cases) {
    const certificate = await certificateOf(kind, pair);
    assert.ok(certificate.publicKey.equals(pair.publicKey));
    const path = file('issued.pem', certificate.toString());
    const chain = ['-x509_strict', '-CAfile', root, '-untrusted', portal];
    assert.match(openssl('verify', ...chain, path), /: OK/);
    const shown = openssl('x509', '-text', '-in', path);
    assert.match(shown, usage);
    assert.match(shown, /UID = merchant\.com\.shop/);
    assert.match(shown, /O = Bramka Sandbox/);
    const known = await recipients.find(kind, 'merchant.com.shop', algorithm);
    assert.deepEqual(Buffer.from(known?.certificate ?? []), certificate.raw);
    const months = new Date(clock.now());
    months.setUTCMonth(months.getUTCMonth() + 25);
    assert.equal(Math.abs(certificate.validToDate.getTime() - months.getTime()) < 1000, true);
  }
});

test('a certificate names the hash of its merchant identifier', async () => {
  const { raw } = await certificateOf('APAY_PROCESSING');
  const hash = createHash('sha256').update('merchant.com.shop').digest('hex').toUpperCase();
  assert.equal(merchantHash('merchant.com.shop'), hash);
  // The identifier of the extension, then the text in its octet string.
  const mark = Buffer.from('06092a864886f763640620' + '04420c40', 'hex');
  const index = raw.indexOf(mark);
  assert.ok(index > 0);
  assert.equal(raw.subarray(index + mark.length, index + mark.length + 64).toString(), hash);
});

const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });

test('requests with damage, a foreign signature or an unsuitable key are refused', async () => {
  const good = requestOf(ec.privateKey);
  assert.ok(keyOfRequest(good)?.equals(ec.publicKey));
  assert.ok(keyOfRequest(requestOf(rsa.privateKey, 'sha384'))?.equals(rsa.publicKey));
  const bytes = Buffer.from(good.replaceAll(/-----.*?-----/g, ''), 'base64');
  const wrapped = (content: Buffer): string =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${content.toString('base64')}\n` +
    '-----END CERTIFICATE REQUEST-----\n';
  assert.ok(keyOfRequest(wrapped(bytes)));
  for (let index = 0; index < bytes.length; index += 1) {
    const damaged = Buffer.from(bytes);
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    assert.equal(keyOfRequest(wrapped(damaged)), undefined, `byte ${String(index)}`);
    assert.equal(keyOfRequest(wrapped(bytes.subarray(0, index))), undefined);
  }
  for (const text of [
    '',
    'x',
    wrapped(Buffer.concat([bytes, Buffer.of(5, 0)])),
    `${good}${good}`,
  ]) {
    assert.equal(keyOfRequest(text), undefined);
  }
  for (const pair of [p384, weak]) {
    const order = { kind: 'APAY_PROCESSING', name: 'a', csr: requestOf(pair.privateKey) } as const;
    assert.equal(await issueCertificate(parts, order), undefined);
  }
});

const order = (certificate: X509Certificate, privateKey = ec.privateKey) => ({
  certificate: certificate.raw,
  privateKey,
  name: 'merchant.com.shop',
  displayName: 'Shop',
  domain: 'shop.example',
});

test('a session is shaped like a real one and signed by the wallet', async () => {
  const identity = await certificateOf('APAY_IDENTITY');
  const session = (await createSession(parts, order(identity))) ?? assert.fail();
  const { signature, merchantSessionIdentifier, nonce, ...rest } = session;
  assert.deepEqual(rest, {
    epochTimestamp: clock.now(),
    expiresAt: clock.now() + SESSION_LIFE_MS,
    merchantIdentifier: merchantHash('merchant.com.shop'),
    domainName: 'shop.example',
    displayName: 'Shop',
    operationalAnalyticsIdentifier: `Shop:${merchantHash('merchant.com.shop')}`,
    retries: 0,
    pspId: merchantHash('merchant.com.shop'),
  });
  assert.match(String(merchantSessionIdentifier), /^SSH[0-9A-F]{32}_[0-9A-F]{64}$/);
  assert.match(String(nonce), /^[0-9a-f]{8}$/);
  const path = file('session.der', Buffer.from(String(signature), 'hex'));
  const { epochTimestamp, expiresAt, merchantIdentifier, domainName, displayName } = session;
  const signed = {
    ...{ epochTimestamp, expiresAt, merchantSessionIdentifier, nonce, merchantIdentifier },
    ...{ domainName, displayName },
  };
  const content = file('session.json', JSON.stringify(signed));
  const given = ['-content', content, '-CAfile', root, '-purpose', 'any', '-inform', 'DER'];
  assert.ok(openssl('cms', '-verify', '-binary', '-in', path, ...given));
});

test('no session without an identity certificate of this portal, its key and time', async () => {
  const identity = await certificateOf('APAY_IDENTITY');
  const processing = await certificateOf('APAY_PROCESSING');
  const foreign = await createWalletKeys(clock, random);
  const elsewhere = { ...parts, keys: () => Promise.resolve(foreign) };
  const wrong = [
    order(processing),
    order(identity, rsa.privateKey),
    { ...order(identity), name: 'merchant.com.other' },
    { ...order(identity), name: 'merchant.com.sho' },
    { ...order(identity), certificate: Buffer.from('no certificate') },
    { ...order(identity), certificate: keys.appleSigner.certificate },
  ];
  for (const one of wrong) assert.equal(await createSession(parts, one), undefined);
  assert.equal(await createSession(elsewhere, order(identity)), undefined);
  const end = identity.validToDate.getTime() - clock.now();
  clock.advance(end);
  assert.ok(await createSession(parts, order(identity)));
  clock.advance(1);
  assert.equal(await createSession(parts, order(identity)), undefined);
  clock.advance(-end - 1);
});
