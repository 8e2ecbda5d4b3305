// The start page and its forms, as a plugin mounted at the root of the sandbox's server. All
// addresses except `/` are below /sandbox, where the guard of the sandbox covers them.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { matchesETag } from '@bramka/gateway/http/pages/etag.ts';
import type { ClockView } from '../../control/clock-change.ts';
import type { Form } from '../../pages/form.ts';
import { servePages } from '../../pages/page-server.ts';
import { pageVisitOf, refuse } from '../../pages/visit.ts';
import { LATEST } from '../endpoints/payments.ts';
import { ownPath, pathOf, type LinkBase } from '../links.ts';
import type { MerchantApi } from '../merchant-api.ts';
import type { StartParts } from '../parts.ts';
import type { Receiver } from '../receiver.ts';
import { makePayment, type MadePayment, type Wish } from '../test-payment.ts';
import { originOf } from '../visitor.ts';
import { clockActions, type ClockAction } from './clock-part.ts';
import { framedText, type FramedPage } from './frame.ts';
import { returnedPage, unknownPaymentPage } from './returned-page.ts';
import { livePage, startPage, type StartView } from './start-page.ts';
import { startStyle } from './style.ts';

export interface StartPagesParts extends StartParts {
  readonly api: MerchantApi;
  readonly receiver: Receiver;
  readonly links: () => LinkBase;
}

const script = readFileSync(new URL('../browser/start.js', import.meta.url), 'utf8');
const FIND_MAX = 100;

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export function startPages(parts: StartPagesParts): FastifyPluginCallback {
  return (app, _options, done) => {
    servePages(app);
    app.get('/', async (request, reply) =>
      show(parts, reply, startPage(await viewOf(parts, request))),
    );
    app.get('/sandbox/start/live', async (request, reply) => {
      const view = await viewOf(parts, request);
      return sendPage(reply, 200, livePage(view).text);
    });
    app.post('/sandbox/start/pay', (request, reply) => pay(parts, request, reply));
    app.post('/sandbox/start/clock', (request, reply) => moveClock(parts, request, reply));
    app.get('/sandbox/returned', (request, reply) => showReturned(parts, request, reply));
    app.get('/sandbox/start/start.css', file(startStyle, 'text/css'));
    app.get('/sandbox/start/start.js', file(script, 'text/javascript'));
    done();
  };
}

async function viewOf(parts: StartPagesParts, request: FastifyRequest): Promise<StartView> {
  const publicUrl = parts.publicUrl();
  const { find } = request.query as { find?: unknown };
  const [payments, clock] = await Promise.all([
    parts.payments.latest(LATEST),
    parts.call({ method: 'GET', path: '/sandbox/clock', address: request.ip }),
  ]);
  return {
    path: pathOf(publicUrl),
    origin: originOf(request.headers.host, publicUrl),
    shops: parts.shops,
    parties: parts.parties,
    payments,
    links: parts.links(),
    clock: clock.body as unknown as ClockView,
    find: typeof find === 'string' ? find.slice(0, FIND_MAX) : '',
  };
}

/** The reader stays on the host under which the page was opened. */
async function pay(
  parts: StartPagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = (request.body ?? new Map()) as Form;
  const wish: Wish = {
    merchantId: form.get('merchant') ?? '',
    amount: form.get('amount') ?? '',
    method: form.get('method') || null,
    isPreauth: form.get('preauth') === 'yes',
  };
  const publicUrl = parts.publicUrl();
  const visitor = { origin: originOf(request.headers.host, publicUrl), address: request.ip };
  let made: MadePayment;
  try {
    made = await makePayment(parts, wish, visitor);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const refused = { wish, reason: reasonOf(error) };
    const view = await viewOf(parts, request);
    return show(parts, reply, startPage({ ...view, refused }));
  }
  return redirect(reply, ownPath(made.pageURL, publicUrl) ?? made.pageURL);
}

function reasonOf({ message, details }: Refusal): string {
  return details.map((one) => `${one.field} ${one.message}.`).join(' ') || message;
}

async function moveClock(
  parts: StartPagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const wanted = ((request.body ?? new Map()) as Form).get('do') ?? '';
  if (!Object.hasOwn(clockActions, wanted)) {
    return refuse(pageVisitOf(request, reply), 400, 'badAction');
  }
  const { body } = clockActions[wanted as ClockAction];
  await parts.call({ method: 'POST', path: '/sandbox/clock', address: request.ip, body });
  return redirect(reply, `${pathOf(parts.publicUrl())}/#clock`);
}

async function showReturned(
  parts: StartPagesParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const publicUrl = parts.publicUrl();
  const path = pathOf(publicUrl);
  const { paymentId } = request.query as { paymentId?: unknown };
  const shown = await parts.payments.find(typeof paymentId === 'string' ? paymentId : '');
  const shop = parts.shops.find((one) => one.merchantId === shown?.payment.merchantId);
  if (!shown || !shop) return show(parts, reply, unknownPaymentPage(path));
  const id = shown.payment.paymentId;
  const [status, ownReceiver] = await Promise.all([
    parts.api.readStatus(shop, id, request.ip),
    parts.receiverOf(shop.merchantId),
  ]);
  const page = returnedPage({
    path,
    origin: originOf(request.headers.host, publicUrl),
    shop,
    shown,
    links: parts.links(),
    status: JSON.stringify(status.body, null, 2),
    messages: parts.receiver.received(id),
    ownReceiver,
  });
  return show(parts, reply, page);
}

function show(parts: StartPagesParts, reply: FastifyReply, page: FramedPage): FastifyReply {
  const base = { path: pathOf(parts.publicUrl()), hasDocs: parts.hasDocs };
  return sendPage(reply, page.status ?? 200, framedText(page, base));
}

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The guard needs the origin of the forms.
  'referrer-policy': 'same-origin',
};

function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers(always)
    .header('content-security-policy', policy)
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(text);
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.headers(always).redirect(address, 303);
}

/** Asked for again with every page, and sent only if it has changed. */
function file(text: string, type: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ ...always, 'cache-control': 'no-cache', etag });
    if (matchesETag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type(`${type}; charset=utf-8`).send(text);
  };
}
