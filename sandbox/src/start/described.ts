// Documentation of the pages in start/pages/start-pages.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { describeGuard } from '../wire/browser-guard.ts';

const servedElsewhere = (): never => defect('this route is served by start/pages/start-pages.ts');
const shared = {
  access: 'open',
  neighbour: {},
  replyType: 'text/html',
  reply: Type.String({ description: 'The page.' }),
  answer: servedElsewhere,
} as const;
const text = (description: string) => Type.Optional(Type.String({ description }));

const returned = endpoint({
  ...shared,
  summary: 'Show what a shop does when the customer comes back',
  description: 'The status, the notifications received, and the next operations.',
  query: Type.Object({
    paymentId: Type.String({ description: 'Id of a payment of a demo merchant.' }),
    extOrderId: text('Id of the order; not used.'),
  }),
  refusals: ['PAYMENT_NOT_FOUND'],
});

const pages: readonly Route[] = [
  route(
    'GET',
    '/',
    endpoint({
      ...shared,
      summary: 'Show the start page',
      description: 'A test payment, the latest payments, the clock, demo merchants, test values.',
      query: Type.Object({ find: text('Words that the test values must contain.') }),
    }),
  ),
  route('GET', '/sandbox/returned', returned),
  route(
    'GET',
    '/sandbox/start/live',
    endpoint({ ...shared, summary: 'Show the parts of the start page that change' }),
  ),
  route(
    'POST',
    '/sandbox/start/pay',
    endpoint({
      ...shared,
      summary: 'Send the form of the start page',
      bodies: ['form'],
      body: Type.Object({
        amount: Type.String({ description: 'In major units, such as 19.99.' }),
        merchant: Type.String({ description: 'MID of a demo merchant.' }),
        method: text('Payment method; absent: chosen on the payment page.'),
        preauth: text('yes: the amount is only preauthorized.'),
      }),
      browserReply: 'The browser is redirected (303) to the payment page.',
    }),
  ),
  route(
    'POST',
    '/sandbox/start/clock',
    endpoint({
      ...shared,
      summary: 'Press a button of the clock',
      bodies: ['form'],
      body: Type.Object({
        do: oneOf(
          {
            hour: 'An hour later.',
            day: 'A day later.',
            month: 'A month later.',
            freeze: 'Stop the clock.',
            resume: 'Let it run.',
          },
          'The button.',
        ),
      }),
      browserReply: 'The browser is redirected (303) to the start page.',
    }),
  ),
  route(
    'GET',
    '/sandbox/start/start.css',
    endpoint({
      ...shared,
      summary: 'Load the style sheet of the start page',
      reply: Type.String({ description: 'The style sheet.' }),
      replyType: 'text/css',
    }),
  ),
  route(
    'GET',
    '/sandbox/start/start.js',
    endpoint({
      ...shared,
      summary: 'Load the script of the start page',
      reply: Type.String({ description: 'The script.' }),
      replyType: 'text/javascript',
    }),
  ),
];

export const startDescription: readonly Route[] = describeGuard(pages);
