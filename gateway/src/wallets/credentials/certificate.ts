// Reads the certificate of a wallet credential and checks that it belongs to its key and may be
// used.

import { X509Certificate } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';

const MAX_LENGTH = 16_384;
/** How far the clocks of the certificate authority and of this machine may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;
const SIMULATED = 'Bramka Sandbox';
const onePem = /^\s*-----BEGIN CERTIFICATE-----([\sA-Za-z0-9+/=]+)-----END CERTIFICATE-----\s*$/;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

interface CertificateRules {
  /** The merchant identifier, if the certificate must name no other. */
  readonly name: string | null;
  readonly environment: 'sandbox' | 'production';
  readonly now: Instant;
}

export interface ReadCertificate {
  readonly certificate: X509Certificate;
  readonly expiresAt: Instant;
}

/** From PEM or base64 of DER, exactly one certificate. */
export function readCertificate(text: string, rules: CertificateRules): ReadCertificate {
  const certificate = parse(text);
  const expiresAt = certificate.validToDate.getTime();
  const startsAt = certificate.validFromDate.getTime() - CLOCK_DIFFERENCE_MS;
  if (!(startsAt <= rules.now && rules.now < expiresAt)) refuse('CERTIFICATE_NOT_VALID_NOW');
  if (rules.environment === 'production' && isSimulated(certificate)) {
    refuse('CERTIFICATE_SIMULATED');
  }
  const identifiers = namesOf(certificate, 'UID');
  const isOther = identifiers.length > 0 && !identifiers.includes(rules.name ?? '');
  if (rules.name !== null && isOther) refuse('CERTIFICATE_OTHER_NAME');
  return { certificate, expiresAt };
}

function parse(text: string): X509Certificate {
  const content = onePem.exec(text)?.[1] ?? text;
  if (text.length > MAX_LENGTH || !base64.test(content.replaceAll(/\s/g, ''))) {
    return refuse('CERTIFICATE_UNREADABLE');
  }
  const bytes = Buffer.from(content, 'base64');
  try {
    const certificate = new X509Certificate(bytes);
    // A key that OpenSSL cannot use is only noticed here.
    return certificate.raw.equals(bytes) && certificate.publicKey
      ? certificate
      : refuse('CERTIFICATE_UNREADABLE');
  } catch {
    return refuse('CERTIFICATE_UNREADABLE');
  }
}

/** Issued by, or to, the simulated wallets of a sandbox. */
function isSimulated(certificate: X509Certificate): boolean {
  const { issuer } = certificate.toLegacyObject();
  return [...namesOf(certificate, 'O'), ...listOf(issuer, 'O')].includes(SIMULATED);
}

const namesOf = (certificate: X509Certificate, field: string): string[] =>
  listOf(certificate.toLegacyObject().subject, field);

/** A field that occurs several times is a list. */
function listOf(names: object | undefined, field: string): string[] {
  const value = (names as Record<string, unknown> | undefined)?.[field];
  return [value].flat().filter((one) => typeof one === 'string');
}
