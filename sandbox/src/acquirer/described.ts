// The routes of acquirer/server.ts for the documentation of the process that serves them.

import { Type } from 'typebox';
import { verbs } from '@bramka/gateway/acquirers/plain/messages.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const note =
  'Part of the plain acquirer protocol, safe to repeat under the same attemptId. What cannot be ' +
  'understood is answered with {error}.';
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
const charge = Type.Object({
  attemptId: Type.String(),
  paymentId: Type.String(),
  verb: Type.String(),
  result: Type.String(),
  amountMinor: Type.String(),
  authorizedMinor: Type.String(),
  capturedMinor: Type.String(),
  refundedMinor: Type.String(),
  eci: optional(Type.String({ description: 'What an authorization said about its customer' })),
  exemption: optional(Type.String({ description: 'Why it said that no authentication is needed' })),
});

const servedElsewhere = (): never => defect('this route is served by acquirer/server.ts');

export function acquirerDescription(prefix: string): Route[] {
  const charges = endpoint({
    summary: 'Show what the simulated acquirer recorded for a payment',
    access: 'open',
    query: Type.Object({ paymentId: uuid('Id of the payment') }),
    reply: Type.Array(charge),
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
          body: request,
          reply: answer,
          answer: servedElsewhere,
        }),
      ),
    ),
  ];
}
