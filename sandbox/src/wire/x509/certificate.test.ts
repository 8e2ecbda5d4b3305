// Tests of the generated certificates with Node's own X.509 parser: names, validity, key usage,
// issuer.
import { equal, ok } from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { makeCertificate, type CertificateParts } from './certificate.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const root = pair();
const leaf = pair();

const parts = (overrides: Partial<CertificateParts> = {}): CertificateParts => ({
  subject: { CN: 'Root' },
  issuer: { CN: 'Root' },
  publicKey: root.publicKey,
  signingKey: root.privateKey,
  serial: Buffer.of(0x7a, 1, 2, 3),
  notBefore: Date.parse('2026-03-01T12:00:00Z'),
  notAfter: Date.parse('2056-03-01T12:00:00Z'),
  usage: 'authority',
  ...overrides,
});
const newCertificate = (overrides: Partial<CertificateParts> = {}): X509Certificate =>
  new X509Certificate(makeCertificate(parts(overrides)));
const leafParts: Partial<CertificateParts> = {
  subject: { CN: 'Zażółć' },
  publicKey: leaf.publicKey,
  usage: 'signature',
};

test('contains the given names, times and serial number', () => {
  const certificate = newCertificate(leafParts);
  equal(certificate.subject, 'CN=Zażółć\nO=Bramka Sandbox\nC=PL');
  equal(certificate.issuer, 'CN=Root\nO=Bramka Sandbox\nC=PL');
  equal(certificate.serialNumber, '7A010203');
  equal(certificate.validFromDate.toISOString(), '2026-03-01T12:00:00.000Z');
  equal(certificate.validToDate.toISOString(), '2056-03-01T12:00:00.000Z');
  ok(certificate.publicKey.equals(leaf.publicKey));
});

test('an authority can issue its own and other certificates', () => {
  const authority = newCertificate();
  const certificate = newCertificate(leafParts);
  equal(authority.ca, true);
  ok(authority.checkIssued(authority) && authority.verify(root.publicKey));
  ok(certificate.checkIssued(authority) && certificate.verify(root.publicKey));
  ok(certificate.checkPrivateKey(leaf.privateKey));
});

test('a signer is not an authority', () => {
  const signer = newCertificate(leafParts);
  equal(signer.ca, false);
  const below = newCertificate({
    issuer: { CN: 'Zażółć' },
    signingKey: leaf.privateKey,
    subject: { CN: 'Below' },
  });
  equal(below.checkIssued(signer), false);
});

test('states the key usage in both critical extensions', () => {
  const hex = (other: Partial<CertificateParts>) => makeCertificate(parts(other)).toString('hex');
  const [constraints, usage] = ['551d130101ff04', '551d0f0101ff04'];
  const [authority, signer] = [hex({}), hex(leafParts)];
  ok(authority.includes(`${constraints}0530030101ff`) && authority.includes(`${usage}0403020106`));
  ok(signer.includes(`${constraints}023000`) && signer.includes(`${usage}0403020780`));
});

test('an authority of the same name but another key did not issue it', () => {
  const otherPair = pair();
  const namesake = newCertificate({
    publicKey: otherPair.publicKey,
    signingKey: otherPair.privateKey,
  });
  const certificate = newCertificate(leafParts);
  equal(certificate.checkIssued(namesake), false);
  equal(certificate.verify(createPublicKey(otherPair.privateKey)), false);
});

test('a changed byte invalidates the signature', () => {
  const der = makeCertificate(parts(leafParts));
  const index = der.indexOf('Zażółć');
  ok(index > 0);
  der.writeUInt8(der.readUInt8(index) ^ 1, index);
  equal(new X509Certificate(der).verify(root.publicKey), false);
});
