// The page behind a payment link until the payment page is implemented, and after a challenge when
// the shop gave no return URL: amount, merchant and status. Only the latest link of a payment opens
// it; other links get 404.

import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { isUuid } from '../../core/id.ts';
import { formatAmount } from '../../core/money.ts';
import { html, Html } from '../../http/pages/html.ts';
import type { Merchant } from '../../merchants/merchant.ts';
import type { PaymentParts } from '../parts.ts';
import { amountOf, isVerification, type Payment, type PaymentStatus } from '../payment.ts';
import { servedSince } from '../requests/find-payment.ts';

const style = `
  :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
  main { width: min(26rem, 100% - 2rem); overflow-wrap: anywhere; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  .amount { font-size: 2rem; font-weight: 700; margin: 0; }
  a { display: inline-block; padding: .5rem 0; }
`;
/** Kept apart from the template: the policy contains the hash of exactly these bytes. */
const styleElement = new Html(`<style>${style}</style>`);
const styleHash = createHash('sha256').update(style).digest('base64');
const policyFor = (ancestors: "'none'" | '*'): string =>
  `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; ` +
  `frame-ancestors ${ancestors}`;

const headings: Readonly<Record<PaymentStatus, string>> = {
  NEW: 'Payment',
  PENDING: 'One moment',
  COMPLETED: 'Payment completed',
  SETTLED: 'Payment completed',
  REJECTED: 'Payment declined',
  CANCELLED: 'Payment cancelled',
  ERROR: 'Payment not processed',
};

const sentences: Readonly<Record<PaymentStatus, string>> = {
  NEW: 'This payment is waiting to be paid. Please pay in the shop you came from.',
  PENDING: 'This payment is being processed. This page refreshes automatically.',
  COMPLETED: 'This payment is completed. You can go back to the shop.',
  SETTLED: 'This payment is completed. You can go back to the shop.',
  REJECTED: 'This payment was declined. No money was taken. You can try again in the shop.',
  CANCELLED: 'This payment was cancelled. No money was taken.',
  ERROR: 'This payment could not be processed. No money was taken. You can try again in the shop.',
};

export function addLinkPage(app: FastifyInstance, parts: PaymentParts): void {
  app.get('/pay/:merchantId/:paymentId/:key', async (request, reply) => {
    const { merchantId, paymentId, key } = request.params as Record<string, string>;
    const payment = await findByLink(parts, merchantId ?? '', paymentId ?? '', key ?? '');
    const merchant = payment && (await parts.merchants.find(payment.merchantId));
    // A challenge in a frame of the shop also ends in that frame. Unpaid payments may not be
    // framed.
    const hasBegun = payment !== undefined && payment.status !== 'NEW';
    reply
      .code(payment ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policyFor(hasBegun ? '*' : "'none'"))
      .header('referrer-policy', 'no-referrer');
    return reply.send(payment ? paymentPage(payment, merchant) : page('Payment', goneLink));
  });
}

async function findByLink(
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

const paidElsewhere = 'This order was paid with another payment. No money was taken for this one.';

const savingCard: Readonly<Partial<Record<PaymentStatus, string>>> = {
  NEW: 'Your card is to be saved. Please enter it in the shop you came from. Nothing is charged.',
  PENDING: 'Your card is being verified. Nothing is charged. This page refreshes automatically.',
  COMPLETED: 'Your card was verified. Nothing was charged. You can go back to the shop.',
};

/** The page of a card that is verified without a payment. */
function verificationPage({ status }: Payment, merchant: Merchant | undefined): string {
  const { name = '', url = null } = merchant?.settings ?? {};
  const failed = 'Your card was not saved. Nothing was charged. You can try again in the shop.';
  const body = html`<p>${name}</p>
    <p role="status">${savingCard[status] ?? failed}</p>
    ${url === null || !/^https?:/.test(url) ? '' : wayBack(url)}`;
  return page('Save a card', body, status === 'PENDING' ? refreshTag : undefined);
}

function paymentPage(payment: Payment, merchant: Merchant | undefined): string {
  if (isVerification(payment)) return verificationPage(payment, merchant);
  const { status, rejectCode, currency, description, extOrderId } = payment;
  const sentence = rejectCode === 'ORDER_ALREADY_PAID' ? paidElsewhere : sentences[status];
  const { name = '', url = null } = merchant?.settings ?? {};
  const body = html`<p>${name}</p>
    <p class="amount">${formatAmount(amountOf(payment))} ${currency}</p>
    ${description === null ? '' : html`<p>${description}</p>`}
    ${extOrderId === null ? '' : html`<p>Order ${extOrderId}</p>`}
    <p role="status">${sentence}</p>
    ${url === null || !/^https?:/.test(url) ? '' : wayBack(url)}`;
  return page(headings[status], body, status === 'PENDING' ? refreshTag : undefined);
}

function wayBack(url: string): Html {
  return html`<p><a href="${url}" target="_top">Back to the shop</a></p>`;
}

const goneLink = html`<p role="status">
  This payment link is not valid, or a newer one replaced it.
</p>`;

/** The page reloads while the payment is pending. */
const refreshTag = html`<meta http-equiv="refresh" content="2" />`;

function page(heading: string, body: Html, head?: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${head}
        <title>${heading}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}
