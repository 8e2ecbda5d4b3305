// Creates X.509 certificates (RFC 5280, version 3) signed with ECDSA: as much as the simulated
// wallets need for their roots, signers and the certificates of merchants.

import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import {
  bits,
  boolean,
  context,
  der,
  integer,
  octets,
  oid,
  sequence,
  set,
  tags,
  time,
  utf8,
} from '@bramka/gateway/core/der/write.ts';

/** Marks every certificate as simulated; production refuses certificates with it. */
const ORGANIZATION = 'Bramka Sandbox';

export interface Subject {
  readonly commonName: string;
  readonly organizationalUnit?: string;
  /** The identifier of a merchant, as in Apple's certificates. */
  readonly userId?: string;
}

export interface CertificateParts {
  readonly subject: Subject;
  readonly issuer: Subject;
  readonly publicKey: KeyObject;
  /** The private key of the issuer, on P-256 or P-384. */
  readonly signingKey: KeyObject;
  readonly hash: SignatureHash;
  /** Big-endian. */
  readonly serial: Uint8Array;
  readonly notBefore: Instant;
  readonly notAfter: Instant;
  readonly usage: keyof typeof usages;
  /** Extensions besides the usual ones: object identifier and DER value. */
  readonly marks?: readonly (readonly [id: string, value: Uint8Array])[];
}

type SignatureHash = 'sha256' | 'sha384';

const signatureIds: Readonly<Record<SignatureHash, string>> = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
};

/** The bits of the key usage, and how many at the end are unused. */
const usages = {
  authority: [0b0000_0110, 1],
  signature: [0b1000_0000, 7],
  agreement: [0b0000_1000, 3],
  encipherment: [0b0010_0000, 5],
} as const;

/** Returns the certificate in DER. */
export function makeCertificate(parts: CertificateParts): Buffer {
  const algorithm = sequence(oid(signatureIds[parts.hash]));
  const signed = sequence(
    context(0, integer(2)),
    integer(parts.serial),
    algorithm,
    nameOf(parts.issuer),
    sequence(time(parts.notBefore), time(parts.notAfter)),
    nameOf(parts.subject),
    keyInfo(parts.publicKey),
    context(3, sequence(...extensionsOf(parts))),
  );
  const signature = sign(parts.hash, signed, { key: parts.signingKey, dsaEncoding: 'der' });
  return sequence(signed, algorithm, bits(signature));
}

export function nameOf({ commonName, organizationalUnit, userId }: Subject): Buffer {
  const part = (id: string, text: string): Buffer => set(sequence(oid(id), utf8(text)));
  return sequence(
    ...(userId === undefined ? [] : [part('0.9.2342.19200300.100.1.1', userId)]),
    part('2.5.4.3', commonName),
    ...(organizationalUnit === undefined ? [] : [part('2.5.4.11', organizationalUnit)]),
    part('2.5.4.10', ORGANIZATION),
    set(sequence(oid('2.5.4.6'), der(tags.printable, Buffer.from('PL')))),
  );
}

function extensionsOf({ publicKey, signingKey, usage, marks = [] }: CertificateParts): Buffer[] {
  const isAuthority = usage === 'authority';
  const [used, unused] = usages[usage];
  const issuerKey = keyIdentifier(createPublicKey(signingKey));
  return [
    extension('2.5.29.19', sequence(...(isAuthority ? [boolean(true)] : [])), true),
    extension('2.5.29.15', der(tags.bitString, Buffer.of(unused, used)), true),
    extension('2.5.29.14', octets(keyIdentifier(publicKey))),
    extension('2.5.29.35', sequence(der(0x80, issuerKey))),
    ...marks.map(([id, value]) => extension(id, value)),
  ];
}

function extension(id: string, value: Uint8Array, isCritical = false): Buffer {
  return sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));
}

export function keyInfo(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** SHA-1 of the public key: an identifier (RFC 5280, 4.2.1.2), not a security measure. */
function keyIdentifier(publicKey: KeyObject): Buffer {
  return createHash('sha1').update(keyInfo(publicKey)).digest();
}
