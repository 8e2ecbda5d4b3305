// GET and POST /sandbox/payments: the latest payments of the demo merchants, and a new test payment
// of one of them on the payment page.

import { Type } from 'typebox';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { exactNumber, numberText } from '@bramka/gateway/core/json.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { amount, amountReply, text, time } from '@bramka/gateway/http/schema.ts';
import { maybe, text as plain } from '../../party/schemas.ts';
import { linksOf, originOf, type LinkBase } from '../links.ts';
import type { DemoPayment, DemoShop, StartParts } from '../parts.ts';
import { CURRENCY, makePayment, type PaymentMaker } from '../test-payment.ts';

export const LATEST = 10;

const paymentSchema = Type.Object({
  paymentId: plain('Id of the payment.'),
  merchantId: plain('MID of the demo merchant.'),
  status: plain('Status of the payment.'),
  rejectCode: maybe('Why it ended without money, or why the last try was refused.'),
  dataRequest: maybe('What it waits for.'),
  channel: plain('Where the customer pays.'),
  method: maybe('Absent until chosen.'),
  transKind: plain('How the money moves.'),
  amount: amountReply('Amount in major units'),
  currency: plain('ISO 4217 code.'),
  extOrderId: maybe('Id of the order.'),
  description: maybe('What is paid.'),
  createdAt: time('When it was registered'),
  updatedAt: time('When it last changed'),
  links: Type.Object(
    {
      page: maybe('The payment page.'),
      bank: maybe('The page of the bank, while it waits for the customer.'),
      challenge: Type.Optional(
        Type.Object(
          {
            url: plain('Where the form is sent.'),
            creq: plain('The field creq of the form.'),
          },
          { description: 'The challenge of the issuer, while it waits for the customer.' },
        ),
      ),
      phone: maybe('The phones with a BLIK app, while BLIK waits for the customer.'),
      returned: plain('What a shop does when the customer comes back.'),
    },
    { description: 'Where the payment continues: paths of this sandbox, or addresses.' },
  ),
});

function paymentView(shown: DemoPayment, base: LinkBase) {
  const { payment } = shown;
  const { paymentId, merchantId, status, channel, transKind, currency } = payment;
  const { rejectCode, dataRequest, method, extOrderId, description } = payment;
  return {
    paymentId,
    merchantId,
    status,
    ...present({ rejectCode, dataRequest }),
    channel,
    ...present({ method }),
    transKind,
    amount: exactNumber(formatAmount(money(payment.amountMinor, currency))),
    currency,
    ...present({ extOrderId, description }),
    createdAt: isoTime(payment.createdAt),
    updatedAt: isoTime(payment.updatedAt),
    links: linksOf(shown, base),
  };
}

interface ListDeps extends Pick<StartParts, 'payments'> {
  readonly links: () => LinkBase;
}

export const listPayments = endpoint(
  {
    method: 'GET',
    path: '/sandbox/payments',
    summary: 'List the latest payments of the demo merchants',
    description: `At most ${LATEST}, the newest first, with the pages on which they continue.`,
    access: 'open',
    reply: Type.Array(paymentSchema),
  },
  async ({ payments, links }: ListDeps) => {
    const shown = await payments.latest(LATEST);
    return shown.map((one) => paymentView(one, links()));
  },
);

/** `shop` is the demo merchant of a payment that names none. */
export function createTestPayment({ merchantId: shop }: Pick<DemoShop, 'merchantId'>) {
  return endpoint(
    {
      method: 'POST',
      path: '/sandbox/payments',
      summary: 'Make a test payment of a demo merchant',
      description:
        `Creates a payment of channel PAYWALL in ${CURRENCY} through the merchant API. Its ` +
        'notifications are sent to POST /sandbox/notifications, unless the merchant has an ' +
        'address of its own; the customer returns to /sandbox/returned.',
      access: 'open',
      body: Type.Object({
        amount: amount(`Amount in ${CURRENCY}.`),
        method: Type.Optional(text(16, 'Name of a payment method. Absent: the customer chooses.')),
        merchantId: Type.Optional(text(15, `MID of a demo merchant; absent: ${shop}.`)),
        preauth: Type.Optional(
          Type.Boolean({ description: 'true: the money is held and captured later.' }),
        ),
      }),
      reply: Type.Object({
        paymentId: plain('Id of the payment.'),
        pageURL: plain('The payment page.'),
      }),
      refusals: ['INVALID_REQUEST'],
    },
    (maker: PaymentMaker, { body, header, address }) => {
      const { merchantId = shop, method = null, preauth: isPreauth = false } = body;
      const payment = { merchantId, method, amount: numberText(body.amount) ?? '', isPreauth };
      const origin = originOf(header('host'), maker.publicUrl());
      return makePayment(maker, payment, { origin, address });
    },
  );
}
