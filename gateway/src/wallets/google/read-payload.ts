// Reads the decrypted message of a Google Pay token: for whom it is, until when, and the card. A
// payload that contradicts itself is refused.

import type { Instant } from '../../core/clock.ts';
import { readBase64 } from '../../core/jose/base64.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';
import { secret } from '../../core/secret.ts';
import type { WalletCard } from '../wallet-card.ts';
import { readInstant } from './read-token.ts';

interface GooglePayload {
  readonly messageId: string;
  readonly expiresAt: Instant;
  /** The merchant's id at this gateway, as the merchant's page gave it to Google Pay. */
  readonly gatewayMerchantId: string;
  readonly card: WalletCard;
}

type Proof = Pick<WalletCard, 'numberType' | 'cryptogram' | 'eci'>;

const CRYPTOGRAM_BYTES_MAX = 64;

export function readPayload(message: Uint8Array): GooglePayload | undefined {
  const payload = readJsonObject(message);
  const { messageExpiration, gatewayMerchantId } = payload ?? {};
  const messageId = textOf(payload?.['messageId'], /^[\x21-\x7e]{1,256}$/);
  const expiresAt = readInstant(messageExpiration);
  const card = payload?.['paymentMethod'] === 'CARD' && readCard(payload['paymentMethodDetails']);
  if (!messageId || expiresAt === undefined || !card) return undefined;
  if (typeof gatewayMerchantId !== 'string') return undefined;
  return { messageId, expiresAt, gatewayMerchantId, card };
}

function readCard(value: unknown): WalletCard | undefined {
  const details = fieldsOf(value) ?? {};
  const pan = textOf(details['pan'], /^[0-9]{12,19}$/);
  const expiry = readExpiry(details['expirationYear'], details['expirationMonth']);
  const proof = readProof(details);
  if (!pan || !expiry || !proof) return undefined;
  return { number: secret(pan), expiry: secret(expiry), holder: null, ...proof };
}

/** YYYYMM. */
function readExpiry(year: unknown, month: unknown): string | undefined {
  if (!isWithin(year, 2000, 2099) || !isWithin(month, 1, 12)) return undefined;
  return `${year}${String(month).padStart(2, '0')}`;
}

function isWithin(value: unknown, from: number, to: number): value is number {
  return Number.isInteger(value) && Number(value) >= from && Number(value) <= to;
}

/** A cryptogram comes with a device number; a card number has neither a cryptogram nor an ECI. */
function readProof(details: Fields): Proof | undefined {
  const { authMethod, cryptogram, eciIndicator } = details;
  if (authMethod === 'PAN_ONLY') {
    const hasProof = cryptogram !== undefined || eciIndicator !== undefined;
    return hasProof ? undefined : { numberType: 'PAN', cryptogram: null, eci: null };
  }
  const bytes = readBase64(cryptogram);
  const eci = readEci(eciIndicator);
  if (authMethod !== 'CRYPTOGRAM_3DS' || !bytes || eci === undefined) return undefined;
  if (bytes.length === 0 || bytes.length > CRYPTOGRAM_BYTES_MAX) return undefined;
  return { numberType: 'NETWORK_TOKEN', cryptogram: secret(bytes.toString('base64')), eci };
}

/** Two digits; null if there is none. Google may leave out the leading zero. */
function readEci(value: unknown): string | null | undefined {
  if (value === undefined || value === '') return null;
  return textOf(value, /^[0-9]{1,2}$/)?.padStart(2, '0');
}
