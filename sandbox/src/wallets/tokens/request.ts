// Reads requests for wallet tokens. A field that the wallet would ignore is refused.

import { currencyDecimals } from '@bramka/gateway/core/currency.ts';
import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { numberText } from '@bramka/gateway/core/json.ts';
import { parseAmount } from '@bramka/gateway/core/money.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { isDeviceNumber, organizationOf } from '../devices/ranges.ts';
import { appleVersions, type AppleVersion } from './apple-token.ts';
import { authMethods, type AuthMethod } from './google-token.ts';

const walletTypes = ['APAY', 'GPAY'] as const;
export type WalletType = (typeof walletTypes)[number];

export interface TokenRequest {
  readonly type: WalletType;
  readonly merchantId: string;
  /** The identifier of the merchant at the wallet; null: the one that was set up. */
  readonly name: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly card: string;
  /** Of the card; YYYYMM. */
  readonly expiry: string;
  readonly version: AppleVersion;
  readonly authMethod: AuthMethod;
  readonly hasEci: boolean;
  /** Apple Pay: when it is signed; Google Pay: when it expires. Null: the usual time. */
  readonly at: Instant | null;
}

export const DEFAULT_CARD = '4111111111111111';
const YEARS_VALID = 4;

/** Throws a refusal that names the field. */
export function readTokenRequest(body: unknown, clock: Clock): TokenRequest {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Fields;
  const type = choice(fields, 'type', walletTypes) ?? missing('type');
  const only = (name: string, owner: WalletType): void => {
    if (isGiven(fields[name]) && type !== owner) throw invalid(name, `must be absent for ${type}`);
  };
  only('version', 'APAY');
  only('name', 'APAY');
  only('authMethod', 'GPAY');
  const authMethod = choice(fields, 'authMethod', authMethods) ?? 'CRYPTOGRAM_3DS';
  if (isGiven(fields['eci']) && authMethod === 'PAN_ONLY') {
    throw invalid('eci', 'must be absent for PAN_ONLY');
  }
  const nextYears = new Date(clock.now()).getUTCFullYear() + YEARS_VALID;
  return {
    type,
    merchantId: text(fields, 'merchantId', /^[\x21-\x7e]{1,64}$/) ?? missing('merchantId'),
    name: text(fields, 'name', MERCHANT_NAME),
    ...readAmount(fields),
    card: readCard(fields),
    expiry: text(fields, 'expDate', /^\d{4}(0[1-9]|1[0-2])$/) ?? `${String(nextYears)}12`,
    version: choice(fields, 'version', appleVersions) ?? 'EC_v1',
    authMethod,
    hasEci: readEci(fields),
    at: readTime(fields),
  };
}

const MERCHANT_NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;

type Fields = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function missing(name: string): never {
  throw invalid(name, 'is required');
}

/** Null if it is absent. */
function text(fields: Fields, name: string, form: RegExp): string | null {
  const value = fields[name];
  if (!isGiven(value)) return null;
  if (typeof value !== 'string' || !form.test(value)) throw invalid(name, 'is malformed');
  return value;
}

function choice<const T extends string>(
  fields: Fields,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = fields[name];
  if (!isGiven(value)) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw invalid(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

function readAmount(fields: Fields) {
  const currency = text(fields, 'currency', /^[A-Z]{3}$/) ?? missing('currency');
  if (currencyDecimals(currency) === undefined) {
    throw invalid('currency', 'must be an active ISO 4217 code');
  }
  if (!isGiven(fields['amount'])) missing('amount');
  const amount = parseAmount(numberText(fields['amount']) ?? '', currency);
  if (!amount.ok) throw invalid('amount', amount.reason);
  return { amountMinor: amount.money.minor, currency };
}

function readCard(fields: Fields): string {
  const card = text(fields, 'card', /^\d{12,19}$/) ?? DEFAULT_CARD;
  const isCard = passesLuhn(card) && organizationOf(card) !== undefined && !isDeviceNumber(card);
  if (!isCard) throw invalid('card', 'must be a card number');
  return card;
}

function readEci(fields: Fields): boolean {
  const { eci } = fields;
  if (isGiven(eci) && typeof eci !== 'boolean') throw invalid('eci', 'must be a boolean');
  return eci !== false;
}

function readTime(fields: Fields): Instant | null {
  const at = text(fields, 'at', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/);
  const time = at === null ? null : Date.parse(at);
  if (Number.isNaN(time)) throw invalid('at', 'must be a time such as 2026-01-31T12:00:00Z');
  return time;
}
