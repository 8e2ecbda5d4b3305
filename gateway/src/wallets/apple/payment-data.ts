// Reads the decrypted payment data of a token. Only data of the type 3DSecure is supported: a
// device account number with a cryptogram for an online payment.

import { currencyOfNumeric } from '../../core/currency.ts';
import { readBase64 } from '../../core/jose/base64.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { readJsonObject } from '../../core/json/read-object.ts';
import { secret } from '../../core/secret.ts';
import type { WalletCard, WalletToken } from '../wallet-card.ts';

type PaymentData = Pick<WalletToken, 'card'> & {
  readonly amount: NonNullable<WalletToken['amount']>;
};

const NUMBER = /^[0-9]{12,19}$/;
/** YYMMDD. */
const EXPIRY = /^[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])$/;
const ECI = /^[0-9]{1,2}$/;
const HOLDER_LENGTH_MAX = 255;
const CRYPTOGRAM_BYTES_MAX = 64;

/** Undefined if a field is missing or malformed, and for other types of payment data. */
export function readPaymentData(bytes: Buffer): PaymentData | undefined {
  const data = readJsonObject(bytes);
  if (data?.['paymentDataType'] !== '3DSecure') return undefined;
  const card = readCard(data);
  const currency = currencyOfNumeric(data['currencyCode']);
  const amount = data['transactionAmount'];
  if (!card || currency === undefined || !isIntegerAmount(amount)) return undefined;
  return { card, amount: { minor: BigInt(amount), currency } };
}

/** An amount in minor units. */
function isIntegerAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function readCard(data: Fields): WalletCard | undefined {
  const number = textOf(data['applicationPrimaryAccountNumber'], NUMBER);
  const expiry = textOf(data['applicationExpirationDate'], EXPIRY)?.slice(0, 4);
  const holder = data['cardholderName'];
  const { onlinePaymentCryptogram, eciIndicator } = fieldsOf(data['paymentData']) ?? {};
  const eci = eciIndicator === undefined ? null : textOf(eciIndicator, ECI)?.padStart(2, '0');
  if (number === undefined || expiry === undefined || eci === undefined) return undefined;
  if (!isCryptogram(onlinePaymentCryptogram) || !isHolder(holder)) return undefined;
  return {
    number: secret(number),
    expiry: secret(`20${expiry}`),
    holder: holder === undefined ? null : secret(holder),
    numberType: 'NETWORK_TOKEN',
    cryptogram: secret(onlinePaymentCryptogram),
    eci,
  };
}

function isHolder(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value.length <= HOLDER_LENGTH_MAX);
}

function isCryptogram(value: unknown): value is string {
  const { length } = readBase64(value) ?? [];
  return length > 0 && length <= CRYPTOGRAM_BYTES_MAX;
}
