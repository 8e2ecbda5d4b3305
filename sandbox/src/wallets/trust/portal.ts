// The simulated developer portal: signs the certificate requests of merchants and remembers the
// newest certificate of each merchant identifier.

import { createHash, X509Certificate, type KeyObject } from 'node:crypto';
import { Utf8String } from 'asn1js';
import type { PartyContext } from '../../party/party.ts';
import { longValidity, makeCertificate, newSerial } from '../../wire/x509/certificate.ts';
import { spkiOf } from '../../wire/x509/public-key.ts';
import { keyOfRequest } from './certificate-request.ts';
import type { KeyAlgorithm, RecipientStore } from './wallet-keys.store.ts';
import { names, type WalletTrustKeys } from './wallet-keys.ts';

export type CertificateKind = 'APAY_PROCESSING' | 'APAY_IDENTITY';

interface CertificateOrder {
  readonly kind: CertificateKind;
  /** The identifier of the merchant, such as merchant.com.shop. */
  readonly name: string;
  /** PKCS#10 in PEM. */
  readonly csr: string;
}

export interface PortalParts extends Pick<PartyContext, 'clock' | 'random'> {
  readonly keys: () => Promise<WalletTrustKeys>;
  readonly recipients: RecipientStore;
}

/** Contains the SHA-256 of the merchant identifier in hexadecimal digits. */
const MERCHANT_MARK = '1.2.840.113635.100.6.32';

const MONTHS_VALID = 25;
const RSA_BITS_MIN = 2048;
const RSA_BITS_MAX = 4096;

const titles: Readonly<Record<CertificateKind, string>> = {
  APAY_PROCESSING: 'Apple Pay Payment Processing',
  APAY_IDENTITY: 'Apple Pay Merchant Identity',
};

/** The certificate in PEM; undefined if the request or its key is not acceptable. */
export async function issueCertificate(
  parts: PortalParts,
  { kind, name, csr }: CertificateOrder,
): Promise<string | undefined> {
  const publicKey = keyOfRequest(csr);
  const algorithm = publicKey && algorithmOf(publicKey);
  if (!publicKey || !algorithm) return undefined;
  const { portal } = await parts.keys();
  const now = parts.clock.now();
  const certificate = makeCertificate({
    subject: { UID: name, CN: `${titles[kind]}:${name}` },
    issuer: names.portal,
    publicKey,
    signingKey: portal.key,
    serial: newSerial(parts.random),
    ...longValidity(parts.clock),
    notAfter: afterMonths(now, MONTHS_VALID),
    usage: usageOf(kind, algorithm),
    marks: [[MERCHANT_MARK, new Utf8String({ value: merchantHash(name) }).toBER()]],
  });
  await parts.recipients.save({
    kind,
    name,
    algorithm,
    publicKey: spkiOf(publicKey),
    certificate,
    registeredAt: now,
  });
  return new X509Certificate(certificate).toString();
}

/** The identifier as Apple shows it to third parties. */
export function merchantHash(name: string): string {
  return createHash('sha256').update(name).digest('hex').toUpperCase();
}

/** Undefined for keys that no wallet accepts. */
export function algorithmOf(key: KeyObject): KeyAlgorithm | undefined {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return namedCurve === 'prime256v1' ? 'EC' : undefined;
  const isStrong = modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
  return key.asymmetricKeyType === 'rsa' && isStrong ? 'RSA' : undefined;
}

function usageOf(kind: CertificateKind, algorithm: KeyAlgorithm) {
  if (kind === 'APAY_IDENTITY') return 'signature';
  return algorithm === 'EC' ? 'agreement' : 'encipherment';
}

function afterMonths(at: number, months: number): number {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() + months);
}
