// Reads the signature of a token: a CMS SignedData message (RFC 5652) without content, with one
// signer and the signer's certificates.

import { readBer, type Asn1Value } from '../../../core/der/read.ts';
import { isOid, sequenceOf, setOf } from '../../../core/der/values.ts';
import { tags } from '../../../core/der/write.ts';
import { algorithmOf, isAlgorithm } from './algorithm.ts';
import { readCertificate, type Certificate } from './certificate.ts';
import { algorithmIds, cmsIds } from './object-ids.ts';
import { readSignedAttributes, type SignedAttributes } from './signed-attributes.ts';

export interface SignedData {
  readonly certificates: readonly Certificate[];
  readonly signer: Certificate;
  readonly attributes: SignedAttributes;
  readonly signatureAlgorithm: SignatureAlgorithm;
  readonly signature: Buffer;
}

const signatureAlgorithms = [
  algorithmIds.ecdsaSha256,
  algorithmIds.rsaSha256,
  algorithmIds.rsa,
] as const;
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number];

const LIMITS = { bytes: 12 * 1024, depth: 16, values: 512 };
/** Room for the signer, its issuer, and two certificates that are not needed. */
const CERTIFICATES_MAX = 4;
const VERSION_1 = '020101';

/** Undefined if anything in it is malformed or not as Apple writes it. */
export function readSignedData(bytes: Buffer): SignedData | undefined {
  const [type, content, more] = sequenceOf(readBer(bytes, LIMITS)) ?? [];
  if (!isOid(type, cmsIds.signedData) || content?.tag !== 0xa0 || more) return undefined;
  if (content.children.length !== 1) return undefined;
  const fields = sequenceOf(content.children[0]) ?? [];
  const [version, digests, encapsulated, bundle, signers] = fields;
  // Revocation lists would be a sixth field.
  if (fields.length !== 5 || !isVersion1(version)) return undefined;
  if (!hasOnlySha256(digests) || !isDetached(encapsulated)) return undefined;
  const certificates = readBundle(bundle);
  const [signer, another] = setOf(signers) ?? [];
  return certificates && signer && !another ? readSigner(signer, certificates) : undefined;
}

const isVersion1 = (value: Asn1Value | undefined): boolean =>
  value?.bytes.toString('hex') === VERSION_1;

function hasOnlySha256(digests: Asn1Value | undefined): boolean {
  const [digest, another] = setOf(digests) ?? [];
  return isAlgorithm(digest, algorithmIds.sha256) && !another;
}

/** The signed content is elsewhere in the token. */
function isDetached(encapsulated: Asn1Value | undefined): boolean {
  const [type, content] = sequenceOf(encapsulated) ?? [];
  return isOid(type, cmsIds.data) && !content;
}

function readBundle(bundle: Asn1Value | undefined): readonly Certificate[] | undefined {
  if (bundle?.tag !== 0xa0 || bundle.children.length > CERTIFICATES_MAX) return undefined;
  const certificates = bundle.children.map(({ bytes }) => readCertificate(bytes));
  return certificates.every((one) => one !== undefined) ? certificates : undefined;
}

function readSigner(info: Asn1Value, certificates: readonly Certificate[]): SignedData | undefined {
  const fields = sequenceOf(info) ?? [];
  const [version, id, digest, signedAttributes, algorithm, signature] = fields;
  // Unsigned attributes would be a seventh field.
  if (fields.length !== 6 || !isVersion1(version)) return undefined;
  if (!isAlgorithm(digest, algorithmIds.sha256)) return undefined;
  if (signature?.tag !== tags.octetString) return undefined;
  const signer = findSigner(id, certificates);
  const attributes = readSignedAttributes(signedAttributes);
  const signatureAlgorithm = algorithmOf(algorithm, signatureAlgorithms);
  if (!signer || !attributes || !signatureAlgorithm) return undefined;
  if (!namesAlgorithms(attributes, signatureAlgorithm)) return undefined;
  return { certificates, signer, attributes, signatureAlgorithm, signature: signature.content };
}

/** By issuer and serial number; the certificate must be there exactly once. */
function findSigner(
  id: Asn1Value | undefined,
  certificates: readonly Certificate[],
): Certificate | undefined {
  const [issuer, serialNumber, more] = sequenceOf(id) ?? [];
  if (!issuer || !serialNumber || more) return undefined;
  const [signer, another] = certificates.filter(
    (one) => one.issuer.equals(issuer.bytes) && one.serialNumber.equals(serialNumber.bytes),
  );
  return another ? undefined : signer;
}

/** If the signer names the algorithms, they are the ones of the message. */
function namesAlgorithms({ algorithms }: SignedAttributes, id: SignatureAlgorithm): boolean {
  if (!algorithms) return true;
  const [digest, signature, more] = sequenceOf(algorithms) ?? [];
  const [algorithm, parameters, rest] = signature?.tag === 0xa1 ? signature.children : [];
  const hasNone = parameters === undefined || parameters.tag === tags.null;
  return (
    isAlgorithm(digest, algorithmIds.sha256) && isOid(algorithm, id) && hasNone && !rest && !more
  );
}
