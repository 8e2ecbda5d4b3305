// Builds detached CMS signatures as Apple writes them, and wrong ones.
import { createHash, sign } from 'node:crypto';
import {
  context,
  der,
  integer,
  octets,
  oid,
  sequence,
  tags,
  time,
} from '@bramka/gateway/core/der/write.ts';
import { algorithmOf, nameOf, type Holder } from './certificates.ts';

export interface CmsPlan {
  readonly signer: Holder;
  readonly issuer: Holder;
  readonly signedAt: number;
  /** Instead of the certificates of the signer and its issuer. */
  readonly certificates?: readonly Buffer[];
  readonly hash?: 'sha1' | 'sha256';
  /** The attributes in the order in which they are written and signed. */
  readonly attributes?: (standard: readonly Buffer[]) => readonly Buffer[];
  /** The fields of the message, before they are written. */
  readonly change?: (fields: CmsFields) => CmsFields;
}

/** Each is a whole encoding. */
export interface CmsFields {
  readonly contentType: Buffer;
  readonly version: Buffer;
  readonly digests: Buffer;
  readonly content: Buffer;
  readonly certificates: Buffer;
  readonly more: Buffer;
  /** Behind the signers. */
  readonly end: Buffer;
  readonly signers: readonly (readonly Buffer[])[];
}

const hashIds = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' };

export const attributeIds = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithms: '1.2.840.113549.1.9.52',
};

export const dataId = '1.2.840.113549.1.7.1';

export const attribute = (id: string, ...values: readonly Buffer[]): Buffer =>
  sequence(oid(id), der(tags.set, ...values));

/** With an indefinite length, which ends with two zero bytes. */
export const endless = (tag: number, ...content: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...content, Buffer.alloc(2)]);

export function buildCms(content: Buffer, plan: CmsPlan): Buffer {
  const { signer, hash = 'sha256' } = plan;
  const digest = sequence(oid(hashIds[hash]));
  const algorithm = algorithmOf(signer.key, hash);
  const standard = [
    attribute(attributeIds.contentType, oid(dataId)),
    attribute(attributeIds.signingTime, time(plan.signedAt)),
    attribute(attributeIds.algorithms, sequence(digest, context(1, algorithm.subarray(2)))),
    attribute(attributeIds.messageDigest, octets(createHash(hash).update(content).digest())),
  ];
  const attributes = plan.attributes?.(standard) ?? standard;
  const signature = sign(hash, der(tags.set, ...attributes), signer.key);
  const info = [
    integer(1),
    issuerAndSerial(signer, plan.issuer.name),
    digest,
    context(0, ...attributes),
    algorithm,
    octets(signature),
  ];
  const bundle = plan.certificates ?? [signer.certificate, plan.issuer.certificate];
  const fields: CmsFields = {
    contentType: oid('1.2.840.113549.1.7.2'),
    version: integer(1),
    digests: der(tags.set, digest),
    content: endless(tags.sequence, oid(dataId)),
    certificates: endless(0xa0, ...bundle),
    more: Buffer.alloc(0),
    end: Buffer.alloc(0),
    signers: [info],
  };
  return writeCms(plan.change?.(fields) ?? fields);
}

function writeCms(fields: CmsFields): Buffer {
  const { contentType, version, digests, content, certificates, more, end } = fields;
  const signers = der(tags.set, ...fields.signers.map((one) => sequence(...one)));
  const signed = endless(
    tags.sequence,
    version,
    digests,
    content,
    certificates,
    more,
    signers,
    end,
  );
  return endless(tags.sequence, contentType, endless(0xa0, signed));
}

function issuerAndSerial({ certificate }: Holder, issuer: string): Buffer {
  return sequence(nameOf(issuer), serialOf(certificate));
}

/** After the headers of the certificate and of its signed part, and the version. */
function serialOf(certificate: Buffer): Buffer {
  const at = certificate.indexOf(Buffer.from('a003020102', 'hex')) + 5;
  return certificate.subarray(at, at + 2 + (certificate[at + 1] ?? 0));
}
