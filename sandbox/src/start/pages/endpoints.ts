// The start page with its forms, and the page to which test payments return. All addresses except
// `/` are below /sandbox, where the guard of the sandbox covers them.

import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { page } from '../../pages/page.ts';
import { maybe, text } from '../../party/schemas.ts';
import { withGuard } from '../../wire/browser-guard.ts';
import { fileEndpoint } from './reply.ts';
import { moveClock, pay, showLive, showReturned, showStart } from './steps.ts';
import { startStyle } from './style.ts';

const script = readFileSync(new URL('../browser/start.js', import.meta.url), 'utf8');

export const startPages = withGuard([
  page(
    {
      method: 'GET',
      path: '/',
      summary: 'Show the start page',
      description: 'A test payment, the latest payments, the clock, demo merchants, test values.',
      query: Type.Object({ find: maybe('Words that the test values must contain.') }),
    },
    showStart,
  ),
  page(
    {
      method: 'GET',
      path: '/sandbox/returned',
      summary: 'Show what a shop does when the customer comes back',
      description: 'The status, the notifications received, and the next operations.',
      query: Type.Object({
        paymentId: text('Id of a payment of a demo merchant.'),
        extOrderId: maybe('Id of the order; not used.'),
      }),
      refusals: ['PAYMENT_NOT_FOUND'],
    },
    showReturned,
  ),
  page(
    {
      method: 'GET',
      path: '/sandbox/start/live',
      summary: 'Show the parts of the start page that change',
    },
    showLive,
  ),
  page(
    {
      method: 'POST',
      path: '/sandbox/start/pay',
      summary: 'Send the form of the start page',
      form: Type.Object({
        amount: text('In major units, such as 19.99.'),
        merchant: text('MID of a demo merchant.'),
        method: maybe('Payment method; absent: chosen on the payment page.'),
        preauth: maybe('yes: the amount is only preauthorized.'),
      }),
      browserReply: 'The browser is redirected (303) to the payment page.',
    },
    pay,
  ),
  page(
    {
      method: 'POST',
      path: '/sandbox/start/clock',
      summary: 'Press a button of the clock',
      form: Type.Object({
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
    },
    moveClock,
  ),
  fileEndpoint(
    {
      path: '/sandbox/start/start.css',
      summary: 'Load the style sheet of the start page',
      reply: text('The style sheet.'),
      replyType: 'text/css',
    },
    startStyle,
  ),
  fileEndpoint(
    {
      path: '/sandbox/start/start.js',
      summary: 'Load the script of the start page',
      reply: text('The script.'),
      replyType: 'text/javascript',
    },
    script,
  ),
]);
