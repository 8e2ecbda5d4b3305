// Documentation of the routes in acquirer/server.ts.

import { Type } from 'typebox';
import { verbs } from '@bramka/gateway/acquirers/plain/messages.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const note =
  'Part of the plain acquirer protocol, safe to repeat under the same attemptId. Test cards and ' +
  'faults make it answer status 503, a page in place of JSON, or not at all.';
const uuid = (description: string) => Type.String({ format: 'uuid', description });
const optional = Type.Optional;

const request = Type.Object({
  attemptId: uuid('Names the operation'),
  merchantId: optional(Type.String()),
  paymentId: optional(uuid('Payment the operation belongs to')),
  amountMinor: optional(Type.String({ description: 'In minor units, such as 12345' })),
  currency: optional(Type.String({ description: 'ISO 4217 code' })),
  kind: optional(oneOf(['sale', 'hold'], 'Authorize only: take the amount, or block it')),
  originalAttemptId: optional(uuid('The authorization that a later operation is about')),
  card: optional(
    Type.Object({
      number: Type.String(),
      expiry: Type.String({ description: 'YYYYMM' }),
      cvv: optional(Type.String()),
      holder: optional(Type.String()),
    }),
  ),
  threeDS: optional(
    Type.Object(
      {
        eci: Type.String({ description: '05 or 02: authenticated, 06 or 01: attempted' }),
        cavv: optional(Type.String({ description: 'Base64 of 20 bytes' })),
        dsTransId: uuid('The id that the directory server gave'),
        version: Type.String({ description: 'Of the protocol, such as 2.2.0' }),
        transStatus: oneOf(['Y', 'A', 'C', 'D', 'N', 'R', 'U', 'I']),
      },
      { description: 'Authorize only: how the customer was authenticated' },
    ),
  ),
  exemption: optional(
    oneOf(['MIT', 'LOW_VALUE', 'TRA'], 'Authorize only: why no authentication is needed'),
  ),
});
const answer = Type.Object({
  result: oneOf(['APPROVED', 'DECLINED', 'PENDING', 'NOT_FOUND']),
  attemptId: Type.String(),
  reference: optional(Type.String()),
  authCode: optional(Type.String()),
  rejectCode: optional(Type.String()),
});
const milliseconds = (description: string) =>
  Type.Integer({ description: `${description}, in milliseconds since 1970` });
const minor = (description: string) => Type.String({ description: `${description}, minor units` });
const charge = Type.Object({
  attemptId: uuid('Names the operation'),
  reference: Type.String({ description: "The acquirer's own id of it" }),
  paymentId: uuid('Payment it belongs to'),
  originalAttemptId: optional(uuid('The authorization that a later operation is about')),
  merchantId: Type.String(),
  verb: oneOf(['authorize', 'capture', 'adjust', 'reverse', 'refund']),
  kind: optional(oneOf(['sale', 'hold'])),
  currency: Type.String(),
  result: oneOf(['APPROVED', 'DECLINED', 'PENDING', 'VOID'], 'VOID: reversed'),
  rejectCode: optional(Type.String()),
  authCode: optional(Type.String()),
  cardLastFour: optional(Type.String()),
  amountMinor: minor('Amount of the operation'),
  authorizedMinor: minor('Of an authorization: what may be captured'),
  capturedMinor: minor('Of an authorization: captured so far'),
  refundedMinor: minor('Of an authorization: refunded so far'),
  createdAt: milliseconds('When it was asked for'),
  dueAt: optional(milliseconds('When a pending one is decided')),
  version: Type.Integer({ description: 'Counts its changes' }),
  eci: optional(Type.String({ description: 'What an authorization said about its customer' })),
  exemption: optional(Type.String({ description: 'Why it said that no authentication is needed' })),
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
