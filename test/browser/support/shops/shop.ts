// A small shop on its own origin, built as in the guide on strong authentication: its server has
// the token and calls the gateway, its pages serve the customer. It records payments by order and
// page visits for the tests.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AddressInfo } from 'node:net';
import { cardRequest, type Client, type Json, type Reply } from '../../../support/client.ts';
import type { AcsData } from '../../../support/threeds/challenge.ts';
import {
  checkoutPage,
  checkoutScript,
  framedScript,
  orderPage,
  refusedPage,
  styleSheet,
  type Basket,
  type Standing,
} from './shop-pages.ts';

export interface Shop {
  /** Its origin. */
  readonly url: string;
  /** The payment ids of each order, in order of creation. */
  readonly payments: ReadonlyMap<string, readonly string[]>;
  /** The browser data of each order's payments. */
  readonly browsers: ReadonlyMap<string, Json>;
  /** The opened order pages, and how: `document` or `iframe`. */
  readonly visits: readonly Visit[];
  close(): Promise<void>;
}

export interface Visit {
  readonly path: string;
  readonly as: string;
}

interface Memory {
  readonly client: Client;
  readonly token: string;
  readonly payments: Map<string, string[]>;
  readonly browsers: Map<string, Json>;
  readonly visits: Visit[];
}

export async function openShop(client: Client, token: string): Promise<Shop> {
  const memory: Memory = { client, token, payments: new Map(), browsers: new Map(), visits: [] };
  const app = shopServer(memory);
  await app.listen({ host: '127.0.0.1', port: 0 });
  // Another site than the gateway's 127.0.0.1, as in production.
  const url = `http://localhost:${(app.server.address() as AddressInfo).port}`;
  const { payments, browsers, visits } = memory;
  return { url, payments, browsers, visits, close: () => app.close() };
}

function shopServer(memory: Memory): FastifyInstance {
  const app = Fastify();
  const form = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.get('/checkout', (request, reply) => {
    const { order = 'order', way = 'page', home = 'yes' } = request.query as Partial<Basket>;
    return send(memory, reply, checkoutPage({ order, way, home }));
  });
  app.post('/pay', (request, reply) => pay(memory, request, reply));
  app.get('/state', (request) => standingOf(memory, paymentIn(request)));
  app.get('/order', async (request, reply) => {
    memory.visits.push({ path: request.url, as: String(request.headers['sec-fetch-dest']) });
    return send(memory, reply, orderPage(await standingOf(memory, paymentIn(request))));
  });
  app.get('/refused', (request, reply) =>
    send(memory, reply, refusedPage((request.query as { code?: string }).code ?? '')),
  );
  app.get('/shop.css', (_request, reply) => reply.type('text/css').send(styleSheet));
  app.get('/checkout.js', (_request, reply) => reply.type('text/javascript').send(checkoutScript));
  app.get('/framed.js', (_request, reply) => reply.type('text/javascript').send(framedScript));
  return app;
}

/** Content security policy: only the shop and the gateway. */
function send({ client }: Memory, reply: FastifyReply, page: string): FastifyReply {
  const policy =
    `default-src 'self'; img-src data:; frame-src 'self' ${client.url}; ` +
    `form-action 'self' ${client.url}; frame-ancestors 'self'; base-uri 'none'`;
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy)
    .send(page);
}

interface Wish extends Basket {
  readonly card: string;
  readonly holder: string;
  /** Known only with JavaScript. */
  readonly browserData?: Json;
}

async function pay(memory: Memory, request: FastifyRequest, reply: FastifyReply) {
  const wish = request.body as Wish;
  const isScripted = wish.browserData !== undefined;
  const made = await createPayment(memory, request, wish);
  if (made.status !== 200) {
    const refused = made.body['code'] as string;
    return isScripted ? { refused } : reply.redirect(`/refused?code=${refused}`, 303);
  }
  const { paymentId, status, acsData } = made.body as unknown as Standing;
  memory.payments.set(wish.order, [...(memory.payments.get(wish.order) ?? []), paymentId]);
  return isScripted
    ? { paymentId, status, ...(acsData && { acsData }) }
    : reply.redirect(`/order?paymentId=${paymentId}`, 303);
}

function createPayment(memory: Memory, request: FastifyRequest, wish: Wish): Promise<Reply> {
  const { headers } = request;
  const browserData = {
    javascriptEnabled: false,
    language: headers['accept-language'],
    ...wish.browserData,
    userAgent: headers['user-agent'],
    acceptHeader: headers.accept,
  };
  memory.browsers.set(wish.order, browserData);
  const home = `http://${request.host}/order`;
  return memory.client.call('POST', '/v1/ecommerce/payment', {
    token: memory.token,
    body: cardRequest({
      orderId: wish.order,
      card: wish.card,
      ...(wish.holder === '' ? {} : { holder: wish.holder }),
      extra: {
        device: { ip: request.ip, browserData },
        ...(wish.home === '' ? {} : { merchant: { redirectURL: home } }),
      },
    }),
  });
}

/** The status, and the next step for the customer's browser, if any. */
async function standingOf({ client, token }: Memory, paymentId: string): Promise<Standing> {
  const { status, rejectCode, dataRequest } = await client.statusOf(token, paymentId);
  const standing = { paymentId, status, ...(rejectCode ? { rejectCode } : {}) } as Standing;
  if (dataRequest !== 'CARD_3DS') return standing;
  const path = `/v1/ecommerce/payment/${paymentId}/acsData`;
  const { status: code, body } = await client.call('GET', path, { token });
  // 409: the step ended between the two requests.
  return code === 409 ? standing : { ...standing, acsData: body as unknown as AcsData };
}

function paymentIn(request: FastifyRequest): string {
  return (request.query as { paymentId?: string }).paymentId ?? '';
}
