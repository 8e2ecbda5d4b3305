// The instruments that are cards: by number, stored by the gateway, or tokens of the networks.

import { Type } from 'typebox';
import { freeText, text, words } from '../../http/schema.ts';
import type { InstrumentFacts } from '../method-facts.ts';

/** As long as any string of a body: a longer JWE is refused like any other that is wrong. */
const JWE_LENGTH_MAX = 16_384;

const encrypted = (plain: string): string =>
  `${plain}, encrypted in the customer’s browser: a compact JWE to the key of GET ` +
  '/v1/ecommerce/keys, with alg ECDH-ES, enc A256GCM, kid and iat in its header. ' +
  `Replaces ${plain}.`;

const numberFields = ['instrumentNo', 'encInstrumentNo', 'expDate', 'encExpDate'];
const networkToken = ['instrumentRef', 'tokenId', 'cardMask'];

export const cardInstruments = {
  CARD: {
    meaning: 'Card with its number, expiry date and security code.',
    fields: [...numberFields, 'cvv', 'encCvv', 'holder', 'cardMask'],
    isCardNumber: true,
  },
  COF: {
    meaning: 'Card that the gateway has stored (card on file): instrumentNo is the token number.',
    fields: ['instrumentNo', 'tokenId', 'cvv', 'cardMask'],
  },
  SCOF: {
    meaning: 'Network token of Mastercard for a stored card, by instrumentRef.',
    fields: networkToken,
  },
  VTS: {
    meaning: 'Network token of Visa for a stored card, by instrumentRef.',
    fields: networkToken,
  },
} as const satisfies Record<string, InstrumentFacts>;

export const cardFields = {
  instrumentNo: words(
    64,
    'CARD: card number; spaces and hyphens are ignored. COF: token number of a stored card, with ' +
      'a MERCHANT token only. Required for both, unless tokenId names the stored card.',
  ),
  encInstrumentNo: words(JWE_LENGTH_MAX, encrypted('instrumentNo')),
  instrumentRef: words(
    128,
    'Id of a network token at its token service; for SCOF and VTS, with a MERCHANT token only.',
  ),
  tokenId: words(
    64,
    'COF, VTS, SCOF: id of a stored card of GET …/cards, instead of its number. The only name ' +
      'with a CLIENT token.',
  ),
  expDate: words(6, 'Expiry date as YYYYMM, such as 203912. Required for CARD.'),
  encExpDate: words(JWE_LENGTH_MAX, encrypted('expDate')),
  cvv: words(
    4,
    'Security code: 4 digits for American Express, otherwise 3. Without it the payment waits ' +
      'with dataRequest CARD_CVV, unless the customer is not present.',
  ),
  encCvv: words(JWE_LENGTH_MAX, encrypted('cvv')),
  holder: Type.Optional(
    Type.String({
      ...freeText,
      maxLength: 64,
      description: 'Name on the card. Sent to the issuer; absent: it is not sent.',
    }),
  ),
  cardMask: Type.Optional(text(32, 'Masked card number; must fit instrumentNo if given.')),
};
