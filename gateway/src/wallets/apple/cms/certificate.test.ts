// Tests of the fields that are read from a certificate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  extension,
  extensions,
  issue,
  nameOf,
} from '@bramka/test/support/wallets/apple/certificates.ts';
import { publishedTokens } from '@bramka/test/support/wallets/apple/published.ts';
import { integer, nothing, sequence } from '../../../core/der/write.ts';
import { extensionOf, readCertificate } from './certificate.ts';

const authority = issue({ name: 'Issuer', issuer: null });
const { certificate } = issue({
  name: 'Holder',
  issuer: authority,
  serial: 4711,
  extensions: [extensions.isNoAuthority, extension('1.2.3.4', nothing())],
});

test('reads names, serial number and extensions', () => {
  const read = readCertificate(certificate);
  assert.ok(read);
  assert.deepEqual(read.issuer, nameOf('Issuer'));
  assert.deepEqual(read.subject, nameOf('Holder'));
  assert.deepEqual(read.serialNumber, integer(4711));
  assert.equal(read.x509.subject, 'CN=Holder');
  assert.equal(extensionOf(read, '2.5.29.19')?.isCritical, true);
  assert.equal(extensionOf(read, '1.2.3.4')?.isCritical, false);
  assert.deepEqual(extensionOf(read, '1.2.3.4')?.content, nothing());
  assert.equal(extensionOf(read, '1.2.3.5'), undefined);
});

test('reads certificates of Apple', () => {
  for (const { key } of publishedTokens) {
    const read = key.certificate && readCertificate(key.certificate);
    assert.ok(read);
    assert.equal(read.extensions.length, 8);
    const usage = extensionOf(read, '2.5.29.15');
    assert.deepEqual([usage?.isCritical, usage?.content.toString('hex')], [true, '03020328']);
  }
});

test('a certificate without extensions has none', () => {
  assert.deepEqual(readCertificate(authority.certificate)?.extensions, []);
});

/** The certificate with another value in place of these bytes, of the same length. */
function replaced(from: string, to: string): Buffer {
  const hex = certificate.toString('hex');
  assert.equal(hex.split(from).length, 2, `${from} occurs once`);
  return Buffer.from(hex.replace(from, to), 'hex');
}

const malformed: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['an empty sequence', sequence()],
  ['a byte after it', Buffer.concat([certificate, Buffer.alloc(1)])],
  ['version 2', replaced('a003020102', 'a003020101')],
  ['a serial number that is none', replaced('02021267', '04021267')],
  ['a critical flag that is neither true nor false', replaced('0101ff', '010101')],
  ['an extension without an id', replaced('06032a0304', '04032a0304')],
  ['an extension without a string', replaced('04020500', '30020500')],
];

for (const [name, bytes] of malformed) {
  test(`refuses ${name}`, () => {
    assert.equal(readCertificate(bytes), undefined);
  });
}
