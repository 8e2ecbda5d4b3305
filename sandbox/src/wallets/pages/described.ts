// Documentation of the pages in wallets/pages/sheet-pages.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';

const servedElsewhere = (): never => defect('this route is served by wallets/pages/sheet-pages.ts');
const text = (description: string) => Type.String({ description });
const shared = {
  access: 'open',
  neighbour: {},
  replyType: 'text/html',
  reply: text('The page.'),
  answer: servedElsewhere,
} as const;

const query = Type.Object({
  type: text('APAY or GPAY.'),
  merchantId: text('MID of the merchant.'),
  amount: text('In major units, such as 19.99.'),
  currency: text('ISO 4217 code'),
  origin: Type.Optional(
    text(
      'Origin of the page that opened the sheet: it gets {wallet, status, token} with ' +
        'window.postMessage. Absent: the token is shown.',
    ),
  ),
  name: Type.Optional(text('Only APAY: merchant identifier.')),
});

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
        query,
      }),
    ),
    route(
      'POST',
      `${prefix}/sheet/act`,
      endpoint({
        ...shared,
        neighbour: { bodyType: 'application/x-www-form-urlencoded' },
        summary: 'Press a button in the sheet of a wallet',
        description: 'do is confirm or cancel.',
        body: text('Fields of the sheet, do, card, other and panOnly as a form.'),
        browserReply: 'A page that hands the token to the shop, or shows it.',
      }),
    ),
  ];
}
