// Requests for wallet tokens: their schema, and what a schema cannot say. A field that the wallet
// would ignore is refused.

import { Type, type Static } from 'typebox';
import { currencyDecimals } from '@bramka/gateway/core/currency.ts';
import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { numberText } from '@bramka/gateway/core/json.ts';
import { parseAmount } from '@bramka/gateway/core/money.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { amount, oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { cardNumber, currency, merchantId, yearMonth } from '../../party/schemas.ts';
import { organizationOf } from '../../wire/cards/card-number.ts';
import { isDeviceNumber } from '../devices/ranges.ts';

export const walletNames = { APAY: 'Apple Pay', GPAY: 'Google Pay' } as const;
type WalletType = keyof typeof walletNames;

export const merchantName = (description: string) =>
  patternText('^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$', 'a merchant identifier', { description });

export const tokenSchema = Type.Object({
  type: oneOf({ APAY: 'Apple Pay.', GPAY: 'Google Pay.' }, 'Wallet.'),
  merchantId,
  amount: amount('Amount that the customer confirms'),
  currency,
  card: Type.Optional(
    cardNumber('Card in the wallet; any test card keeps its meaning. Absent: 4111111111111111.'),
  ),
  expDate: Type.Optional(yearMonth('Expiry of the card as YYYYMM. Absent: in four years.')),
  version: Type.Optional(
    oneOf(
      { EC_v1: 'Encrypted with an elliptic curve.', RSA_v1: 'Encrypted with RSA.' },
      'Only APAY; absent: EC_v1.',
    ),
  ),
  authMethod: Type.Optional(
    oneOf(
      {
        CRYPTOGRAM_3DS: 'Device number with a cryptogram: the customer is authenticated.',
        PAN_ONLY: 'Card number without a cryptogram: the gateway authenticates the customer.',
      },
      'Only GPAY; absent: CRYPTOGRAM_3DS.',
    ),
  ),
  eci: Type.Optional(
    Type.Boolean({ description: 'false: without an electronic commerce indicator.' }),
  ),
  at: Type.Optional(
    time(
      'Time, to get an expired token: when Apple Pay signs it, or when a Google Pay token ' +
        'expires. Absent: now; in one hour.',
    ),
  ),
  name: Type.Optional(merchantName('Only APAY: merchant identifier, if the merchant has several.')),
});
export type TokenBody = Static<typeof tokenSchema>;

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
  readonly version: NonNullable<TokenBody['version']>;
  readonly authMethod: NonNullable<TokenBody['authMethod']>;
  readonly hasEci: boolean;
  /** Apple Pay: when it is signed; Google Pay: when it expires. Null: the usual time. */
  readonly at: Instant | null;
}

const DEFAULT_CARD = '4111111111111111';
const YEARS_VALID = 4;
const onlyOf = { APAY: ['version', 'name'], GPAY: ['authMethod'] } as const;

/** Throws a refusal that names the field. */
export function readTokenRequest(body: TokenBody, clock: Clock): TokenRequest {
  const { type, authMethod = 'CRYPTOGRAM_3DS', card = DEFAULT_CARD } = body;
  for (const name of onlyOf[type === 'APAY' ? 'GPAY' : 'APAY']) {
    if (body[name] !== undefined) throw invalid(name, `must be absent for ${type}`);
  }
  if (body.eci !== undefined && authMethod === 'PAN_ONLY') {
    throw invalid('eci', 'must be absent for PAN_ONLY');
  }
  if (currencyDecimals(body.currency) === undefined) {
    throw invalid('currency', 'must be an active ISO 4217 code');
  }
  const parsed = parseAmount(numberText(body.amount) ?? '', body.currency);
  if (!parsed.ok) throw invalid('amount', parsed.reason);
  const isCard = passesLuhn(card) && organizationOf(card) !== undefined && !isDeviceNumber(card);
  if (!isCard) throw invalid('card', 'must be a card number');
  const at = body.at === undefined ? null : Date.parse(body.at);
  if (Number.isNaN(at)) throw invalid('at', 'must be a time such as 2026-01-31T12:00:00Z');
  const lastYear = new Date(clock.now()).getUTCFullYear() + YEARS_VALID;
  return {
    type,
    merchantId: body.merchantId,
    name: body.name ?? null,
    amountMinor: parsed.money.minor,
    currency: body.currency,
    card,
    expiry: body.expDate ?? `${String(lastYear)}12`,
    version: body.version ?? 'EC_v1',
    authMethod,
    hasEci: body.eci ?? true,
    at,
  };
}
