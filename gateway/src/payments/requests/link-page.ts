// Where a payment link leads until the payment page is built, and a customer after a challenge when
// the shop named no address: what is to be paid, to whom, and how the payment stands. Only the
// latest link of a payment opens; every other address is 404.

import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { isUuid } from '../../core/id.ts';
import { formatAmount } from '../../core/money.ts';
import { html, Html } from '../../http/docs/html.ts';
import type { PaymentParts } from '../parts.ts';
import { amountOf, type Payment, type PaymentStatus } from '../payment.ts';
import { servedSince } from './find-payment.ts';

const style = `
  :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
  main { width: min(26rem, 100% - 2rem); }
  .amount { font-size: 2rem; font-weight: 700; margin: 0; }
`;
/** Not laid out with the rest: the policy knows the hash of these very bytes. */
const styleElement = new Html(`<style>${style}</style>`);
const policy = `default-src 'none'; frame-ancestors 'none'; style-src 'sha256-${createHash('sha256')
  .update(style)
  .digest('base64')}'`;

const sentences: Readonly<Record<PaymentStatus, string>> = {
  NEW: 'This payment is waiting to be paid. Please pay in the shop you came from.',
  PENDING: 'This payment is being processed.',
  COMPLETED: 'This payment is completed.',
  SETTLED: 'This payment is completed.',
  REJECTED: 'This payment was refused. No money was taken.',
  CANCELLED: 'This payment was cancelled. No money was taken.',
  ERROR: 'This payment could not be processed. No money was taken.',
};

export function addLinkPage(app: FastifyInstance, parts: PaymentParts): void {
  app.get('/pay/:merchantId/:paymentId/:key', async (request, reply) => {
    const { merchantId, paymentId, key } = request.params as Record<string, string>;
    const payment = await open(parts, merchantId ?? '', paymentId ?? '', key ?? '');
    const merchant = payment && (await parts.merchants.find(payment.merchantId));
    reply
      .code(payment ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer');
    const body = payment ? paymentPart(payment, merchant?.settings.name ?? '') : goneLink;
    return reply.send(page(body, payment?.status === 'PENDING'));
  });
}

async function open(
  parts: PaymentParts,
  merchantId: string,
  paymentId: string,
  key: string,
): Promise<Payment | undefined> {
  if (!isUuid(paymentId) || !/^[0-9]{4,15}$/.test(merchantId)) return undefined;
  const payment = await parts.store.find(merchantId, paymentId);
  if (!payment || !parts.links.opens(payment, key)) return undefined;
  return payment.createdAt > servedSince(parts.clock.now()) ? payment : undefined;
}

function paymentPart(payment: Payment, shop: string): Html {
  return html`<p>${shop}</p>
    <p class="amount">${formatAmount(amountOf(payment))} ${payment.currency}</p>
    ${payment.description === null ? '' : html`<p>${payment.description}</p>`}
    <p role="status">${sentences[payment.status]}</p>`;
}

const goneLink = html`<p role="status">
  This payment link is not valid, or a newer one replaced it.
</p>`;

/** While the end is open the page looks again by itself. */
const lookAgain = html`<meta http-equiv="refresh" content="2" />`;

function page(body: Html, isOpen: boolean): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${isOpen ? lookAgain : ''}
        <title>Payment</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>Payment</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}
