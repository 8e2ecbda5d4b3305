// Builds checkout responses: a JWS with a JWE to the gateway inside, as real Click to Pay systems
// do.

import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, CompactSign } from 'jose';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import { exactNumber } from '@bramka/gateway/core/json.ts';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import { readSpki } from '../../wire/x509/public-key.ts';
import type { CheckoutRow } from '../rows.ts';
import { SIGNATURE_ALGORITHM, type SigningKey } from './signing-key.ts';

/** What the response pays with. Expiry dates as YYYYMM. */
export type CheckoutContent =
  | { readonly kind: 'card'; readonly number: string; readonly expiry: string }
  | {
      readonly kind: 'token';
      readonly number: string;
      readonly expiry: string;
      /** Base64 of 20 bytes. */
      readonly cryptogram: string;
      readonly eci: string | null;
    };

/** Whom the response is encrypted to. */
export interface Recipient {
  readonly kid: string;
  readonly publicKey: KeyObject;
}

/** Undefined if it is not a public key that responses can be encrypted to. */
export function readRecipient(kid: string, spki: Uint8Array | string): Recipient | undefined {
  const publicKey = readSpki(spki);
  return keyAlgorithms[publicKey?.asymmetricKeyType ?? ''] && publicKey && { kid, publicKey };
}

const keyAlgorithms: Readonly<Record<string, { readonly alg: string; readonly enc: string }>> = {
  rsa: { alg: 'RSA-OAEP-256', enc: 'A128CBC-HS256' },
  ec: { alg: 'ECDH-ES', enc: 'A256GCM' },
};

const HOLDER = 'ANNA KOWALSKA';
const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

export async function buildResponse(
  row: CheckoutRow,
  content: CheckoutContent,
  { key, recipient, issuedAt }: { key: SigningKey; recipient: Recipient; issuedAt: Instant },
): Promise<string> {
  const { kid, publicKey } = recipient;
  const header = keyAlgorithms[publicKey.asymmetricKeyType ?? ''] ?? { alg: '', enc: '' };
  const encryptedPayload = await new CompactEncrypt(bytesOf(payloadOf(row, content)))
    .setProtectedHeader({ ...header, kid, typ: 'JOSE' })
    .encrypt(publicKey);
  const body = {
    srcCorrelationId: row.correlationId,
    srciTransactionId: row.sessionId,
    dpaId: row.dpaId,
    iat: Math.floor(issuedAt / 1000),
    maskedCard: { panLastFour: row.cardLastFour },
    encryptedPayload,
  };
  return new CompactSign(bytesOf(body))
    .setProtectedHeader({ alg: SIGNATURE_ALGORITHM, kid: key.kid, typ: 'JOSE' })
    .sign(key.privateKey);
}

function payloadOf({ amountMinor, currency }: CheckoutRow, content: CheckoutContent): object {
  const { number, expiry } = content;
  const [year, month] = [expiry.slice(0, 4), expiry.slice(4)];
  const amount = exactNumber(formatAmount({ minor: amountMinor, currency }));
  const transactionAmount = { transactionAmount: amount, transactionCurrencyCode: currency };
  if (content.kind === 'card') {
    const card = {
      primaryAccountNumber: number,
      panExpirationMonth: month,
      panExpirationYear: year,
      cardholderFullName: HOLDER,
    };
    return { card, transactionAmount };
  }
  const { cryptogram, eci } = content;
  return {
    token: { paymentToken: number, tokenExpirationMonth: month, tokenExpirationYear: year },
    dynamicData: {
      dynamicDataType: 'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM',
      dynamicDataValue: cryptogram,
      ...(eci === null ? {} : { eci }),
    },
    transactionAmount,
  };
}
