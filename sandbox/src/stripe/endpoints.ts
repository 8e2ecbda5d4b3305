// The simulated Stripe over HTTP: the calls of its public API that the gateway makes.

import { Type, type TSchema } from 'typebox';
import { endpoint, type Endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { maybe, text } from '../party/schemas.ts';
import type { HandleCall } from './api.ts';
import type { ApiCall } from './protocol.ts';

interface Deps {
  readonly handle: HandleCall;
}

type Facts = Pick<Endpoint, 'method' | 'path' | 'summary' | 'reply'> & Partial<Endpoint>;

/** As in Stripe's API a wrong request gets an error of that API. */
function callOf(facts: Facts): HandledEndpoint<Deps> {
  return endpoint(
    {
      description: 'Parameters, answers and errors are those of the public API of Stripe.',
      otherReplies: { '400': 'An error object.', '402': 'The card was declined.' },
      ...facts,
      access: 'open',
      simulated: { ownFaults: true, readsText: true, needsKey: true },
    },
    async ({ handle }: Deps, { params, query, body, header }) => {
      const answer = await handle(callFrom(facts, params, query, body, header('idempotency-key')));
      if (answer === undefined) return undefined;
      const { status, body: sent } = answer;
      const isText = typeof sent === 'string';
      const type = isText ? 'text/html' : 'application/json';
      return new RawReply(status, { 'content-type': type }, isText ? sent : JSON.stringify(sent));
    },
  );
}

function callFrom(
  { method, path }: Facts,
  params: unknown,
  query: unknown,
  body: unknown,
  key: string | undefined,
): ApiCall {
  const { id = '' } = params as { id?: string };
  const asked = new URLSearchParams(query as Record<string, string>).toString();
  const full = path.replace('{id}', encodeURIComponent(id));
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path: asked === '' ? full : `${full}?${asked}`,
    form: typeof body === 'string' ? body : '',
    idempotencyKey: key ?? null,
  };
}

/** The parameters of a form; others of the public API are accepted and have no effect. */
const formOf = (fields: Readonly<Record<string, TSchema>>) =>
  ({
    bodies: ['form'],
    headers: Type.Object({ 'Idempotency-Key': maybe('A repeated key is answered as before.') }),
    body: Type.Object(fields),
    bodyOptional: true,
  }) as const;

const named = maybe('Names the attempt; other metadata can be added in the same way.');
const minor = maybe('In minor units; absent: all of it.');
const operations = {
  confirm: {
    payment_method: text('Id of the payment method.'),
    off_session: maybe('true: without the customer.'),
    error_on_requires_action: maybe('true: an authentication that is needed is a decline.'),
  },
  capture: { amount_to_capture: minor, 'metadata[capture]': named },
  increment_authorization: {
    amount: text('The new amount in minor units.'),
    'metadata[adjust]': named,
  },
  cancel: { cancellation_reason: maybe('Such as abandoned.') },
} as const;

const any = (description: string) => Type.Unknown({ description });
const number = (description: string) => Type.Integer({ description });
const object = text('The kind of object.');
const id = text('Its id.');
const metadata = any('Named pairs.');
const amounts = { amount: number('In minor units.'), currency: text('ISO 4217, lower case.') };

const methodReply = Type.Object({ id, object, type: text('card.'), card: any('last4.') });
const intentReply = Type.Object({
  id,
  object,
  ...amounts,
  amount_capturable: number('What is held.'),
  amount_received: number('What was charged.'),
  capture_method: text('automatic, or manual for a hold.'),
  created: number('When, in seconds since 1970.'),
  last_payment_error: any('Why the card was declined.'),
  latest_charge: any('With the ids of the issuer and the card network.'),
  metadata,
  status: text('Such as requires_payment_method, requires_capture or succeeded.'),
});
const refundReply = Type.Object({
  id,
  object,
  ...amounts,
  created: number('When, in seconds since 1970.'),
  failure_reason: maybe('Why it failed.'),
  metadata,
  payment_intent: text('What is refunded.'),
  status: text('pending, succeeded or failed.'),
});
const listReply = Type.Object({
  object,
  data: Type.Array(Type.Unknown(), { description: 'The objects.' }),
  has_more: Type.Boolean({ description: 'Always false.' }),
});
const balanceReply = Type.Object({
  object,
  available: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
  pending: Type.Array(Type.Unknown(), { description: 'Always empty.' }),
});

const ofIntent = {
  reply: intentReply,
  params: Type.Object({ id: text('Id of the payment intent.') }),
};
const INTENTS = '/v1/payment_intents';

export const stripeEndpoints: readonly HandledEndpoint<Deps>[] = [
  callOf({
    method: 'POST',
    path: '/v1/payment_methods',
    summary: 'Make a payment method of a card at the simulated Stripe',
    reply: methodReply,
    ...formOf({
      type: text('card.'),
      'card[number]': text('Card number.'),
      'card[exp_month]': text('Month, 1 to 12.'),
      'card[exp_year]': text('Year, 4 digits.'),
      'card[cvc]': maybe('Security code.'),
    }),
  }),
  callOf({
    method: 'POST',
    path: INTENTS,
    summary: 'Create a payment intent at the simulated Stripe',
    reply: intentReply,
    ...formOf({
      amount: text('In minor units.'),
      currency: text('ISO 4217, lower case.'),
      capture_method: maybe('automatic, or manual for a hold.'),
      'metadata[attempt]': named,
    }),
  }),
  ...Object.entries(operations).map(([operation, fields]) =>
    callOf({
      ...ofIntent,
      ...formOf(fields),
      method: 'POST',
      path: `${INTENTS}/{id}/${operation}`,
      summary: `Payment intent of the simulated Stripe: ${operation.replace('_', ' ')}`,
    }),
  ),
  callOf({
    method: 'GET',
    path: `${INTENTS}/search`,
    summary: 'Search payment intents of the simulated Stripe',
    query: Type.Object({ query: text("Such as metadata['attempt']:'…'.") }),
    reply: listReply,
  }),
  callOf({
    ...ofIntent,
    method: 'GET',
    path: `${INTENTS}/{id}`,
    summary: 'Read a payment intent of the simulated Stripe',
  }),
  callOf({
    method: 'POST',
    path: '/v1/refunds',
    summary: 'Refund at the simulated Stripe',
    reply: refundReply,
    ...formOf({
      payment_intent: text('Id of the payment intent.'),
      amount: minor,
      'metadata[attempt]': named,
    }),
  }),
  callOf({
    method: 'GET',
    path: '/v1/refunds',
    summary: 'List the refunds of a payment intent of the simulated Stripe',
    query: Type.Object({ payment_intent: text('Id of the payment intent.') }),
    reply: listReply,
  }),
  callOf({
    method: 'GET',
    path: '/v1/balance',
    summary: 'Read the balance of the simulated Stripe',
    reply: balanceReply,
  }),
];
