// Opens the checkout response of Click to Pay: a JWS of the Click to Pay system with the customer's
// choice as a JWE to this gateway. Whatever is wrong with it, the answer is the same; signature and
// decryption are both tried before the decision.

import type { Instant } from '../../core/clock.ts';
import { textOf, type Fields } from '../../core/json/fields.ts';
import type { WalletKey } from '../credentials/credential.ts';
import type { WalletOpening } from '../wallet-card.ts';
import { readContent } from './checkout-card.ts';
import { openPayload } from './encrypted-payload.ts';
import { isSigned, readSigned, type SigningKeys } from './signed-checkout.ts';

/** Characters of a whole checkout response. */
export const CHECKOUT_LENGTH_MAX = 16_384;
/** A checkout response is used at once, so an older one is left over or was recorded. */
const CHECKOUT_AGE_MAX_MS = 15 * 60_000;
/** How far the clock of the Click to Pay system may be ahead of ours. */
const CHECKOUT_AHEAD_MAX_MS = 60_000;

const REFERENCE = /^[A-Za-z0-9._:~-]{1,128}$/;

export interface CheckoutRecipient {
  readonly signingKeys: SigningKeys;
  /** The gateway's keys of kind C2P_ENCRYPTION, the newest first. */
  readonly keys: readonly WalletKey[];
  /** The id of the merchant that is paid. */
  readonly dpaId: string;
  readonly at: Instant;
}

const refused: WalletOpening = { kind: 'refused' };

export async function openCheckout(
  text: string,
  { signingKeys, keys, dpaId, at }: CheckoutRecipient,
): Promise<WalletOpening> {
  const signed = text.length <= CHECKOUT_LENGTH_MAX ? readSigned(text) : undefined;
  if (!signed) return refused;
  const isAuthentic = await isSigned(text, signed, signingKeys);
  const payload = await openPayload(signed.body['encryptedPayload'], keys);
  const content = payload && readContent(payload);
  const envelope = readEnvelope(signed.body);
  if (!isAuthentic || !content || envelope?.dpaId !== dpaId) return refused;
  const { card, amount, cryptogramExpiresAt } = content;
  const expiresAt = Math.min(envelope.expiresAt, cryptogramExpiresAt ?? Infinity);
  if (envelope.issuedAt - at > CHECKOUT_AHEAD_MAX_MS || at >= expiresAt) return { kind: 'expired' };
  return { kind: 'opened', token: { card, tokenId: envelope.tokenId, expiresAt, amount } };
}

interface Envelope {
  readonly tokenId: string;
  readonly dpaId: string;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
}

function readEnvelope(body: Fields): Envelope | undefined {
  const tokenId = textOf(body['srcCorrelationId'], REFERENCE);
  const dpaId = textOf(body['dpaId'], REFERENCE);
  const issuedAt = instantOf(body['iat']);
  const end = body['exp'] === undefined ? Infinity : instantOf(body['exp']);
  const transaction = body['srciTransactionId'];
  if (transaction !== undefined && textOf(transaction, REFERENCE) === undefined) return undefined;
  if (tokenId === undefined || dpaId === undefined) return undefined;
  if (issuedAt === undefined || end === undefined) return undefined;
  // The first millisecond at which the response is too old.
  const tooOldAt = issuedAt + CHECKOUT_AGE_MAX_MS + 1;
  return { tokenId, dpaId, issuedAt, expiresAt: Math.min(tooOldAt, end) };
}

/** Reads seconds since 1970 without a fraction. */
function instantOf(seconds: unknown): Instant | undefined {
  const isTime =
    typeof seconds === 'number' && Number.isSafeInteger(seconds * 1000) && seconds >= 0;
  return isTime ? seconds * 1000 : undefined;
}
