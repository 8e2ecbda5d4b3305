// `merchant` and `agent` of a creation request (specification 2.8).

import { Type, type Static } from 'typebox';
import { freeWords, patternText, text, words } from '../../http/schema.ts';
import { addressSchema, country } from './address.ts';

const kept = (meaning: string): string =>
  `${meaning} Stored with the payment and returned in given; issuers and customers see the value ` +
  'that the operator has set.';
const stored = (meaning: string): string =>
  `${meaning} Stored with the payment and returned in given.`;

/** Fields of a party that are stored and have no effect. */
export const keptParty = {
  merchantName: freeWords(256, kept('Name of the business.')),
  name: freeWords(256, kept('Name of the business.')),
  mcc: Type.Optional(
    patternText('^[0-9]{4}$', 'a merchant category code of four digits', {
      description: kept('Merchant category code.'),
    }),
  ),
  url: words(2048, kept('Address of the shop.')),
  terminalId: words(64, stored('Id of a terminal of the business.')),
  location: Type.Optional(
    Type.Object(
      {
        ...addressSchema('').properties,
        countryOfOrigin: country('ISO 3166 code of the country in which the business is based.'),
      },
      { description: stored('Place of business.') },
    ),
  ),
  taxId: words(64, stored('Tax number.')),
  amexMerchantId: words(15, stored('Merchant id at American Express.')),
  dpaId: words(
    128,
    stored('Id of the shop as a digital payment application of the card networks.'),
  ),
  organizationId: words(64, stored('Id of the organization that the business belongs to.')),
};

/** A party without the fields that the gateway uses. */
export const keptPartySchema = Type.Object(keptParty);
export type PartyData = Static<typeof keptPartySchema>;

/** Where the browser of the customer goes; the payment has one of each, whoever names it. */
export const addresses = {
  redirectURL: words(
    2048,
    'Where the browser of the customer goes after a challenge or the payment page, with the ' +
      'query parameters paymentId and extOrderId. Its origin must be registered for the merchant ' +
      '(redirectOrigins). merchant and agent must not name different ones.',
  ),
  acsNotificationURL: words(
    256,
    'Where the issuer sends the browser with the CRes after a challenge, in place of the ' +
      'gateway. Its origin must be registered for the merchant (redirectOrigins). merchant and ' +
      'agent must not name different ones.',
  ),
};

export const merchantSchema = Type.Object(
  {
    merchantId: Type.Optional(
      text(64, 'MID; must be the one of the access token. Absent: the one of the token.'),
    ),
    ...addresses,
    ...keptParty,
  },
  { description: 'The merchant that is paid. Absent: the merchant of the access token.' },
);

export const agentSchema = Type.Object(
  {
    merchantId: Type.Optional(text(64, 'MID of the agent; must be the one of the access token.')),
    ...addresses,
    ...keptParty,
  },
  { description: 'The agent that acts for the merchant. Absent: the agent of the access token.' },
);
