// The tokenization request as a schema (fields of our contract; unknown ones are ignored).

import { Type, type Static } from 'typebox';
import { oneOf, optionalFlag } from '../../http/schema.ts';
import { channelMeanings } from '../../merchants/meanings.ts';
import { instrumentSchema } from '../../methods/instrument-schema.ts';
import { customerSchema } from '../../payments/fields/customer.ts';
import { deviceSchema } from '../../payments/fields/device.ts';
import { optionsSchema } from '../../payments/fields/options.ts';
import { agentSchema, merchantSchema } from '../../payments/fields/party.ts';
import type { TokenizationKind } from '../tokenization.ts';

export const kindMeanings: Readonly<Record<TokenizationKind, string>> = {
  COF: 'Card on file: the gateway stores the card number.',
  NETWORK:
    'Network token: the token service of the card organization replaces the card number (VTS for ' +
    'Visa, SCOF for Mastercard).',
};

export const tokenizeSchema = Type.Object({
  channel: Type.Optional(
    oneOf(
      channelMeanings,
      'Where the customer enters the card. The channel must be enabled for the merchant. Absent: ' +
        'the channel of the access token, or WEBAPI.',
    ),
  ),
  kind: Type.Optional(oneOf(kindMeanings, 'Kind of token. Absent: COF.')),
  instrument: Type.Optional(instrumentSchema),
  merchant: Type.Optional(merchantSchema),
  agent: Type.Optional(agentSchema),
  customer: Type.Optional(customerSchema),
  device: Type.Optional(deviceSchema),
  options: Type.Optional(
    Type.Object(
      {
        validTime: optionsSchema.properties.validTime,
        language: optionsSchema.properties.language,
      },
      { description: 'How the card is stored. Absent fields have their default.' },
    ),
  ),
});

export type TokenizeRequest = Static<typeof tokenizeSchema>;

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** Names one token; exactly one field is given. */
export const tokenReferenceSchema = Type.Object({
  instrumentNo: text(64, 'Token number.'),
  instrumentRef: text(128, 'Id at the token service (VTS, SCOF).'),
  tokenId: text(64, 'Id of the token.'),
});

export const tokenSearchSchema = Type.Object({
  instrumentNo: text(64, 'Token number, or a card number: then all tokens of that card.'),
  instrumentRef: text(128, 'Id at the token service (VTS, SCOF).'),
  cardMask: text(32, 'Masked card number, exactly as in token.cardMask.'),
  customer: Type.Optional(
    Type.Object(
      { extCustomerId: text(128, 'Your own id of the customer.') },
      { description: 'Tokens that were stored for this customer.' },
    ),
  ),
});

const CONVERT_MAX = 100;

export const convertSchema = Type.Object({
  tokens: Type.Array(Type.String({ minLength: 1, maxLength: 64, description: 'Token number.' }), {
    minItems: 1,
    maxItems: CONVERT_MAX,
    description: `Token numbers (COF), at most ${String(CONVERT_MAX)}.`,
  }),
  dryRun: optionalFlag('true: only checks which tokens can be converted; nothing is changed.'),
});
