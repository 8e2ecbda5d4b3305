// GET and POST /sandbox/payments: the latest payments of the demo merchants, and a new test payment
// of one of them on the payment page.

import { Type } from 'typebox';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { exactNumber, numberText } from '@bramka/gateway/core/json.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { amount, amountReply, text, time } from '@bramka/gateway/http/schema.ts';
import { linksOf, type LinkBase } from '../links.ts';
import type { DemoPayment, DemoShop, StartParts } from '../parts.ts';
import { CURRENCY, makePayment, type PaymentMaker } from '../test-payment.ts';
import { originOf } from '../visitor.ts';

export const LATEST = 10;

const optional = (description: string) => Type.Optional(Type.String({ description }));

const paymentSchema = Type.Object({
  paymentId: Type.String({ description: 'Id of the payment.' }),
  merchantId: Type.String({ description: 'MID of the demo merchant.' }),
  status: Type.String({ description: 'Status of the payment.' }),
  rejectCode: optional('Why it ended without money, or why the last try was refused.'),
  dataRequest: optional('What it waits for.'),
  channel: Type.String({ description: 'Where the customer pays.' }),
  method: optional('Absent until chosen.'),
  transKind: Type.String({ description: 'How the money moves.' }),
  amount: amountReply('Amount in major units'),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  extOrderId: optional('Id of the order.'),
  description: optional('What is paid.'),
  createdAt: time('When it was registered'),
  updatedAt: time('When it last changed'),
  links: Type.Object(
    {
      page: optional('The payment page.'),
      bank: optional('The page of the bank, while it waits for the customer.'),
      challenge: Type.Optional(
        Type.Object(
          {
            url: Type.String({ description: 'Where the form is sent.' }),
            creq: Type.String({ description: 'The field creq of the form.' }),
          },
          { description: 'The challenge of the issuer, while it waits for the customer.' },
        ),
      ),
      phone: optional('The phones with a BLIK app, while BLIK waits for the customer.'),
      returned: Type.String({ description: 'What a shop does when the customer comes back.' }),
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
        paymentId: Type.String({ description: 'Id of the payment.' }),
        pageURL: Type.String({ description: 'The payment page.' }),
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
