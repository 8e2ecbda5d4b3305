// Writes the signatures of the simulated Apple Pay: CMS SignedData (RFC 5652) without the content,
// with the certificates, and in BER with indefinite lengths, as Apple does.

import { createHash, sign } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import { timeOf } from '../../wire/x509/certificate.ts';
import type { Signer } from './wallet-keys.ts';

const ids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  rsaWithSha256: '1.2.840.113549.1.1.11',
} as const;

const SET_TAG = 0x31;

interface SignatureParts {
  readonly signer: Signer;
  /** Further certificates of the chain, in DER. */
  readonly chain: readonly Buffer[];
  readonly signedAt: Instant;
}

/** The signature of the bytes. */
export function signDetached(
  bytes: Uint8Array,
  { signer, chain, signedAt }: SignatureParts,
): Buffer {
  const certificate = pkijs.Certificate.fromBER(signer.certificate);
  const digestAlgorithm = algorithm(ids.sha256, new asn1js.Null());
  const isRsa = signer.key.asymmetricKeyType === 'rsa';
  const signedAttrs = signedAttributes(bytes, signedAt);
  // What is signed has the tag of a set; in the message it has the tag of its position.
  const signed = Buffer.from(signedAttrs.toSchema().toBER());
  signed[0] = SET_TAG;
  const signedData = new pkijs.SignedData({
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.ContentInfo.DATA }),
    certificates: [certificate, ...chain.map((der) => pkijs.Certificate.fromBER(der))],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber(certificate),
        digestAlgorithm,
        signedAttrs,
        signatureAlgorithm: isRsa
          ? algorithm(ids.rsaWithSha256, new asn1js.Null())
          : algorithm(ids.ecdsaWithSha256),
        signature: new asn1js.OctetString({ valueHex: sign('sha256', signed, signer.key) }),
      }),
    ],
  });
  const content = signedData.toSchema(true) as asn1js.Sequence;
  const [, , contentInfo, certificates] = content.valueBlock.value;
  // The ends of these and of everything around them are marked instead of their lengths.
  for (const value of [contentInfo, certificates]) {
    if (value) value.lenBlock.isIndefiniteForm = true;
  }
  const message = new pkijs.ContentInfo({ contentType: pkijs.ContentInfo.SIGNED_DATA, content });
  return Buffer.from(message.toSchema().toBER());
}

const algorithm = (algorithmId: string, algorithmParams?: asn1js.Null): pkijs.AlgorithmIdentifier =>
  new pkijs.AlgorithmIdentifier({ algorithmId, ...(algorithmParams && { algorithmParams }) });

/** In the order of their encodings, as DER requires. */
function signedAttributes(bytes: Uint8Array, signedAt: Instant) {
  const digest = createHash('sha256').update(bytes).digest();
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(ids.contentType, new asn1js.ObjectIdentifier({ value: pkijs.ContentInfo.DATA })),
      attribute(ids.signingTime, timeOf(signedAt).toSchema()),
      attribute(ids.messageDigest, new asn1js.OctetString({ valueHex: digest })),
    ],
  });
}

const attribute = (type: string, value: unknown): pkijs.Attribute =>
  new pkijs.Attribute({ type, values: [value] });
