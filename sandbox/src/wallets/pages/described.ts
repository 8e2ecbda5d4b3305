// Documentation of the pages in wallets/pages/sheet-pages.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const servedElsewhere = (): never => defect('this route is served by wallets/pages/sheet-pages.ts');
const text = (description: string) => Type.String({ description });
const shared = {
  access: 'open',
  neighbour: {},
  replyType: 'text/html',
  reply: text('The page.'),
  answer: servedElsewhere,
} as const;

const sheet = {
  type: text('APAY or GPAY.'),
  merchantId: text('MID of the merchant.'),
  shop: Type.Optional(
    text('Name of the shop, which the sheet shows. At most 128 characters. Absent: the MID.'),
  ),
  amount: text('In major units, such as 19.99.'),
  currency: text('ISO 4217 code'),
  origin: Type.Optional(
    text(
      'Origin of the page that opened the sheet: it gets {wallet, status, token} with ' +
        'window.postMessage. Absent: the token is shown.',
    ),
  ),
  name: Type.Optional(text('Only APAY: merchant identifier.')),
};

export function sheetDescription(prefix: string): Route[] {
  return [
    route(
      'GET',
      `${prefix}/sheet`,
      endpoint({
        ...shared,
        summary: 'Show the sheet of a wallet',
        description:
          'The customer chooses a card and confirms or cancels. Status is CONFIRMED or CANCELLED.',
        query: Type.Object(sheet),
      }),
    ),
    route(
      'POST',
      `${prefix}/sheet/act`,
      endpoint({
        ...shared,
        summary: 'Press a button in the sheet of a wallet',
        bodies: ['form'],
        body: Type.Object({
          ...sheet,
          do: oneOf({ confirm: 'Confirm the payment.', cancel: 'Cancel.' }, 'The button.'),
          card: Type.Optional(text('confirm: the card.')),
          other: Type.Optional(text('confirm: another card number.')),
          panOnly: Type.Optional(text('confirm, only GPAY: yes for the card number.')),
        }),
        browserReply: 'A page that hands the token to the shop, or shows it.',
      }),
    ),
  ];
}
