// Documentation of the routes in pa/server.ts: the plain redirect protocol.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { operation, uuid } from '../party/schemas.ts';

const servedElsewhere = (): never => defect('this route is served by pa/server.ts');

const text = (description: string) => Type.String({ description });
const maybe = (description: string) => Type.Optional(text(description));

const asked = operation(14);
const { merchantId, paymentId } = asked;
const terms = {
  ...asked,
  merchantId: Type.Optional(merchantId),
  paymentId: Type.Optional(paymentId),
};
const reply = Type.Object({
  attemptId: text('As in the request.'),
  result: oneOf(
    {
      APPROVED: 'Done.',
      DECLINED: 'Not done, and never will be.',
      PENDING: 'Waits for the customer or the bank.',
      NOT_FOUND: 'inquire only: this attempt is not known.',
    },
    'Result of the attempt.',
  ),
  reference: maybe('Id at the provider.'),
  redirectUrl: maybe('start only: where the customer is sent.'),
  amountMinor: maybe('With APPROVED: what was paid, in minor units.'),
  currency: maybe('With APPROVED.'),
  rejectCode: maybe('With DECLINED: a reject code.'),
});
const original = { ...terms, originalAttemptId: uuid('The attempt that started it.') };
const started = {
  ...terms,
  bankId: Type.Integer({ description: 'Bank of the customer.' }),
  description: Type.Optional(
    Type.String({ maxLength: 512, description: 'What the customer sees.' }),
  ),
  payer: Type.Optional(
    Type.Object(
      {
        ip: maybe('Address of the device.'),
        userAgent: maybe('Browser.'),
        email: maybe('E-mail address.'),
        language: maybe('Language.'),
      },
      { description: 'The customer.' },
    ),
  ),
  validUntil: time('Until when the customer can pay'),
  returnUrl: patternText('^https?://[!-~]{1,1000}$', 'an address of the gateway', {
    description: 'Where the customer returns to: an address of the gateway.',
  }),
};

const shared = { access: 'open', neighbour: {}, answer: servedElsewhere } as const;
const call = (summary: string, body: Parameters<typeof Type.Object>[0]) =>
  endpoint({
    ...shared,
    summary,
    body: Type.Object(body),
    reply,
    refusals: ['INVALID_REQUEST', 'PROVIDER_KEY_INVALID', 'PROVIDER_OUT_OF_ORDER'],
  });

const listBanks = endpoint({
  ...shared,
  summary: 'List the banks of the second provider',
  body: Type.Object({}),
  reply: Type.Object({
    banks: Type.Array(
      Type.Object({
        bankId: Type.Integer({ description: 'Id of the bank.' }),
        name: text('Name of the bank.'),
        state: oneOf(
          {
            OK: 'Accepts transfers.',
            TEMPORARY_DISABLED: 'Interrupted for a short time.',
            DISABLED: 'Disabled.',
          },
          'State of the bank.',
        ),
        minMinor: text('Lowest amount, in minor units.'),
        maxMinor: text('Highest amount, in minor units.'),
        currency: text('ISO 4217 code.'),
        from: maybe('Start of the hours, local time.'),
        to: maybe('End of the hours, local time.'),
      }),
      { description: 'The banks.' },
    ),
  }),
  refusals: ['PROVIDER_KEY_INVALID', 'PROVIDER_OUT_OF_ORDER'],
});

export function paDescription(prefix: string): Route[] {
  const attempt = { attemptId: uuid('The attempt that is asked about.') };
  return [
    route('POST', `${prefix}/start`, call('Start a transfer at the second provider', started)),
    route('POST', `${prefix}/stop`, call('Cancel a transfer at the second provider', original)),
    route('POST', `${prefix}/refund`, call('Refund a transfer at the second provider', original)),
    route('POST', `${prefix}/inquire`, call('Ask the second provider for a result', attempt)),
    route('POST', `${prefix}/banks`, listBanks),
  ];
}
