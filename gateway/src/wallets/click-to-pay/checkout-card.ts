// The content of a checkout: a card or a token that replaces it, never both, with the dynamic data
// and the amount that the customer has confirmed. Members that are not read here are for shops
// (addresses, masked values) and are ignored.

import { passesLuhn } from '../../core/iso/check-digit.ts';
import { numberText } from '../../core/json.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import { parseAmount, type Money } from '../../core/money.ts';
import { secret } from '../../core/secret.ts';
import type { Instant } from '../../core/clock.ts';
import type { WalletCard } from '../wallet-card.ts';

/**
 * Dynamic data that authorizes a token. A dynamic security code does not, and a cardholder
 * authentication cryptogram (CAVV) belongs to a card.
 */
const cryptogramTypes: readonly string[] = [
  'CARD_APPLICATION_CRYPTOGRAM_SHORT_FORM',
  'CARD_APPLICATION_CRYPTOGRAM_LONG_FORM',
];

const NUMBER = /^[0-9]{12,19}$/;
const MONTH = /^(0[1-9]|1[0-2])$/;
const YEAR = /^20[0-9]{2}$/;
const ECI = /^0[0-7]$/;
const ACCOUNT_REFERENCE = /^[A-Za-z0-9]{29}$/;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;
/** The short form has 20 bytes, the long form up to the length of a chip data field. */
const CRYPTOGRAM_BYTES_MIN = 8;
const CRYPTOGRAM_BYTES_MAX = 255;
const DYNAMIC_DATA_MAX = 4;
/** The length of a name in the messages to acquirers; a longer one is cut. */
const HOLDER_LENGTH_MAX = 64;
const HOLDER_LENGTH_ACCEPTED = 256;

interface CheckoutContent {
  readonly card: WalletCard;
  readonly amount: Money;
  /** When the cryptogram expires, if Click to Pay says so. */
  readonly cryptogramExpiresAt: Instant | null;
}

/** Undefined if anything is missing or malformed. */
export function readContent(payload: Fields): CheckoutContent | undefined {
  const { card: cardFields, token: tokenFields } = payload;
  const amount = readAmount(payload['transactionAmount']);
  // Never both: it would be unclear which of them the customer has chosen.
  if (!amount || (cardFields === undefined) === (tokenFields === undefined)) return undefined;
  if (cardFields !== undefined) {
    const card = readPan(fieldsOf(cardFields) ?? {});
    return card && { card, amount, cryptogramExpiresAt: null };
  }
  const dynamic = readDynamicData(payload['dynamicData']);
  const card = dynamic && readToken(fieldsOf(tokenFields) ?? {}, dynamic);
  return card && { card, amount, cryptogramExpiresAt: dynamic.expiresAt };
}

/**
 * Dynamic data of a card is not used: strong authentication of this gateway runs instead of
 * trusting a CAVV that it has not asked for.
 */
function readPan(fields: Fields): WalletCard | undefined {
  const number = numberOf(fields['primaryAccountNumber']);
  const expiry = expiryOf(fields['panExpirationYear'], fields['panExpirationMonth']);
  const holder = holderOf(fields['cardholderFullName']);
  if (!number || !expiry || holder === undefined) return undefined;
  return {
    number: secret(number),
    expiry: secret(expiry),
    holder: holder === null ? null : secret(holder),
    numberType: 'PAN',
    cryptogram: null,
    eci: null,
  };
}

function readToken(fields: Fields, { cryptogram, eci }: DynamicData): WalletCard | undefined {
  const number = numberOf(fields['paymentToken']);
  const expiry = expiryOf(fields['tokenExpirationYear'], fields['tokenExpirationMonth']);
  const account = fields['paymentAccountReference'];
  if (!number || !expiry) return undefined;
  if (account !== undefined && textOf(account, ACCOUNT_REFERENCE) === undefined) return undefined;
  return {
    number: secret(number),
    expiry: secret(expiry),
    holder: null,
    numberType: 'NETWORK_TOKEN',
    cryptogram: secret(cryptogram),
    eci,
  };
}

interface DynamicData {
  readonly cryptogram: string;
  readonly eci: string | null;
  readonly expiresAt: Instant | null;
}

/** Some systems send one object, others a list; exactly one cryptogram must be in it. */
function readDynamicData(value: unknown): DynamicData | undefined {
  const list = [value].flat().map(fieldsOf);
  if (list.length > DYNAMIC_DATA_MAX || !list.every((one) => one !== undefined)) return undefined;
  const cryptograms = list.filter(({ dynamicDataType: type }) =>
    cryptogramTypes.includes(type as string),
  );
  const [fields] = cryptograms;
  if (!fields || cryptograms.length > 1) return undefined;
  const cryptogram = cryptogramOf(fields['dynamicDataValue']);
  const eci = fields['eci'] === undefined ? null : textOf(fields['eci'], ECI);
  const expiresAt = instantOf(fields['dynamicDataExpiration']);
  if (!cryptogram || eci === undefined || expiresAt === undefined) return undefined;
  return { cryptogram, eci, expiresAt };
}

function readAmount(value: unknown): Money | undefined {
  const { transactionAmount: amount, transactionCurrencyCode: currency } = fieldsOf(value) ?? {};
  const text = typeof amount === 'string' ? amount : numberText(amount);
  if (text === undefined || typeof currency !== 'string') return undefined;
  const parsed = parseAmount(text, currency);
  return parsed.ok ? parsed.money : undefined;
}

function numberOf(value: unknown): string | undefined {
  const digits = textOf(value, NUMBER);
  return digits !== undefined && passesLuhn(digits) ? digits : undefined;
}

function expiryOf(year: unknown, month: unknown): string | undefined {
  const [yearText, monthText] = [textOf(year, YEAR), textOf(month, MONTH)];
  return yearText !== undefined && monthText !== undefined ? yearText + monthText : undefined;
}

/** Null if absent; undefined if malformed. */
function holderOf(value: unknown): string | null | undefined {
  if (value === undefined) return null;
  if (typeof value !== 'string' || /\p{Cc}/u.test(value)) return undefined;
  const name = value.trim();
  if (name === '' || name.length > HOLDER_LENGTH_ACCEPTED) return undefined;
  return name.slice(0, HOLDER_LENGTH_MAX).toWellFormed();
}

function cryptogramOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64');
  const { length } = bytes;
  if (length < CRYPTOGRAM_BYTES_MIN || length > CRYPTOGRAM_BYTES_MAX) return undefined;
  return bytes.toString('base64') === value ? value : undefined;
}

/** Seconds since 1970 or ISO 8601 in UTC; null if absent; undefined if malformed. */
function instantOf(value: unknown): Instant | null | undefined {
  if (value === undefined) return null;
  const seconds = typeof value === 'number' ? value : Number(textOf(value, /^\d{1,12}$/) ?? NaN);
  const iso = textOf(value, ISO_TIME);
  const at = iso === undefined ? seconds * 1000 : Date.parse(iso);
  return Number.isSafeInteger(at) && at >= 0 ? at : undefined;
}
