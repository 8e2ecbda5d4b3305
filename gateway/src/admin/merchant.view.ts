// The operator's view of a merchant: everything except secrets, of which only ids and creation
// times are shown.

import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import {
  currencyCode,
  freeText,
  oneOf,
  optionalFlag,
  patternText,
  time,
  words,
} from '../http/schema.ts';
import { pageSchema, pageView } from './page/page-schema.ts';
import { providersSchema } from './check-providers.ts';
import { routingSchema } from './routing/rule-schema.ts';
import { settlementSchema } from './settlement-schema.ts';
import { channelMeanings, merchantStatusMeanings } from '../merchants/meanings.ts';
import { methodMeanings, methodNames } from '../methods/registry.ts';
import type { Merchant } from '../merchants/merchant.ts';
import { recurringRulesSchema } from '../merchants/recurring-rules.ts';
import { scaSchema } from '../merchants/sca-policy.ts';
import { mergeSettlement } from '../merchants/settlement-rules.ts';

const freeLine = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ ...freeText, maxLength, description }));

/** An empty text clears the setting, because null means absent in this API. */
export const settingsSchema = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        ...freeText,
        minLength: 1,
        maxLength: 256,
        description: 'Shown to customers; issuers receive the first 40 characters',
      }),
    ),
    legalName: freeLine(256, 'Name of the company. An empty text clears it.'),
    url: words(2048, 'URL of the shop, sent to banks by 3-D Secure'),
    mcc: Type.Optional(
      patternText('^([0-9]{4})?$', 'four digits, or empty to clear it', {
        description: 'Merchant category code, four digits; 3-D Secure needs it',
      }),
    ),
    taxId: words(64, 'Tax number. An empty text clears it.'),
    address: Type.Optional(
      Type.Object(
        {
          street: freeLine(256, 'Street and house number.'),
          postal: freeLine(32, 'Postal code.'),
          city: freeLine(128, 'City.'),
          state: freeLine(128, 'State or region.'),
          country: words(3, 'ISO 3166, two or three letters such as PL; 3-D Secure needs it'),
        },
        { description: 'Address of the merchant.' },
      ),
    ),
    channels: Type.Optional(
      Type.Array(oneOf(channelMeanings, 'Channel.'), {
        maxItems: 5,
        uniqueItems: true,
        description: 'Enabled channels; the list replaces the one before.',
      }),
    ),
    methods: Type.Optional(
      Type.Array(oneOf(methodMeanings, 'Method.'), {
        maxItems: methodNames.length,
        uniqueItems: true,
        description: 'Enabled payment methods; the list replaces the one before.',
      }),
    ),
    providers: Type.Optional(providersSchema),
    routing: Type.Optional(routingSchema),
    currencies: Type.Optional(
      Type.Array(currencyCode('ISO 4217 code'), {
        maxItems: 200,
        uniqueItems: true,
        description: 'Accepted currencies; empty means all',
      }),
    ),
    notificationUrl: words(2048, 'Where events of payments are sent'),
    redirectOrigins: Type.Optional(
      Type.Array(Type.String({ maxLength: 256 }), {
        maxItems: 50,
        description:
          'Origins of return addresses, such as https://shop.example; in the sandbox also http ' +
          'origins, and * allows every origin',
      }),
    ),
    asyncNotifyAllowed: optionalFlag(
      'Whether a payment may name a notification address of its own',
    ),
    recurringAllowed: optionalFlag(
      'Whether cards may be charged without the customer (recurring SUBSEQUENT)',
    ),
    recurringRules: Type.Optional(recurringRulesSchema),
    storedCardCode: Type.Optional(
      oneOf(
        {
          REQUIRED: 'The payment waits for it with dataRequest CARD_CVV.',
          NOT_REQUIRED: 'It may be sent, but is not asked for. The default.',
        },
        'Whether customers enter the security code of a stored card (COF).',
      ),
    ),
    dpaId: Type.Optional(
      patternText(
        '^[A-Za-z0-9._:~-]{0,128}$',
        'at most 128 letters, digits, dots, hyphens, colons, tildes or underscores',
        { description: 'Id of the shop as a digital payment application of the card networks' },
      ),
    ),
    holdDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 30,
        description: 'Days that a preauthorization is held',
      }),
    ),
    adjustmentTolerancePercent: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'How far an adjustment may exceed the authenticated amount, in percent of it',
      }),
    ),
    sca: Type.Optional(scaSchema),
    settlement: Type.Optional(settlementSchema),
    page: Type.Optional(pageSchema),
    agents: Type.Optional(
      Type.Array(Type.String({ maxLength: 15 }), {
        maxItems: 100,
        description: 'MIDs of the agents that may act for the merchant',
      }),
    ),
    submerchants: Type.Optional(
      Type.Array(patternText('^[0-9]{4,15}$', 'a MID of 4 to 15 digits'), {
        maxItems: 1000,
        uniqueItems: true,
        description:
          'MIDs of the merchants that may receive shares of its MARKETPLACE payments; the list ' +
          'replaces the one before.',
      }),
    ),
  },
  { description: 'Settings of the merchant; absent ones keep their value or default.' },
);

const secretSchema = Type.Object({
  id: Type.String({ description: 'Id of the secret.' }),
  createdAt: time('When it was made'),
});

export const merchantSchema = Type.Object(
  {
    merchantId: Type.String({ description: 'MID.' }),
    status: oneOf(merchantStatusMeanings, 'Whether the merchant takes payments.'),
    settings: settingsSchema,
    secrets: Type.Array(secretSchema, {
      description: 'Valid API secrets, at most two; the secrets themselves are never shown again.',
    }),
    notificationSecrets: Type.Array(secretSchema, {
      description: 'Valid notification secrets, at most two.',
    }),
    createdAt: time('When it was added'),
    updatedAt: time('When it last changed'),
  },
  { description: 'The merchant.' },
);

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
    settings: {
      ...present(settings),
      methods: settings.methods ?? methodNames,
      settlement: present(mergeSettlement(settings.settlement)),
      page: pageView(merchant.merchantId, settings.page),
    },
    secrets: merchant.secrets.map(age),
    notificationSecrets: merchant.notificationSecrets.map(age),
    createdAt: isoTime(merchant.createdAt),
    updatedAt: isoTime(merchant.updatedAt),
  };
}
