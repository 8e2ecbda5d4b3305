// The wallet sheet for a person with a browser: a shop opens it in a window, the customer chooses a
// card and confirms or cancels.

import { Type } from 'typebox';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { page } from '../../pages/page.ts';
import { pageReply, refuse, type PageVisit } from '../../pages/visit.ts';
import { maybe, text } from '../../party/schemas.ts';
import { orRefusal } from '../../wire/refused.ts';
import { issueToken, type IssueParts } from '../tokens/issue.ts';
import { readSheet, withChoice, type Read, type SheetRequest } from './sheet-request.ts';
import { answerPage, badRequestPage, sheetPage } from './views.ts';

interface Deps {
  readonly issue: IssueParts;
  /** The path of the sheet, such as /sandbox/wallets/sheet. */
  readonly address: string;
}

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
  name: maybe('Only APAY: merchant identifier.'),
};

const showSheet = page(
  {
    method: 'GET',
    path: '/sheet',
    summary: 'Show the sheet of a wallet',
    description:
      'The customer chooses a card and confirms or cancels. Status is CONFIRMED or CANCELLED.',
    query: Type.Object(sheet),
  },
  ({ issue, address }: Deps, visit) => {
    const read: Read = (name) => visit.query[name as keyof typeof visit.query];
    return withSheet(visit, read, issue, (request) =>
      pageReply(visit, sheetPage({ ...visit, sheet: request, address })),
    );
  },
);

const pressButton = page(
  {
    method: 'POST',
    path: '/sheet/act',
    summary: 'Press a button in the sheet of a wallet',
    form: Type.Object({
      ...sheet,
      do: oneOf({ confirm: 'Confirm the payment.', cancel: 'Cancel.' }, 'The button.'),
      card: maybe('confirm: the card.'),
      other: maybe('confirm: another card number.'),
      panOnly: maybe('confirm, only GPAY: yes for the card number.'),
    }),
    browserReply: 'A page that hands the token to the shop, or shows it.',
  },
  ({ issue, address }: Deps, visit) => {
    const read: Read = (name) => visit.form.get(name);
    return withSheet(visit, read, issue, (request) =>
      act(issue, { ...visit, sheet: request, address }, read),
    );
  },
);

export const sheetPages = [showSheet, pressButton];

interface OpenSheet extends PageVisit {
  readonly sheet: SheetRequest;
  readonly address: string;
}

async function act(issue: IssueParts, visit: OpenSheet, read: Read): Promise<RawReply> {
  switch (read('do')) {
    case 'cancel':
      return pageReply(visit, answerPage(visit, null));
    case 'confirm': {
      const payment = await orRefusal(() => withChoice(visit.sheet, read, issue.clock));
      if (payment instanceof Refusal)
        return pageReply(visit, sheetPage(visit, read('other') ?? ''));
      return pageReply(visit, answerPage(visit, (await issueToken(issue, payment)).token));
    }
    default:
      return refuse(visit, 400, 'badAction');
  }
}

/** If the address lacks a value, the page names it. */
async function withSheet(
  visit: PageVisit,
  read: Read,
  { clock }: IssueParts,
  work: (sheet: SheetRequest) => RawReply | Promise<RawReply>,
): Promise<RawReply> {
  const reply = await orRefusal(() => work(readSheet(read, clock)));
  if (!(reply instanceof Refusal)) return reply;
  if (reply.status >= 500) throw reply;
  const wrong = reply.details.map(({ field, message }) => `${field} ${message}`).join('; ');
  const reason = reply.code === 'INVALID_REQUEST' ? wrong : reply.message;
  return pageReply(visit, badRequestPage(visit.speech, reason));
}
