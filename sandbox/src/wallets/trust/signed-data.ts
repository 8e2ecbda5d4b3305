// Writes the signatures of the simulated Apple Pay: CMS SignedData (RFC 5652) without the content,
// with the certificates, and in BER with indefinite lengths, as Apple does.

import { createHash, sign } from 'node:crypto';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import {
  context,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  tags,
  time,
} from '@bramka/gateway/core/der/write.ts';
import { nameOf, type Subject } from './certificate.ts';
import { serialIn } from './read-der.ts';
import type { Signer } from './wallet-keys.ts';

const ids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
} as const;

interface SignatureParts {
  readonly signer: Signer;
  /** Who issued the signer's certificate. */
  readonly issuer: Subject;
  /** Further certificates of the chain, in DER. */
  readonly chain: readonly Buffer[];
  readonly signedAt: Instant;
}

/** The signature of the content. */
export function signDetached(content: Uint8Array, parts: SignatureParts): Buffer {
  const digestAlgorithm = sequence(oid(ids.sha256), nothing());
  const attributes = signedAttributes(content, parts.signedAt);
  // What is signed has the tag of a set; in the message it has the tag of its position.
  const signature = sign('sha256', set(...attributes), {
    key: parts.signer.key,
    dsaEncoding: 'der',
  });
  const signerInfo = sequence(
    integer(1),
    sequence(nameOf(parts.issuer), serialIn(parts.signer.certificate)),
    digestAlgorithm,
    context(0, ...sorted(attributes)),
    signatureAlgorithm(parts.signer),
    octets(signature),
  );
  const signedData = indefinite(
    tags.sequence,
    integer(1),
    set(digestAlgorithm),
    indefinite(tags.sequence, oid(ids.data)),
    indefinite(0xa0, parts.signer.certificate, ...parts.chain),
    set(signerInfo),
  );
  return indefinite(tags.sequence, oid(ids.signedData), indefinite(0xa0, signedData));
}

function signatureAlgorithm({ key }: Signer): Buffer {
  return key.asymmetricKeyType === 'rsa'
    ? sequence(oid(ids.rsaWithSha256), nothing())
    : sequence(oid(ids.ecdsaWithSha256));
}

function signedAttributes(content: Uint8Array, signedAt: Instant): Buffer[] {
  const attribute = (id: string, value: Buffer): Buffer => sequence(oid(id), set(value));
  return [
    attribute(ids.contentType, oid(ids.data)),
    attribute(ids.signingTime, time(signedAt)),
    attribute(ids.messageDigest, octets(createHash('sha256').update(content).digest())),
  ];
}

const sorted = (parts: readonly Buffer[]): Buffer[] =>
  [...parts].sort((one, other) => Buffer.compare(one, other));

/** A value whose end is marked instead of its length. */
function indefinite(tag: number, ...content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)]);
}
