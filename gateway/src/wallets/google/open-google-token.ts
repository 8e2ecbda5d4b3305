// Opens Google Pay tokens: verifies the signatures down from Google's root keys, decrypts the
// message, and checks for whom and until when it is. Whatever is wrong, the answer and the work are
// the same.

import type { WalletKey } from '../credentials/credential.ts';
import type { WalletOpening } from '../wallet-card.ts';
import { decryptMessage } from './decrypt-message.ts';
import { readPayload } from './read-payload.ts';
import { readGoogleToken } from './read-token.ts';
import { standIn } from './stand-in.ts';
import { isSignedByGoogle, type GoogleTrust } from './verify-signatures.ts';

export interface GoogleOpener extends GoogleTrust {
  /** The gateway's keys to which Google Pay encrypts. */
  readonly keys: readonly WalletKey[];
  /** The merchant who sent the token. */
  readonly merchantId: string;
}

export function openGoogleToken(text: string, opener: GoogleOpener): WalletOpening {
  const read = readGoogleToken(text);
  const token = read ?? standIn;
  const isSigned = isSignedByGoogle(token, opener);
  const message = decryptMessage(token.message, opener.keys);
  const payload = message && readPayload(message);
  const isAuthentic = read !== undefined && isSigned;
  if (!isAuthentic || payload?.gatewayMerchantId !== opener.merchantId) return { kind: 'refused' };
  const { card, messageId, expiresAt } = payload;
  if (expiresAt <= opener.at) return { kind: 'expired' };
  return { kind: 'opened', token: { card, tokenId: messageId, expiresAt, amount: null } };
}
