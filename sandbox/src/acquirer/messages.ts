// The messages of the plain acquirer protocol, and what the acquirer shows of its charges.

import { Type, type TSchema } from 'typebox';
import type { Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { oneOf, patternText, text } from '@bramka/gateway/http/schema.ts';
import { cardNumber, maybe, operation, uuid } from '../party/schemas.ts';

const optional = Type.Optional;

const numberTypes = {
  PAN: 'A card number.',
  NETWORK_TOKEN: 'The number of a network token.',
} as const;
const kinds = {
  sale: 'The amount is charged.',
  hold: 'The amount is held.',
  funding: 'The amount is charged and funds the card of a recipient.',
} as const;
const purposes = 'AA|BI|FD|FT|LA|PD|PP|TU|WT';
const fundingFields = {
  purposeCode: patternText(`^(${purposes})$`, `one of ${purposes.replaceAll('|', ', ')}`, {
    description: 'Why the money is moved: two letters, such as PP.',
  }),
  fundSource: optional(
    patternText('^0[1-6]$', '01 to 06', {
      description: 'Where the money comes from: 01 to 06, such as 02.',
    }),
  ),
  fundSourceRef: optional(
    patternText('^[A-Za-z0-9 ./_-]{1,34}$', '1 to 34 letters, digits, spaces and . / _ -', {
      description: 'Reference of the source.',
    }),
  ),
};
const eci = (description: string) =>
  patternText('^0[0-7]$', 'two digits from 00 to 07', { description });

const MAX_DIGITS = 18;
const card = Type.Object(
  {
    number: cardNumber('Card number.'),
    expiry: patternText('^[0-9]{4}(0[1-9]|1[0-2])$', 'a month as YYYYMM', {
      description: 'Expiry date as YYYYMM.',
    }),
    cvv: optional(patternText('^[0-9]{3,4}$', '3 or 4 digits', { description: 'Security code.' })),
    holder: optional(Type.String({ maxLength: 200, description: 'Name on the card.' })),
    numberType: optional(oneOf(numberTypes, 'What the number is; absent: PAN.')),
    cryptogram: optional(
      patternText('^[A-Za-z0-9+/]{27}=$', 'base64 of 20 bytes', {
        description: 'NETWORK_TOKEN, with the customer: base64 of 20 bytes.',
      }),
    ),
    eci: optional(eci('What came with the cryptogram, if anything: 2 digits.')),
  },
  { description: 'The card.' },
);
const funding = Type.Object(
  {
    ...fundingFields,
    recipient: Type.Object(
      {
        number: cardNumber('Card number of the recipient.'),
        name: optional(text(64, 'Name of the recipient.')),
      },
      { description: 'Who receives the money.' },
    ),
  },
  { description: 'With kind funding only, and required there.' },
);
const threeDS = Type.Object(
  {
    eci: eci('05 or 02: authenticated, 06 or 01: attempted'),
    cavv: optional(
      patternText('^[A-Za-z0-9+/=]{1,64}$', 'base64', { description: 'Base64 of 20 bytes' }),
    ),
    dsTransId: uuid('The id that the directory server gave'),
    version: patternText('^[0-9][.][0-9][.][0-9]$', 'a version such as 2.2.0', {
      description: 'Of the protocol, such as 2.2.0',
    }),
    transStatus: oneOf(
      {
        Y: 'Authenticated.',
        A: 'Attempt: the issuer could not authenticate, but confirms the attempt.',
        C: 'A challenge is needed.',
        D: 'The customer confirms away from the shop.',
        N: 'Not authenticated.',
        R: 'Rejected by the issuer.',
        U: 'Authentication is not available.',
        I: 'Informational only.',
      },
      'Result of the authentication.',
    ),
  },
  { description: 'How the customer was authenticated' },
);
const authorize = Type.Object({
  ...operation(MAX_DIGITS),
  amountMinor: patternText('^(0|[1-9][0-9]{0,17})$', 'a whole number of at most 18 digits', {
    description: 'In minor units, such as 12345; 0 verifies the card',
  }),
  kind: oneOf(kinds, 'How the money moves.'),
  card,
  funding: optional(funding),
  threeDS: optional(threeDS),
  exemption: optional(
    oneOf(
      {
        MIT: 'The customer is not present.',
        LOW_VALUE: 'Low value.',
        TRA: 'Low risk by risk analysis.',
      },
      'Why no authentication is needed.',
    ),
  ),
  networkTransactionId: optional(
    patternText('^[ -~]{1,128}$', '1 to 128 printable characters', {
      description: 'Without the customer: id of the first payment of the series',
    }),
  ),
});
const followUp = Type.Object({
  ...operation(MAX_DIGITS),
  originalAttemptId: uuid('The authorization that the operation is about'),
});
export const requests: Readonly<Record<Verb, TSchema>> = {
  authorize,
  capture: followUp,
  adjust: followUp,
  reverse: followUp,
  refund: followUp,
  inquire: Type.Object({ attemptId: uuid('The operation that is asked about') }),
};
export const answer = Type.Object({
  result: oneOf(
    {
      APPROVED: 'Approved.',
      DECLINED: 'Declined; rejectCode says why.',
      PENDING: 'Not decided yet; inquire later.',
      NOT_FOUND: 'inquire: no request with this attemptId has arrived.',
    },
    'Result of the operation.',
  ),
  attemptId: Type.String({ description: 'As in the request.' }),
  reference: maybe('Id of the operation at the acquirer.'),
  authCode: maybe('Authorization code of the issuer.'),
  networkTransactionId: maybe('Of an authorization: its id at the card network.'),
  rejectCode: maybe('Why it was declined.'),
});
const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970` });
const minor = (description: string) => Type.String({ description: `${description}, minor units` });
export const charge = Type.Object({
  attemptId: uuid('Names the operation'),
  reference: Type.String({ description: "The acquirer's own id of it" }),
  paymentId: uuid('Payment it belongs to'),
  originalAttemptId: optional(uuid('The authorization that a later operation is about')),
  merchantId: Type.String({ description: 'MID of the merchant.' }),
  verb: oneOf(
    {
      authorize: 'Charge or hold the amount.',
      capture: 'Charge a held amount.',
      adjust: 'Change a held amount.',
      reverse: 'Take a charge or hold back.',
      refund: 'Return money.',
    },
    'The operation.',
  ),
  kind: optional(oneOf(kinds, 'Of an authorization: how the money moves.')),
  funding: optional(
    Type.Object(
      {
        ...fundingFields,
        recipientMask: Type.String({ description: 'First six and last four digits of the card.' }),
        recipientName: maybe('Name of the recipient.'),
      },
      { description: 'Of an authorization with kind funding' },
    ),
  ),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  result: oneOf(
    {
      APPROVED: 'Approved.',
      DECLINED: 'Declined.',
      PENDING: 'Not decided yet.',
      VOID: 'Reversed.',
    },
    'Result of the operation.',
  ),
  rejectCode: maybe('Why it was declined.'),
  authCode: maybe('Authorization code of the issuer.'),
  cardLastFour: maybe('Last four digits of the card.'),
  tokenLastFour: maybe('Last four digits of a network token in front of the card.'),
  amountMinor: minor('Amount of the operation'),
  authorizedMinor: minor('Of an authorization: what may be captured'),
  capturedMinor: minor('Of an authorization: captured so far'),
  refundedMinor: minor('Of an authorization: refunded so far'),
  createdAt: milliseconds('When it was asked for'),
  dueAt: optional(milliseconds('When a pending one is decided')),
  version: Type.Integer({ description: 'Counts its changes' }),
  eci: maybe('What an authorization said about its customer'),
  exemption: maybe('Why it said that no authentication is needed'),
  networkTransactionId: maybe('Id of an authorization at the card network'),
  initialTransactionId: maybe('What it said about the first payment of its series'),
});
