// Creates X.509 certificates (RFC 5280, version 3) for P-256 keys, signed with ECDSA and SHA-256:
// as much as the simulated ACS needs for its signing chain.

import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { assert } from '@bramka/gateway/core/assert.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import {
  bitString,
  boolean,
  explicit,
  implicit,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  time,
  unsigned,
  utf8String,
} from './der.ts';

export interface CertificateParts {
  /** Common names. */
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  /** The private key of the issuer. */
  readonly signingKey: KeyObject;
  /** Big-endian, at most 19 bytes, not zero. */
  readonly serial: Uint8Array;
  readonly notBefore: Instant;
  readonly notAfter: Instant;
  /** Whether the subject may issue certificates. */
  readonly isAuthority: boolean;
}

const COMMON_NAME = '2.5.4.3';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';
const KEY_USAGE = '2.5.29.15';
const BASIC_CONSTRAINTS = '2.5.29.19';
const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';

const VERSION_3 = Buffer.of(2);
/** keyCertSign and cRLSign; the last used bit is the seventh. */
const AUTHORITY_USAGE = bitString(Buffer.of(0b0000_0110), 1);
const SIGNER_USAGE = bitString(Buffer.of(0b1000_0000), 7);
const SERIAL_BYTES_MAX = 19;
const COMMON_NAME_MAX = 64;
/** The uncompressed point at the end of a P-256 public key info. */
const POINT_BYTES = 65;

/** Returns the certificate in DER. */
export function makeCertificate(parts: CertificateParts): Buffer {
  checkParts(parts);
  const algorithm = sequence(objectIdentifier(ECDSA_WITH_SHA256));
  const signed = sequence(
    explicit(0, unsigned(VERSION_3)),
    unsigned(parts.serial),
    algorithm,
    nameOf(parts.issuer),
    sequence(time(parts.notBefore), time(parts.notAfter)),
    nameOf(parts.subject),
    keyInfo(parts.publicKey),
    explicit(3, sequence(...extensionsOf(parts))),
  );
  const signature = sign('sha256', signed, { key: parts.signingKey, dsaEncoding: 'der' });
  return sequence(signed, algorithm, bitString(signature));
}

function checkParts(parts: CertificateParts): void {
  const { serial, subject, issuer } = parts;
  assert(parts.notBefore < parts.notAfter, 'a certificate must be valid for some time');
  assert(
    serial.length > 0 && serial.length <= SERIAL_BYTES_MAX,
    'a serial number has 1 to 19 bytes',
  );
  assert(
    serial.some((byte) => byte !== 0),
    'a serial number must not be zero',
  );
  for (const name of [subject, issuer]) {
    assert(name !== '' && name.length <= COMMON_NAME_MAX, 'a common name has 1 to 64 characters');
  }
}

function extensionsOf({ publicKey, signingKey, isAuthority }: CertificateParts): Buffer[] {
  const constraints = isAuthority ? sequence(boolean(true)) : sequence();
  return [
    extension(BASIC_CONSTRAINTS, constraints, true),
    extension(KEY_USAGE, isAuthority ? AUTHORITY_USAGE : SIGNER_USAGE, true),
    extension(SUBJECT_KEY_IDENTIFIER, octetString(keyIdentifier(publicKey))),
    extension(
      AUTHORITY_KEY_IDENTIFIER,
      sequence(implicit(0, keyIdentifier(createPublicKey(signingKey)))),
    ),
  ];
}

function extension(id: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [boolean(true)] : [];
  return sequence(objectIdentifier(id), ...critical, octetString(value));
}

function nameOf(commonName: string): Buffer {
  return sequence(setOf(sequence(objectIdentifier(COMMON_NAME), utf8String(commonName))));
}

function keyInfo(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** SHA-1 of the public point: an identifier (RFC 5280, 4.2.1.2), not a security measure. */
function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash('sha1').update(keyInfo(publicKey).subarray(-POINT_BYTES)).digest();
}
