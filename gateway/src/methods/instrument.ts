// The instrument object of specification 2.4 as a schema, shared by all payment methods.

import { Type, type Static } from 'typebox';
import { patternText, oneOf } from '../http/schema.ts';
import type { Method } from '../merchants/merchant.ts';

export const instrumentTypes = [
  'CARD',
  'COF',
  'SCOF',
  'VTS',
  'APAY',
  'GPAY',
  'BLIK_CODE',
  'BLIK_UID',
  'BLIK_PAYID',
  'PBL',
] as const;
export type InstrumentType = (typeof instrumentTypes)[number];

/** The method of each instrument type. */
export const methodOfType: Readonly<Record<InstrumentType, Method>> = {
  CARD: 'CARD',
  COF: 'CARD',
  SCOF: 'CARD',
  VTS: 'CARD',
  APAY: 'APAY',
  GPAY: 'GPAY',
  BLIK_CODE: 'BLIK',
  BLIK_UID: 'BLIK',
  BLIK_PAYID: 'BLIK',
  PBL: 'PBL',
};

const field = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

export const instrumentSchema = Type.Object({
  type: oneOf(instrumentTypes, 'Instrument type'),
  instrumentNo: field(64, 'Card or token number; required for CARD and COF'),
  encInstrumentNo: field(4096, 'Encrypted number; not accepted yet'),
  instrumentRef: field(128, 'Id in an external system; required for SCOF and VTS'),
  token: field(16384, 'Wallet token, base64; required for APAY and GPAY'),
  expDate: field(6, 'Expiry date YYYYMM; required for CARD'),
  encExpDate: field(4096, 'Encrypted expiry date; not accepted yet'),
  cvv: field(4, 'Card verification code'),
  encCvv: field(4096, 'Encrypted card verification code; not accepted yet'),
  holder: field(64, 'Name on the card, when the merchant has it'),
  code: field(16, 'BLIK code; required for BLIK_CODE'),
  alias: field(64, 'BLIK alias; required for BLIK_UID and BLIK_PAYID'),
  app: field(64, 'BLIK mobile account, when the alias is ambiguous'),
  provider: field(32, 'Payment intermediary'),
  bank: field(32, 'Bank; required for PBL'),
  bankId: Type.Optional(Type.Integer({ description: 'Numeric bank id' })),
  payload: field(16384, 'Additional payload'),
  cardMask: field(32, 'Masked card number'),
});

export type Instrument = Static<typeof instrumentSchema>;

/** A card to look up: its number, or at least its first eight digits. */
export const lookupInstrumentSchema = Type.Object({
  ...instrumentSchema.properties,
  type: oneOf(['CARD'], 'Only card numbers can be looked up'),
  instrumentNo: patternText(
    '^[ -]*([0-9][ -]*){8,19}$',
    'a card number or at least its first eight digits',
    { maxLength: 64, description: 'Digits; spaces and hyphens are ignored' },
  ),
});
