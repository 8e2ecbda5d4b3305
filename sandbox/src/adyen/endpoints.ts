// The simulated Adyen over HTTP: the calls of Checkout that the gateway makes.

import { Type, type TSchema } from 'typebox';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { maybe, text } from '../party/schemas.ts';
import { providerReply, type Answer } from '../wire/unanswered.ts';
import type { Headers } from './operator.ts';

export type HandleCall = (
  call: { readonly path: string; readonly message: object },
  headers: Headers,
) => Promise<Answer | undefined>;

interface Deps {
  readonly handle: HandleCall;
}

const amount = Type.Object(
  {
    value: Type.Integer({ description: 'In minor units.' }),
    currency: text('ISO 4217 code.'),
  },
  { description: 'The amount.' },
);
const merchantAccount = text('Name of the merchant account.');
const reference = text('Reference of the gateway.');
const pspReference = text('Id of the operation at Adyen.');
const object = (description: string) => Type.Object({}, { description });
const received = {
  merchantAccount,
  pspReference,
  reference,
  status: text('received.'),
};

const card = Type.Object(
  {
    type: text('scheme, or networkToken.'),
    number: text('The number.'),
    expiryMonth: text('Two digits.'),
    expiryYear: text('Four digits.'),
    cvc: maybe('The security code.'),
    holderName: maybe('The name on the card.'),
    networkPaymentReference: maybe('The first payment of a series.'),
  },
  { description: 'The card.' },
);

interface Facts {
  readonly summary: string;
  readonly body: Readonly<Record<string, TSchema>>;
  readonly reply: Readonly<Record<string, TSchema>>;
}

function callOf(path: string, { summary, body, reply }: Facts): HandledEndpoint<Deps> {
  const isOfPayment = path.includes('{');
  return endpoint(
    {
      method: 'POST',
      path,
      summary,
      description:
        'Part of Adyen Checkout v71. Faults make it answer with status 503, with a page instead ' +
        'of JSON, or not at all.',
      access: 'open',
      simulated: { ownFaults: true },
      headers: Type.Object({
        'X-API-Key': text('Key of the account.'),
        'Idempotency-Key': maybe('Names the operation; repeating it has no second effect.'),
      }),
      ...(isOfPayment ? { params: Type.Object({ paymentPspReference: pspReference }) } : {}),
      body: Type.Object({ merchantAccount, ...body }),
      reply: Type.Object(reply),
      otherReplies: {
        '201': 'The usual answer to an operation on a payment.',
        '422': 'The request was refused; errorCode says why.',
      },
    },
    async ({ handle }: Deps, call) => {
      const { paymentPspReference = '' } = call.params as { paymentPspReference?: string };
      const given = path.replace('{paymentPspReference}', paymentPspReference);
      const headers = {
        'x-api-key': call.header('x-api-key'),
        'idempotency-key': call.header('idempotency-key'),
      };
      const message = (call.body ?? {}) as object;
      return providerReply(call, await handle({ path: given, message }, headers));
    },
  );
}

const ofPayment = (name: string): string => `/payments/{paymentPspReference}/${name}`;
const changed = (summary: string): Facts => ({
  summary,
  body: { amount, reference },
  reply: { ...received, amount, paymentPspReference: pspReference },
});

export const adyenEndpoints = [
  callOf('/payments', {
    summary: 'Pay by card at the simulated Adyen',
    body: {
      amount,
      reference,
      returnUrl: text('Where results are reported: an address of the gateway.'),
      paymentMethod: card,
      mpiData: Type.Optional(object('The result of 3-D Secure, or the cryptogram of a token.')),
      additionalData: Type.Optional(
        Type.Object(
          {
            manualCapture: maybe('true: the amount is held.'),
            scaExemption: maybe('The exemption that is claimed.'),
          },
          { description: 'How it is captured and authenticated.' },
        ),
      ),
      fundRecipient: Type.Optional(object('Account funding: the card that receives the money.')),
      metadata: Type.Optional(object('Account funding: purpose and source of the money.')),
      shopperInteraction: maybe('ContAuth: without the customer.'),
    },
    reply: {
      pspReference,
      merchantReference: reference,
      resultCode: text('Authorised, Refused or Received.'),
      refusalReason: maybe('Why it was refused.'),
      refusalReasonCode: maybe('The same as a number.'),
      amount: Type.Optional(amount),
      additionalData: Type.Optional(
        Type.Object(
          {
            authCode: maybe('The authorization code.'),
            networkTxReference: maybe('The id of the card network.'),
          },
          { description: 'If it was authorised.' },
        ),
      ),
    },
  }),
  callOf(ofPayment('captures'), changed('Capture a payment at the simulated Adyen')),
  callOf(ofPayment('amountUpdates'), changed('Change a held amount at the simulated Adyen')),
  callOf(ofPayment('refunds'), changed('Return money at the simulated Adyen')),
  callOf(ofPayment('reversals'), {
    summary: 'Take a payment back at the simulated Adyen',
    body: { reference },
    reply: { ...received, paymentPspReference: pspReference },
  }),
  callOf('/cancels', {
    summary: 'Cancel a payment by its reference at the simulated Adyen',
    body: { reference, paymentReference: text('Reference of the payment.') },
    reply: { ...received, paymentReference: text('Reference of the payment.') },
  }),
  callOf('/paymentMethods', {
    summary: 'List the payment methods of the simulated Adyen',
    body: {},
    reply: {
      paymentMethods: Type.Array(
        Type.Object({
          type: text('scheme: cards.'),
          name: maybe('For customers.'),
          brands: Type.Optional(Type.Array(Type.String(), { description: 'The networks.' })),
        }),
        { description: 'The methods.' },
      ),
    },
  }),
];
