// Documentation of the pages in c2p/pages/c2p-pages.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const servedElsewhere = (): never => defect('this route is served by c2p/pages/c2p-pages.ts');
const shared = {
  access: 'open',
  neighbour: {},
  replyType: 'text/html',
  reply: Type.String({ description: 'The page.' }),
  answer: servedElsewhere,
} as const;
const text = (description: string) => Type.String({ description });
const params = Type.Object({ sessionId: text('Id of the checkout.') });
const order = {
  dpaId: text('Id of the shop.'),
  amount: text('Amount that the customer confirms.'),
  currency: text('ISO 4217 code.'),
  origin: Type.Optional(text('Origin of the shop page that shows it in a frame.')),
};

const pressed = Type.Object({
  do: oneOf({ code: 'Enter the one-time code.', pay: 'Pay.', cancel: 'Cancel.' }, 'The button.'),
  code: Type.Optional(text('code: the one-time code.')),
  cardId: Type.Optional(text('pay: a card of the profile.')),
  card: Type.Optional(text('pay: another card number.')),
  form: Type.Optional(text('pay: CARD or TOKEN.')),
  consent: Type.Optional(text('pay: yes.')),
});

export function c2pPagesDescription(prefix: string): Route[] {
  return [
    route('GET', prefix, endpoint({ ...shared, summary: 'Try Click to Pay without a shop' })),
    route(
      'GET',
      `${prefix}/sdk.js`,
      endpoint({
        ...shared,
        summary: 'Load the Click to Pay script for pages of shops',
        description:
          'ClickToPay.checkout({amount, currency}) shows the checkout in a dialog and resolves ' +
          'to the response, or to null if the customer cancels.',
        query: Type.Object({ dpaId: text('Id of the shop.') }),
        reply: Type.String({ description: 'The script.' }),
        replyType: 'text/javascript',
      }),
    ),
    route(
      'GET',
      `${prefix}/pay`,
      endpoint({
        ...shared,
        summary: 'Show the first page of a Click to Pay checkout',
        query: Type.Object(order),
      }),
    ),
    route(
      'POST',
      `${prefix}/pay`,
      endpoint({
        ...shared,
        summary: 'Send the e-mail address on the page',
        bodies: ['form'],
        body: Type.Object({ ...order, email: text('Address of the customer.') }),
        browserReply: 'The browser is redirected (303) to the checkout.',
      }),
    ),
    route(
      'GET',
      `${prefix}/pay/{sessionId}`,
      endpoint({ ...shared, summary: 'Show a Click to Pay checkout', params }),
    ),
    route(
      'POST',
      `${prefix}/pay/{sessionId}/act`,
      endpoint({
        ...shared,
        summary: 'Press a button in a Click to Pay checkout',
        description: 'After pay the page contains the response.',
        params,
        bodies: ['form'],
        body: pressed,
        browserReply: 'The browser is redirected (303) to the checkout.',
      }),
    ),
  ];
}
