// Documentation of the BLIK protocol as the simulated operator serves it.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { blikVerbs, type BlikVerb } from '@bramka/gateway/providers/blik/messages.ts';

const servedElsewhere = (): never => defect('this route is served by blik/http/server.ts');
const text = (description: string) => Type.Optional(Type.String({ description }));
const uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));

const note =
  'Part of the BLIK protocol; can be repeated with the same attemptId. Test codes and faults ' +
  'make it answer with status 503, with a page instead of JSON, or not at all.';

const summaries: Readonly<Record<BlikVerb, string>> = {
  authorize: 'Ask the simulated BLIK operator for a payment',
  stop: 'Ask the simulated BLIK operator to end a payment that waits',
  reverse: 'Ask the simulated BLIK operator to take a payment back',
  refund: 'Ask the simulated BLIK operator to return money',
  inquire: 'Ask the simulated BLIK operator for a result',
};

const request = Type.Object({
  attemptId: Type.String({ format: 'uuid', description: 'Names the operation' }),
  merchantId: text('MID of the merchant.'),
  paymentId: uuid('Payment the operation belongs to'),
  amountMinor: text('In minor units, such as 12345'),
  currency: text('PLN'),
  originalAttemptId: uuid('The authorization that a later operation is about'),
  ticket: Type.Optional(
    Type.Object(
      {
        type: oneOf(
          {
            CODE: 'A code of six digits.',
            UID: 'An alias for OneClick payments.',
            PAYID: 'An alias for recurring payments.',
          },
          'What the customer pays with.',
        ),
        code: text('With CODE.'),
        alias: text('With UID and PAYID.'),
        app: text('With UID: key of the bank app, if the alias belongs to several.'),
      },
      { description: 'Authorize only: what the customer pays with.' },
    ),
  ),
  register: Type.Optional(
    Type.Object(
      {
        type: text('UID or PAYID.'),
        alias: text('3 to 64 printable ASCII characters.'),
        label: text('What the customer sees in the bank app.'),
        recurring: Type.Optional(
          Type.Object(
            {
              model: text('A, M or O.'),
              frequency: text('Such as 1M.'),
              limitMinor: text('Highest charge.'),
              totalLimitMinor: text('Highest sum.'),
              totalCount: text('Highest number of charges.'),
              expiresOn: text('Last day as YYYYMMDD.'),
            },
            { description: 'With PAYID: limits of the agreement.' },
          ),
        ),
      },
      { description: 'Authorize only: the alias that the customer is asked to save.' },
    ),
  ),
  payer: Type.Optional(
    Type.Object(
      { ip: text('Address of the customer.'), userAgent: text('Browser of the customer.') },
      { description: 'Authorize only: the device of the customer.' },
    ),
  ),
  description: text('Authorize only: what the customer pays for.'),
  notificationUrl: text('Authorize only: where the result is sent.'),
});

const reply = Type.Object({
  result: oneOf(
    {
      APPROVED: 'Approved.',
      DECLINED: 'Declined; reason says why.',
      PENDING: 'Not decided yet.',
      AMBIGUOUS: 'The alias belongs to several bank apps; nothing was ordered.',
      NOT_FOUND: 'inquire: no request with this attemptId has arrived.',
    },
    'Result of the operation.',
  ),
  attemptId: Type.String({ description: 'As in the request.' }),
  reference: text('Id of the operation at the operator.'),
  amountMinor: text('APPROVED: in minor units.'),
  currency: text('APPROVED: PLN.'),
  reason: text('DECLINED: why.'),
  confirm: Type.Optional(
    Type.Boolean({ description: 'PENDING: whether the customer must confirm in the bank app.' }),
  ),
  apps: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String({ description: 'Key of the app.' }),
        label: Type.String({ description: 'Name of the app.' }),
      }),
      { description: 'AMBIGUOUS: the bank apps of the alias.' },
    ),
  ),
});

export function operatorDescription(prefix: string): Route[] {
  return blikVerbs.map((verb) =>
    route(
      'POST',
      `${prefix}/${verb}`,
      endpoint({
        summary: summaries[verb],
        description: note,
        access: 'open',
        neighbour: {},
        body: request,
        reply,
        refusals: ['INVALID_REQUEST', 'ATTEMPT_REUSED', 'PROVIDER_OUT_OF_ORDER'],
        answer: servedElsewhere,
      }),
    ),
  );
}
