// The instrument object of specification 2.4 as a schema, shared by all payment methods.

import { Type, type Static } from 'typebox';
import { invalid } from '../core/refusals.ts';
import { freeText, oneOf, patternText, text } from '../http/schema.ts';
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
  'C2P',
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
  C2P: 'C2P',
};

/** An empty one counts as absent. */
const field = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ maxLength, description }));

/** As long as any string of a body: a longer JWE is refused like any other that is wrong. */
const JWE_LENGTH_MAX = 16_384;

export const instrumentMeanings: Readonly<Record<InstrumentType, string>> = {
  CARD: 'Card with its number, expiry date and security code.',
  COF: 'Card that the gateway has stored (card on file): instrumentNo is the token number.',
  SCOF: 'Network token of Mastercard for a stored card, by instrumentRef.',
  VTS: 'Network token of Visa for a stored card, by instrumentRef.',
  APAY: 'Apple Pay, by token.',
  GPAY: 'Google Pay, by token.',
  BLIK_CODE: 'BLIK with a six-digit code. PLN only, without PREAUTH.',
  BLIK_UID: 'BLIK OneClick: an alias that the customer has registered, without a code.',
  BLIK_PAYID: 'BLIK recurring: an alias for payments without the customer, up to 2000 PLN each.',
  PBL: 'Transfer from a bank.',
  C2P: 'Click to Pay: payload is the checkout response.',
};

const notForCards = (meaning: string): string => `${meaning} Refused with type CARD.`;
const encrypted = (plain: string): string =>
  `${plain}, encrypted in the customer’s browser: a compact JWE to the key of GET ` +
  '/v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. ' +
  `Replaces ${plain}.`;

export const instrumentSchema = Type.Object(
  {
    type: oneOf(instrumentMeanings, 'Type of the instrument.'),
    instrumentNo: field(
      64,
      'CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, ' +
        'with a MERCHANT token only. Required for both, unless tokenId names the stored card.',
    ),
    encInstrumentNo: field(JWE_LENGTH_MAX, encrypted('instrumentNo')),
    instrumentRef: field(
      128,
      notForCards(
        'Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only.',
      ),
    ),
    tokenId: field(
      64,
      notForCards(
        'COF, VTS, SCOF: id of a stored card of GET …/cards, instead of its number. The only ' +
          'name with a CLIENT token.',
      ),
    ),
    token: field(
      16384,
      notForCards('Wallet token in base64; required for APAY and GPAY. It can be used once.'),
    ),
    expDate: field(6, 'Expiry date as YYYYMM, such as 203912. Required for CARD.'),
    encExpDate: field(JWE_LENGTH_MAX, encrypted('expDate')),
    cvv: field(
      4,
      'Security code: 4 digits for American Express, otherwise 3. Without it the payment waits ' +
        'with dataRequest CARD_CVV, unless the customer is not present.',
    ),
    encCvv: field(JWE_LENGTH_MAX, encrypted('cvv')),
    holder: Type.Optional(
      Type.String({
        ...freeText,
        maxLength: 64,
        description: 'Name on the card. Sent to the issuer; absent: it is not sent.',
      }),
    ),
    code: field(16, notForCards('BLIK code; required for BLIK_CODE.')),
    alias: field(
      64,
      notForCards(
        'BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and ' +
          'options.registerAlias: the alias to be registered.',
      ),
    ),
    app: field(
      64,
      notForCards(
        'BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough ' +
          'alone for a payment with dataRequest BLIK_APP.',
      ),
    ),
    provider: Type.Optional(
      text(32, 'Acquirer of the payment; must be the one of the merchant if given.'),
    ),
    bank: field(32, notForCards('Bank of a transfer; required for PBL.')),
    bankId: Type.Optional(
      Type.Integer({ description: notForCards('Numeric id of the bank of a transfer.') }),
    ),
    payload: field(
      16384,
      'C2P: the checkout response of Click to Pay, a JWS; required there. Other types: data of ' +
        'your own, stored with the payment and returned in given; no provider takes it.',
    ),
    cardMask: Type.Optional(text(32, 'Masked card number; must fit instrumentNo if given.')),
  },
  { description: 'What the customer pays with. Absent: the payment waits for it.' },
);

export type Instrument = Static<typeof instrumentSchema>;

/** Fields that every type has. */
const common: readonly string[] = ['type', 'payload'];

/** Refuses fields that an instrument of this type does not have. */
export function refuseForeignFields(own: readonly string[], instrument: Instrument): void {
  const given = Object.entries(instrument).filter(([, value]) => value !== undefined);
  const found = given.find(([name]) => !common.includes(name) && !own.includes(name));
  if (!found) return;
  const { type } = instrument;
  throw invalid(`instrument.${found[0]}`, `does not belong to an instrument of type ${type}`);
}

const { CARD, COF, SCOF, VTS } = instrumentMeanings;
const lookupNumber = 'a card number, at least its first eight digits, or a token number';

/** A card to look up: its number, at least its first eight digits, or a stored card. */
export const lookupInstrumentSchema = Type.Object(
  {
    ...instrumentSchema.properties,
    type: oneOf({ CARD, COF, SCOF, VTS }, 'Only cards can be looked up.'),
    instrumentNo: Type.Optional(
      patternText('^([ -]*([0-9][ -]*){8,19}|[A-Z]{1,64})$', lookupNumber, {
        maxLength: 64,
        description:
          'CARD: digits; spaces and hyphens are ignored; required, unless encInstrumentNo is ' +
          'sent. COF: the token number.',
      }),
    ),
    tokenId: field(64, 'COF, VTS, SCOF: id of the stored card, instead of its number.'),
  },
  { description: 'The card to look up: a card number, or a stored card of the merchant.' },
);

export type LookupInstrument = Static<typeof lookupInstrumentSchema>;
