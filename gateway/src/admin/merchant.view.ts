// The operator's view of a merchant: everything except secrets, of which only ids and creation
// times are shown.

import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { isCurrency } from '../core/currency.ts';
import { countryNumeric } from '../core/iso/country.ts';
import { present } from '../core/json/present.ts';
import { invalid } from '../core/refusals.ts';
import { currencyCode, patternText, oneOf, time } from '../http/schema.ts';
import {
  challengePolicies,
  checkPolicy,
  exemptionRoutes,
  unavailablePolicies,
} from '../merchants/sca-policy.ts';
import { isWebAddress, isWebOrigin, webAddressRule } from '../merchants/web-address.ts';
import { channels, methods, type Merchant, type MerchantSettings } from '../merchants/merchant.ts';

/** An empty text clears the setting, because null means absent in this API. */
const text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description === undefined ? {} : { description }) }));

/** By currency, in major units; the given object replaces all limits. */
const limitsSchema = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Z]{3}$' }), Type.String({ maxLength: 20 }), {
      description,
      examples: [{ EUR: '30.00', PLN: '120.00' }],
    }),
  );

const scaSchema = Type.Object(
  {
    challenge: Type.Optional(
      oneOf(
        challengePolicies,
        'AUTO: the issuer decides; ALWAYS: a challenge is asked for every time',
      ),
    ),
    whenUnavailable: Type.Optional(
      oneOf(
        unavailablePolicies,
        'When the customer cannot be authenticated: reject, or authorize at your own risk',
      ),
    ),
    decoupled: Type.Optional(
      Type.Boolean({ description: 'The customer may confirm later, away from the shop' }),
    ),
    lowValueLimits: limitsSchema('Payments below are exempt as of low value'),
    traLimits: limitsSchema('Payments up to this are exempt by risk analysis'),
    exemptionRoute: Type.Optional(
      oneOf(exemptionRoutes, 'Where exemptions are asked for: at the acquirer, or by 3-D Secure'),
    ),
  },
  { description: 'Strong customer authentication' },
);

export const settingsSchema = Type.Object({
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Shown to customers; 3-D Secure tells banks its first 40 characters',
    }),
  ),
  legalName: text(256),
  url: text(2048, 'URL of the shop, sent to banks by 3-D Secure'),
  mcc: Type.Optional(
    patternText('^([0-9]{4})?$', 'four digits, or empty to clear it', {
      description: 'Merchant category code, four digits; 3-D Secure needs it',
    }),
  ),
  taxId: text(64),
  address: Type.Optional(
    Type.Object({
      street: text(256),
      postal: text(32),
      city: text(128),
      state: text(128),
      country: text(3, 'ISO 3166, two or three letters such as PL; 3-D Secure needs it'),
    }),
  ),
  channels: Type.Optional(Type.Array(oneOf(channels), { maxItems: 5, uniqueItems: true })),
  methods: Type.Optional(Type.Array(oneOf(methods), { maxItems: 6, uniqueItems: true })),
  currencies: Type.Optional(
    Type.Array(currencyCode('ISO 4217 code'), {
      maxItems: 200,
      uniqueItems: true,
      description: 'Accepted currencies; empty means all',
    }),
  ),
  notificationUrl: text(2048, 'Where events of payments are sent'),
  redirectOrigins: Type.Optional(
    Type.Array(Type.String({ maxLength: 256 }), {
      maxItems: 50,
      description: 'Such as https://shop.example; * allows every origin',
    }),
  ),
  asyncNotifyAllowed: Type.Optional(
    Type.Boolean({ description: 'Whether a payment may name a notification address of its own' }),
  ),
  recurringAllowed: Type.Optional(
    Type.Boolean({
      description: 'Whether cards may be charged without the customer (recurring SUBSEQUENT)',
    }),
  ),
  holdDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: 'Days that a preauthorization is held' }),
  ),
  adjustmentTolerancePercent: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How far an adjustment may exceed the authenticated amount, in percent of it',
    }),
  ),
  sca: Type.Optional(scaSchema),
  settlement: Type.Optional(
    Type.Object({
      afterDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
      account: text(64),
    }),
  ),
  agents: Type.Optional(
    Type.Array(Type.String({ maxLength: 15 }), {
      maxItems: 100,
      description: 'MIDs of the agents that may act for the merchant',
    }),
  ),
});

const secretSchema = Type.Object({ id: Type.String(), createdAt: time('When it was made') });

export const merchantSchema = Type.Object({
  merchantId: Type.String(),
  status: oneOf(['ACTIVE', 'SUSPENDED']),
  settings: settingsSchema,
  secrets: Type.Array(secretSchema),
  notificationSecrets: Type.Array(secretSchema),
  createdAt: time('When it was added'),
  updatedAt: time('When it last changed'),
});

/** Settings without a value are left out. */
export function merchantView(merchant: Merchant) {
  const { settings } = merchant;
  const age = (kept: { id: string; createdAt: number }) => ({
    id: kept.id,
    createdAt: isoTime(kept.createdAt),
  });
  return {
    merchantId: merchant.merchantId,
    status: merchant.status,
    settings: { ...present(settings), settlement: present(settings.settlement) },
    secrets: merchant.secrets.map(age),
    notificationSecrets: merchant.notificationSecrets.map(age),
    createdAt: isoTime(merchant.createdAt),
    updatedAt: isoTime(merchant.updatedAt),
  };
}

/**
 * Checks that the schema cannot express: currencies, countries, URLs, and origins without a path.
 */
export function checkSettings(input: Partial<MerchantSettings>): Partial<MerchantSettings> {
  if (input.name !== undefined && !NAME.test(input.name)) {
    throw invalid('settings.name', 'must be one line of visible text');
  }
  for (const field of ['url', 'notificationUrl'] as const) {
    const url = input[field] ?? '';
    if (url !== '' && !isWebAddress(url)) throw invalid(`settings.${field}`, webAddressRule);
  }
  const country = input.address?.country ?? '';
  if (country !== '' && countryNumeric(country) === undefined) {
    throw invalid('settings.address.country', 'must be an ISO 3166 country code such as PL');
  }
  for (const code of input.currencies ?? []) {
    if (!isCurrency(code))
      throw invalid('settings.currencies', 'must be active ISO 4217 currencies');
  }
  for (const origin of input.redirectOrigins ?? []) {
    if (origin !== '*' && !isWebOrigin(origin)) {
      throw invalid('settings.redirectOrigins', 'must be origins such as https://shop.example');
    }
  }
  const problem = checkPolicy(input.sca ?? {});
  if (problem) throw invalid(`settings.sca.${problem.field}`, problem.message);
  return clearEmpty(input);
}

/** The name is part of messages to banks, which show a single line. */
const NAME = /^(?=.*[\p{L}\p{N}])[^\p{Cc}]+$/u;

const clearable = ['legalName', 'url', 'mcc', 'taxId', 'notificationUrl'] as const;

function clearEmpty(input: Partial<MerchantSettings>): Partial<MerchantSettings> {
  const cleared = clearable.filter((name) => input[name] === '').map((name) => [name, null]);
  const { settlement } = input;
  return {
    ...input,
    ...(Object.fromEntries(cleared) as Partial<MerchantSettings>),
    ...(settlement?.account === '' ? { settlement: { ...settlement, account: null } } : {}),
  };
}
