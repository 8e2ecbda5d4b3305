// Creates X.509 certificates (RFC 5280) of the simulated authorities, signed with ECDSA.

import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { spkiOf } from './public-key.ts';

/** What every name contains besides: production refuses certificates of this organization. */
const SANDBOX = { O: 'Bramka Sandbox', C: 'PL' } as const;

export interface Subject {
  /** The identifier of a merchant, as in Apple's certificates. */
  readonly UID?: string;
  readonly CN: string;
  readonly OU?: string;
}

export interface CertificateParts {
  readonly subject: Subject;
  readonly issuer: Subject;
  readonly publicKey: KeyObject;
  /** The private key of the issuer, on P-256 or P-384. */
  readonly signingKey: KeyObject;
  /** Absent: sha256. */
  readonly hash?: keyof typeof signatureIds;
  /** Big-endian; the first bit is zero. */
  readonly serial: Uint8Array;
  readonly notBefore: Instant;
  readonly notAfter: Instant;
  readonly usage: keyof typeof usages;
  /** Extensions besides the usual ones: object identifier and DER value. */
  readonly marks?: readonly (readonly [id: string, value: ArrayBuffer])[];
}

const signatureIds = { sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3' } as const;

const attributeIds: Readonly<Record<string, string>> = {
  UID: '0.9.2342.19200300.100.1.1',
  CN: '2.5.4.3',
  OU: '2.5.4.11',
  O: '2.5.4.10',
  C: '2.5.4.6',
};

/** The bits of the key usage, and how many at the end are unused. */
const usages = {
  authority: [0b0000_0110, 1],
  signature: [0b1000_0000, 7],
  agreement: [0b0000_1000, 3],
  encipherment: [0b0010_0000, 5],
} as const;

const VALID_MS = 80 * 365.25 * 24 * 60 * 60_000;
const SERIAL_BYTES = 16;

/**
 * The sandbox clock can be moved to the end of the century and is set back by a reset, while the
 * keys stay and phones use real time. So the certificates must be valid whatever the clock showed
 * when they were created.
 */
export function longValidity(clock: Clock): Pick<CertificateParts, 'notBefore' | 'notAfter'> {
  return { notBefore: Date.UTC(2020, 0), notAfter: clock.now() + VALID_MS };
}

export function newSerial(random: RandomBytes): Buffer {
  return Buffer.of(1, ...random(SERIAL_BYTES));
}

/** Returns the certificate in DER. */
export function makeCertificate(parts: CertificateParts): Buffer {
  const { hash = 'sha256' } = parts;
  const algorithm = new pkijs.AlgorithmIdentifier({ algorithmId: signatureIds[hash] });
  const certificate = new pkijs.Certificate({
    version: 2,
    serialNumber: new asn1js.Integer({ valueHex: parts.serial }),
    signature: algorithm,
    issuer: nameOf(parts.issuer),
    notBefore: timeOf(parts.notBefore),
    notAfter: timeOf(parts.notAfter),
    subject: nameOf(parts.subject),
    subjectPublicKeyInfo: keyInfo(parts.publicKey),
  });
  certificate.extensions = extensionsOf(parts);
  certificate.signatureAlgorithm = algorithm;
  const signed = Buffer.from(certificate.encodeTBS().toBER());
  certificate.signatureValue = new asn1js.BitString({
    valueHex: sign(hash, signed, parts.signingKey),
  });
  return Buffer.from(certificate.toSchema(true).toBER());
}

/** Encoded here: the library would put all attributes into one set. */
function nameOf(subject: Subject): pkijs.RelativeDistinguishedNames {
  const attributes = Object.entries({ ...subject, ...SANDBOX }).map(([name, value]) => {
    const text =
      name === 'C' ? new asn1js.PrintableString({ value }) : new asn1js.Utf8String({ value });
    const id = new asn1js.ObjectIdentifier({ value: attributeIds[name] ?? '' });
    return new asn1js.Set({ value: [new asn1js.Sequence({ value: [id, text] })] });
  });
  const valueBeforeDecode = new asn1js.Sequence({ value: attributes }).toBER();
  return new pkijs.RelativeDistinguishedNames({ valueBeforeDecode });
}

/** In whole seconds; with a year of two digits until 2049 (RFC 5280, 4.1.2.5). */
export function timeOf(at: Instant): pkijs.Time {
  return new pkijs.Time({
    type: at < Date.UTC(2050, 0) ? 0 : 1,
    value: new Date(Math.floor(at / 1000) * 1000),
  });
}

function extensionsOf({ publicKey, signingKey, usage, marks = [] }: CertificateParts) {
  const [used, unusedBits] = usages[usage];
  const constraints = new pkijs.BasicConstraints({ cA: usage === 'authority' });
  const keyIdentifier = keyIdentifierOf(createPublicKey(signingKey));
  const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical = false) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() });
  return [
    extension('2.5.29.19', constraints.toSchema(), true),
    extension('2.5.29.15', new asn1js.BitString({ valueHex: Buffer.of(used), unusedBits }), true),
    extension('2.5.29.14', keyIdentifierOf(publicKey)),
    extension('2.5.29.35', new pkijs.AuthorityKeyIdentifier({ keyIdentifier }).toSchema()),
    ...marks.map(([extnID, extnValue]) => new pkijs.Extension({ extnID, extnValue })),
  ];
}

function keyInfo(publicKey: KeyObject): pkijs.PublicKeyInfo {
  return pkijs.PublicKeyInfo.fromBER(spkiOf(publicKey));
}

/** SHA-1 of the public key: an identifier (RFC 5280, 4.2.1.2), not a security measure. */
function keyIdentifierOf(publicKey: KeyObject): asn1js.OctetString {
  const key = keyInfo(publicKey).subjectPublicKey.valueBlock.valueHexView;
  return new asn1js.OctetString({ valueHex: createHash('sha1').update(key).digest() });
}
