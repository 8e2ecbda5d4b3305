// The payment creation request as a schema (fields of our contract; unknown fields are ignored).

import { Type, type Static } from 'typebox';
import { amount, amountOrZero, currencyCode, patternText, oneOf } from '../../http/schema.ts';
import { channels, methods } from '../../merchants/merchant.ts';
import { instrumentSchema } from '../../methods/instrument.ts';
import { windowSizes } from '../../threeds/device.ts';
import { recurringKinds } from '../agreement.ts';
import { transKinds } from '../payment.ts';

const words = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const number = Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 16 })]));
const country = Type.Optional(
  patternText('^[A-Za-z]{2,3}$', 'a country code of two or three letters such as PL'),
);

export const addressSchema = Type.Object({
  street: words(256),
  postal: words(32),
  city: words(128),
  state: words(128),
  country,
});

const locationSchema = Type.Object({ ...addressSchema.properties, countryOfOrigin: country });

/** Merchant or agent, specification 2.8. */
export const partySchema = Type.Object({
  merchantId: words(64),
  merchantName: words(256),
  name: words(256),
  mcc: Type.Optional(patternText('^[0-9]{4}$', 'a merchant category code of four digits')),
  url: words(2048),
  redirectURL: words(2048),
  terminalId: words(64),
  location: Type.Optional(locationSchema),
  taxId: words(64),
  acsNotificationURL: words(256),
  amexMerchantId: words(15),
  dpaId: words(128),
  organizationId: words(64),
});

export const customerSchema = Type.Object({
  email: Type.Optional(patternText('^[^\\s@]+@[^\\s@]+$', 'an e-mail address', { maxLength: 254 })),
  extCustomerId: words(128),
  name: words(256),
  firstName: words(128),
  lastName: words(128),
  billing: Type.Optional(addressSchema),
  phone: Type.Optional(Type.Object({ countryCode: words(8), phoneNo: words(32) })),
  extAccountNo: words(64),
});

export const deviceSchema = Type.Object({
  ip: words(64),
  name: words(256),
  browserData: Type.Optional(
    Type.Object({
      javascriptEnabled: Type.Optional(Type.Boolean()),
      javaEnabled: Type.Optional(Type.Boolean()),
      language: words(64),
      colorDepth: number,
      screenHeight: number,
      screenWidth: number,
      timezone: number,
      userAgent: words(2048),
      acceptHeader: words(2048),
      challengeWindowSize: Type.Optional(
        oneOf(
          windowSizes,
          'Window for a challenge: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full page ' +
            '(the default)',
        ),
      ),
    }),
  ),
  sdk: Type.Optional(
    Type.Object({
      transId: words(64),
      appId: words(64),
      refNumber: words(64),
      ephemPubKey: words(512),
      encData: words(16384),
      maxTimeout: number,
      messageVersion: Type.Optional(
        Type.String({ maxLength: 8, description: 'The protocol version the SDK was made for' }),
      ),
    }),
  ),
});

export const orderSchema = Type.Object({
  amount: amount('Amount in major units, at most the decimals of the currency'),
  currency: currencyCode('ISO 4217 code'),
  commission: Type.Optional(amountOrZero('Commission in major units')),
  extOrderId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  shipping: Type.Optional(addressSchema),
  description: words(512),
  subpayments: Type.Optional(
    Type.Array(Type.Object({}), { maxItems: 100, description: 'Not available in this version' }),
  ),
});

const flag = Type.Optional(Type.Boolean());

export const optionsSchema = Type.Object({
  transKind: Type.Optional(
    oneOf(transKinds, 'AUTH by default; ACCT_FUNDING is not available in this version'),
  ),
  transType: Type.Optional(
    oneOf(
      ['STANDARD', 'MARKETPLACE'],
      'STANDARD by default; MARKETPLACE is not available in this version',
    ),
  ),
  validTime: Type.Optional(
    Type.Integer({ minimum: 60, maximum: 2_592_000, description: 'Seconds, 1800 by default' }),
  ),
  tokenize: flag,
  recurring: Type.Optional(
    oneOf(recurringKinds, 'INITIAL begins a series, SUBSEQUENT is a payment without the customer'),
  ),
  recurringType: words(32),
  refPaymentId: Type.Optional(
    Type.String({ maxLength: 64, description: 'SUBSEQUENT: the INITIAL payment of the series' }),
  ),
  iframe: flag,
  asyncNotify: words(2048),
  methods: words(128),
  language: words(16),
  restore: flag,
  repeat: flag,
  registerAlias: flag,
  recurringExpDate: words(32),
  recurringCycle: words(32),
  purposeCode: words(32),
  fundSource: words(32),
  fundSourceRef: words(64),
});

/** Maximum size of the opaque JSON that is stored per payment. */
export const CONSENTS_BYTES_MAX = 16_384;

export const createSchema = Type.Object({
  channel: Type.Optional(oneOf(channels, "The token's channel, or WEBAPI, when absent")),
  method: Type.Optional(oneOf([...methods, 'UNKNOWN'])),
  instrument: Type.Optional(instrumentSchema),
  merchant: Type.Optional(partySchema),
  agent: Type.Optional(partySchema),
  customer: Type.Optional(customerSchema),
  device: Type.Optional(deviceSchema),
  order: orderSchema,
  options: Type.Optional(optionsSchema),
  consents: Type.Optional(
    Type.Array(Type.Object({}), {
      maxItems: 32,
      description: `Kept as given; at most ${CONSENTS_BYTES_MAX} bytes as JSON`,
    }),
  ),
});

export type CreateRequest = Static<typeof createSchema>;
export type RequestOptions = Static<typeof optionsSchema>;
export type DeviceData = Static<typeof deviceSchema>;
export type CustomerData = Static<typeof customerSchema>;
