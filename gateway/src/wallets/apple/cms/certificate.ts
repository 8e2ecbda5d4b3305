// What the verification needs of an X.509 certificate. The fields are read from its bytes; the key,
// the dates and the signature are left to node:crypto.

import { X509Certificate } from 'node:crypto';
import { readDer, type Asn1Value } from '../../../core/der/read.ts';
import { isOid, sequenceOf } from '../../../core/der/values.ts';
import { tags } from '../../../core/der/write.ts';

export interface Certificate {
  readonly x509: X509Certificate;
  /** The encoded name, as other values refer to an issuer. */
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly serialNumber: Buffer;
  readonly signatureAlgorithm: Asn1Value;
  readonly extensions: readonly Extension[];
}

interface Extension {
  readonly id: Asn1Value;
  readonly isCritical: boolean;
  /** The value inside; not yet known to be ASN.1. */
  readonly content: Buffer;
}

/** Undefined if the bytes are not exactly one certificate of version 3. */
export function readCertificate(der: Buffer): Certificate | undefined {
  const [signed, signatureAlgorithm, signature, more] = sequenceOf(readDer(der)) ?? [];
  if (!signatureAlgorithm || signature?.tag !== tags.bitString || more) return undefined;
  const [version, serialNumber, , issuer, , subject, , ...rest] = sequenceOf(signed) ?? [];
  const isVersion3 = version?.bytes.toString('hex') === 'a003020102';
  if (!isVersion3 || serialNumber?.tag !== tags.integer || !issuer || !subject) return undefined;
  const extensions = readExtensions(rest.find(({ tag }) => tag === 0xa3));
  const x509 = parse(der);
  return (
    extensions &&
    x509 && {
      x509,
      issuer: issuer.bytes,
      subject: subject.bytes,
      serialNumber: serialNumber.bytes,
      signatureAlgorithm,
      extensions,
    }
  );
}

export function extensionOf(certificate: Certificate, id: string): Extension | undefined {
  return certificate.extensions.find((extension) => isOid(extension.id, id));
}

function parse(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/** None if the field is absent; undefined if it is malformed or names an extension twice. */
function readExtensions(field: Asn1Value | undefined): readonly Extension[] | undefined {
  if (!field) return [];
  const values = field.children.length === 1 ? sequenceOf(field.children[0]) : undefined;
  const extensions = values?.map(readExtension);
  if (!extensions?.every((one) => one !== undefined)) return undefined;
  const ids = new Set(extensions.map(({ id }) => id.content.toString('hex')));
  return ids.size === extensions.length ? extensions : undefined;
}

function readExtension(value: Asn1Value): Extension | undefined {
  const [id, ...rest] = sequenceOf(value) ?? [];
  const critical = rest[0]?.tag === tags.boolean ? rest.shift() : undefined;
  const [content, more] = rest;
  if (id?.tag !== tags.oid || content?.tag !== tags.octetString || more) return undefined;
  return { id, isCritical: critical?.content[0] === 0xff, content: content.content };
}
