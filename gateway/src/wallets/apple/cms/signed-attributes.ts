// The signed attributes of a signature (RFC 5652, section 11). All of them must be in DER, because
// that is what is signed.

import type { Instant } from '../../../core/clock.ts';
import { readDer, type Asn1Value } from '../../../core/der/read.ts';
import { isOid, sequenceOf, setOf, timeOfValue } from '../../../core/der/values.ts';
import { tags } from '../../../core/der/write.ts';
import { cmsIds } from './object-ids.ts';

export interface SignedAttributes {
  /** The encoding that is signed: a SET instead of the tag in the message. */
  readonly signedBytes: Buffer;
  readonly messageDigest: Buffer;
  readonly signedAt: Instant;
  /** The algorithms that the signer names (RFC 6211); null: none. */
  readonly algorithms: Asn1Value | null;
}

/** Undefined unless the three required attributes are there, each once and with one value. */
export function readSignedAttributes(field: Asn1Value | undefined): SignedAttributes | undefined {
  if (field?.tag !== 0xa0) return undefined;
  const signedBytes = Buffer.from(field.bytes);
  signedBytes[0] = tags.set;
  const attributes = setOf(readDer(signedBytes));
  if (!attributes || !isSorted(attributes) || !areDistinct(attributes)) return undefined;
  const contentType = valueOf(attributes, cmsIds.contentType);
  const messageDigest = valueOf(attributes, cmsIds.messageDigest);
  const signedAt = timeOfValue(valueOf(attributes, cmsIds.signingTime));
  const algorithms = valueOf(attributes, cmsIds.algorithmProtection);
  if (!isOid(contentType, cmsIds.data) || signedAt === undefined) return undefined;
  if (messageDigest?.tag !== tags.octetString) return undefined;
  return {
    signedBytes,
    messageDigest: messageDigest.content,
    signedAt,
    algorithms: algorithms ?? null,
  };
}

function isSorted(values: readonly Asn1Value[]): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    return !before || Buffer.compare(before.bytes, value.bytes) < 0;
  });
}

/** Every attribute has a type of its own and exactly one value. */
function areDistinct(attributes: readonly Asn1Value[]): boolean {
  const types = new Set<string>();
  for (const attribute of attributes) {
    const [type, values, more] = sequenceOf(attribute) ?? [];
    if (type?.tag !== tags.oid || setOf(values)?.length !== 1 || more) return false;
    types.add(type.content.toString('hex'));
  }
  return types.size === attributes.length;
}

function valueOf(attributes: readonly Asn1Value[], id: string): Asn1Value | undefined {
  const attribute = attributes.find(({ children }) => isOid(children[0], id));
  return attribute?.children[1]?.children[0];
}
