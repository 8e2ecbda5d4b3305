// The second provider of bank transfers over HTTP: a call for each verb of the plain redirect
// protocol.

import { Type, type TObject } from 'typebox';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import type { RedirectRequest, RedirectVerb } from '@bramka/gateway/providers/redirect/messages.ts';
import { forKeyHolders, maybe, operation, text, uuid } from '../party/schemas.ts';
import { providerReply, type Answer } from '../wire/unanswered.ts';

export type HandlePa = (
  verb: RedirectVerb,
  request: RedirectRequest,
) => Promise<Answer | undefined>;

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
const original = Type.Object({
  ...terms,
  originalAttemptId: uuid('The attempt that started it.'),
});
const started = Type.Object({
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
});
const bankList = Type.Object({
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
});

const callOf = (
  verb: RedirectVerb,
  summary: string,
  schemas: { readonly body: TObject; readonly reply: TObject },
): HandledEndpoint<{ readonly handle: HandlePa }> =>
  endpoint(
    {
      ...forKeyHolders,
      ...schemas,
      method: 'POST',
      path: `/${verb}`,
      summary,
      refusals: [
        ...(verb === 'banks' ? [] : (['INVALID_REQUEST'] as const)),
        'PROVIDER_KEY_INVALID',
        'PROVIDER_OUT_OF_ORDER',
      ],
    },
    async ({ handle }, call) =>
      providerReply(call, await handle(verb, call.body as RedirectRequest)),
  );

const inquiry = Type.Object({ attemptId: uuid('The attempt that is asked about.') });

export const paEndpoints = [
  callOf('start', 'Start a transfer at the second provider', { body: started, reply }),
  callOf('stop', 'Cancel a transfer at the second provider', { body: original, reply }),
  callOf('refund', 'Refund a transfer at the second provider', { body: original, reply }),
  callOf('inquire', 'Ask the second provider for a result', { body: inquiry, reply }),
  callOf('banks', 'List the banks of the second provider', {
    body: Type.Object({}),
    reply: bankList,
  }),
];
