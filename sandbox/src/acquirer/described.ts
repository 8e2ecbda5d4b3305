// Documentation of the routes in acquirer/server.ts.

import { Type } from 'typebox';
import { verbs } from '@bramka/gateway/providers/plain/messages.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const note =
  'Part of the plain acquirer protocol; can be repeated with the same attemptId. Test cards and ' +
  'faults make it answer with status 503, with a page instead of JSON, or not at all.';
const uuid = (description: string) => Type.String({ format: 'uuid', description });
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
const fundingFields = {
  purposeCode: Type.String({ description: 'Why the money is moved: two letters, such as PP.' }),
  fundSource: optional(
    Type.String({ description: 'Where the money comes from: 01 to 06, such as 02.' }),
  ),
  fundSourceRef: optional(Type.String({ description: 'Reference of the source.' })),
};

const request = Type.Object({
  attemptId: uuid('Names the operation'),
  merchantId: optional(Type.String({ description: 'MID of the merchant.' })),
  paymentId: optional(uuid('Payment the operation belongs to')),
  amountMinor: optional(Type.String({ description: 'In minor units, such as 12345' })),
  currency: optional(Type.String({ description: 'ISO 4217 code' })),
  kind: optional(oneOf(kinds, 'Authorize only: how the money moves.')),
  originalAttemptId: optional(uuid('The authorization that a later operation is about')),
  card: optional(
    Type.Object(
      {
        number: Type.String({ description: 'Card number.' }),
        expiry: Type.String({ description: 'Expiry date as YYYYMM.' }),
        cvv: optional(Type.String({ description: 'Security code.' })),
        holder: optional(Type.String({ description: 'Name on the card.' })),
        numberType: optional(oneOf(numberTypes, 'What the number is; absent: PAN.')),
        cryptogram: optional(
          Type.String({ description: 'NETWORK_TOKEN, with the customer: base64 of 20 bytes.' }),
        ),
        eci: optional(
          Type.String({ description: 'What came with the cryptogram, if anything: 2 digits.' }),
        ),
      },
      { description: 'Authorize only: the card.' },
    ),
  ),
  funding: optional(
    Type.Object(
      {
        ...fundingFields,
        recipient: Type.Object(
          {
            number: Type.String({ description: 'Card number of the recipient.' }),
            name: optional(Type.String({ description: 'Name of the recipient.' })),
          },
          { description: 'Who receives the money.' },
        ),
      },
      { description: 'Authorize with kind funding only, and required there.' },
    ),
  ),
  threeDS: optional(
    Type.Object(
      {
        eci: Type.String({ description: '05 or 02: authenticated, 06 or 01: attempted' }),
        cavv: optional(Type.String({ description: 'Base64 of 20 bytes' })),
        dsTransId: uuid('The id that the directory server gave'),
        version: Type.String({ description: 'Of the protocol, such as 2.2.0' }),
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
      { description: 'Authorize only: how the customer was authenticated' },
    ),
  ),
  exemption: optional(
    oneOf(
      {
        MIT: 'The customer is not present.',
        LOW_VALUE: 'Low value.',
        TRA: 'Low risk by risk analysis.',
      },
      'Authorize only: why no authentication is needed.',
    ),
  ),
  networkTransactionId: optional(
    Type.String({
      description: 'Authorize only, without the customer: id of the first payment of the series',
    }),
  ),
});
const answer = Type.Object({
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
  reference: optional(Type.String({ description: 'Id of the operation at the acquirer.' })),
  authCode: optional(Type.String({ description: 'Authorization code of the issuer.' })),
  networkTransactionId: optional(
    Type.String({ description: 'Of an authorization: its id at the card network.' }),
  ),
  rejectCode: optional(Type.String({ description: 'Why it was declined.' })),
});
const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970` });
const minor = (description: string) => Type.String({ description: `${description}, minor units` });
const charge = Type.Object({
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
        recipientName: optional(Type.String({ description: 'Name of the recipient.' })),
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
  rejectCode: optional(Type.String({ description: 'Why it was declined.' })),
  authCode: optional(Type.String({ description: 'Authorization code of the issuer.' })),
  cardLastFour: optional(Type.String({ description: 'Last four digits of the card.' })),
  tokenLastFour: optional(
    Type.String({ description: 'Last four digits of a network token in front of the card.' }),
  ),
  amountMinor: minor('Amount of the operation'),
  authorizedMinor: minor('Of an authorization: what may be captured'),
  capturedMinor: minor('Of an authorization: captured so far'),
  refundedMinor: minor('Of an authorization: refunded so far'),
  createdAt: milliseconds('When it was asked for'),
  dueAt: optional(milliseconds('When a pending one is decided')),
  version: Type.Integer({ description: 'Counts its changes' }),
  eci: optional(Type.String({ description: 'What an authorization said about its customer' })),
  exemption: optional(Type.String({ description: 'Why it said that no authentication is needed' })),
  networkTransactionId: optional(
    Type.String({ description: 'Id of an authorization at the card network' }),
  ),
  initialTransactionId: optional(
    Type.String({ description: 'What it said about the first payment of its series' }),
  ),
});

const servedElsewhere = (): never => defect('this route is served by acquirer/server.ts');

export function acquirerDescription(prefix: string): Route[] {
  const charges = endpoint({
    summary: 'Show what the simulated acquirer recorded for a payment',
    access: 'open',
    neighbour: {},
    query: Type.Object({ paymentId: uuid('Id of the payment') }),
    reply: Type.Array(charge),
    refusals: ['INVALID_REQUEST'],
    answer: servedElsewhere,
  });
  return [
    route('GET', `${prefix}/charges`, charges),
    ...verbs.map((verb) =>
      route(
        'POST',
        `${prefix}/${verb}`,
        endpoint({
          summary: `Ask the simulated acquirer to ${verb}`,
          description: note,
          access: 'open',
          neighbour: {},
          body: request,
          reply: answer,
          refusals: ['INVALID_REQUEST', 'ATTEMPT_REUSED', 'PROVIDER_OUT_OF_ORDER'],
          answer: servedElsewhere,
        }),
      ),
    ),
  ];
}
