// The simulated Apple Pay gateway: answers a merchant's request for a session if the merchant
// proves its identity with its certificate.

import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { signDetached } from './signed-data.ts';
import { merchantHash, type PortalParts } from './portal.ts';
import type { WalletTrustKeys } from './wallet-keys.ts';

interface SessionOrder {
  /** The identity certificate in DER and its key, as in mutual TLS. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
  /** The identifier of the merchant that the request names. */
  readonly name: string;
  readonly displayName: string;
  readonly domain: string;
}

export const SESSION_LIFE_MS = 60 * 60_000;

/** The session for the page, or undefined if the merchant does not prove its identity. */
export async function createSession(
  parts: Omit<PortalParts, 'recipients'>,
  order: SessionOrder,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const keys = await parts.keys();
  const now = parts.clock.now();
  if (!isIdentityOf(keys, order, now)) return undefined;
  const hex = (count: number): string => Buffer.from(parts.random(count)).toString('hex');
  const merchantIdentifier = merchantHash(order.name);
  const session = {
    epochTimestamp: now,
    expiresAt: now + SESSION_LIFE_MS,
    merchantSessionIdentifier: `SSH${hex(16).toUpperCase()}_${hex(32).toUpperCase()}`,
    nonce: hex(4),
    merchantIdentifier,
    domainName: order.domain,
    displayName: order.displayName,
  };
  const signature = signDetached(Buffer.from(JSON.stringify(session)), {
    signer: keys.appleSigner,
    chain: [keys.appleIntermediate],
    signedAt: now,
  });
  return {
    ...session,
    signature: signature.toString('hex'),
    operationalAnalyticsIdentifier: `${order.displayName}:${merchantIdentifier}`,
    retries: 0,
    pspId: merchantIdentifier,
  };
}

function isIdentityOf(keys: WalletTrustKeys, order: SessionOrder, now: number): boolean {
  const certificate = readCertificate(order.certificate);
  if (!certificate) return false;
  const issuer = new X509Certificate(keys.portal.certificate);
  const isIssuedHere = certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  const subject = certificate.subject.split('\n');
  return (
    isIssuedHere &&
    subject.includes(`CN=Apple Pay Merchant Identity:${order.name}`) &&
    certificate.publicKey.equals(createPublicKey(order.privateKey)) &&
    now >= certificate.validFromDate.getTime() &&
    now <= certificate.validToDate.getTime()
  );
}

function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
