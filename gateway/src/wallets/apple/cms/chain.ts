// The chain of a token's signature: the certificate of the signer, the authority that issued it,
// and one of the roots that the operator trusts. Apple marks the first two with extensions.

import type { X509Certificate } from 'node:crypto';
import type { Instant } from '../../../core/clock.ts';
import { readDer } from '../../../core/der/read.ts';
import { isOid, sequenceOf } from '../../../core/der/values.ts';
import { tags } from '../../../core/der/write.ts';
import { algorithmOf } from './algorithm.ts';
import { extensionOf, type Certificate } from './certificate.ts';
import { algorithmIds, extensionIds } from './object-ids.ts';
import { isAuthorityKey } from './public-key.ts';

/** Certificates that are signed with a weaker hash are refused. */
const issuingAlgorithms = [
  algorithmIds.ecdsaSha256,
  algorithmIds.ecdsaSha384,
  algorithmIds.ecdsaSha512,
  algorithmIds.rsaSha256,
  algorithmIds.rsaSha384,
  algorithmIds.rsaSha512,
] as const;

/** A certificate with another critical extension is refused, because its meaning is not checked. */
const understoodIds = [
  extensionIds.basicConstraints,
  extensionIds.keyUsage,
  extensionIds.tokenSigner,
  extensionIds.tokenSignerIssuer,
] as const;

/** The first bit of the key usage (RFC 5280, section 4.2.1.3). */
const DIGITAL_SIGNATURE = 0x80;

interface Chain {
  readonly signer: Certificate;
  /** The certificates of the token, the signer's included. */
  readonly bundle: readonly Certificate[];
  readonly roots: readonly X509Certificate[];
  /** When the token was signed. */
  readonly signedAt: Instant;
}

export function isTrusted({ signer, bundle, roots, signedAt }: Chain): boolean {
  const authorities = bundle.filter(({ subject }) => subject.equals(signer.issuer));
  const [authority] = authorities;
  if (!authority || authorities.length > 1) return false;
  const checks = [
    isSigner(signer),
    isAuthority(authority),
    hasUsualKey(authority) && isIssuedBy(signer, authority.x509),
    roots.some((root) => root.ca && isCertifiedBy(authority, root) && isValid(root, signedAt)),
    isValid(signer.x509, signedAt),
    isValid(authority.x509, signedAt),
  ];
  return checks.every(Boolean);
}

function isSigner(certificate: Certificate): boolean {
  return (
    !claimsAuthority(certificate) &&
    extensionOf(certificate, extensionIds.tokenSigner) !== undefined &&
    maySign(certificate) &&
    isUnderstood(certificate)
  );
}

/** The property `ca` includes the key usage: the certificate may issue others. */
function isAuthority(certificate: Certificate): boolean {
  return (
    certificate.x509.ca &&
    extensionOf(certificate, extensionIds.tokenSignerIssuer) !== undefined &&
    isUnderstood(certificate)
  );
}

function hasUsualKey({ x509 }: Certificate): boolean {
  try {
    return isAuthorityKey(x509.publicKey);
  } catch {
    // A key that OpenSSL does not know.
    return false;
  }
}

/** Whether the certificate claims to be an authority, whatever its key usage says. */
function claimsAuthority(certificate: Certificate): boolean {
  const extension = extensionOf(certificate, extensionIds.basicConstraints);
  const [isAuthority] = (extension && sequenceOf(readDer(extension.content))) ?? [];
  return isAuthority?.tag === tags.boolean && isAuthority.content[0] === 0xff;
}

function isUnderstood({ extensions }: Certificate): boolean {
  return extensions.every(
    ({ id, isCritical }) => !isCritical || understoodIds.some((one) => isOid(id, one)),
  );
}

/** A certificate without the extension may be used for everything. */
function maySign(certificate: Certificate): boolean {
  const extension = extensionOf(certificate, extensionIds.keyUsage);
  if (!extension) return true;
  const usage = readDer(extension.content);
  return usage?.tag === tags.bitString && ((usage.content[1] ?? 0) & DIGITAL_SIGNATURE) !== 0;
}

/** The authorities that each root has certified, by fingerprint. */
const certified = new WeakMap<X509Certificate, Set<string>>();
const CERTIFIED_MAX = 16;

/** Remembers who was certified: Apple has few authorities, and its root has a slow key. */
function isCertifiedBy(authority: Certificate, root: X509Certificate): boolean {
  const fingerprints = certified.get(root) ?? new Set();
  const { fingerprint256 } = authority.x509;
  if (fingerprints.has(fingerprint256)) return true;
  if (!isIssuedBy(authority, root)) return false;
  if (fingerprints.size < CERTIFIED_MAX) certified.set(root, fingerprints.add(fingerprint256));
  return true;
}

function isIssuedBy({ x509, signatureAlgorithm }: Certificate, issuer: X509Certificate): boolean {
  if (algorithmOf(signatureAlgorithm, issuingAlgorithms) === undefined) return false;
  try {
    return x509.checkIssued(issuer) && x509.verify(issuer.publicKey);
  } catch {
    // The key of the issuer is not one that OpenSSL knows.
    return false;
  }
}

function isValid({ validFromDate, validToDate }: X509Certificate, at: Instant): boolean {
  return validFromDate.getTime() <= at && at <= validToDate.getTime();
}
