// Opens an Apple Pay token: verifies the wallet's signature, decrypts the payment data, and reads
// them. Whatever is wrong, the answer is the same.

import type { X509Certificate } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import type { WalletKey } from '../credentials/credential.ts';
import type { WalletOpening } from '../wallet-card.ts';
import { readSignedData } from './cms/read-signed-data.ts';
import { verifySignedContent } from './cms/verify-signed-data.ts';
import { decryptToken, type KeyOperations } from './decrypt.ts';
import { readPaymentData } from './payment-data.ts';
import { readAppleToken, type AppleToken } from './read-token.ts';

export interface AppleOpening {
  /** The root certificates of token signatures. */
  readonly roots: readonly X509Certificate[];
  /** The merchant's payment processing keys. */
  readonly keys: readonly WalletKey[];
  readonly at: Instant;
  /** For tests. */
  readonly operations?: KeyOperations;
}

/** A token is accepted for five minutes after it was signed. */
export const TOKEN_LIFE_MS = 5 * 60_000;
/** How far the clock of the wallet may be ahead. */
export const CLOCK_SKEW_MS = 60_000;

const REFUSED: WalletOpening = { kind: 'refused' };

/** `text` is the JSON of the token in base64. Never throws. */
export function openAppleToken(text: string, opening: AppleOpening): WalletOpening {
  const { roots, keys, at, operations } = opening;
  const token = readAppleToken(text);
  if (!token) return REFUSED;
  const signedAt = signingTimeOf(token, roots);
  const isAuthentic = signedAt !== undefined;
  const bytes = decryptToken(token, { keys, isAuthentic, operations });
  const data = bytes && readPaymentData(bytes);
  if (!isAuthentic || !data) return REFUSED;
  if (at > signedAt + TOKEN_LIFE_MS || at < signedAt - CLOCK_SKEW_MS) return { kind: 'expired' };
  const tokenId = tokenIdOf(token);
  const expiresAt = signedAt + TOKEN_LIFE_MS;
  return { kind: 'opened', token: { ...data, tokenId, expiresAt } };
}

/**
 * The transaction id with what is signed right after it. The signature does not cover where one
 * ends and the other begins, so a shortened transaction id would make the token usable again.
 */
function tokenIdOf({ transactionId, applicationData }: AppleToken): string {
  return Buffer.concat([transactionId, applicationData]).toString('hex');
}

/** Undefined if the token is not signed by the wallet. */
function signingTimeOf(token: AppleToken, roots: readonly X509Certificate[]): Instant | undefined {
  const { keyMaterial, data, transactionId, applicationData } = token;
  const signedData = readSignedData(token.signature);
  return (
    signedData &&
    verifySignedContent({
      content: [keyMaterial, data, transactionId, applicationData],
      signedData,
      keyType: token.version === 'EC_v1' ? 'ec' : 'rsa',
      roots,
    })
  );
}
