// The pages of the simulated issuer on one origin and a shop with its gateway on another, so that
// frames, returns and redirects are cross-origin, as in production.

import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, type Frame, type Page } from 'playwright-core';
import { launchBrowser, type TestBrowser } from './launch-browser.ts';
import { readForm, type Form } from '@bramka/sandbox/pages/form.ts';
import {
  fakeAcs,
  servePages,
  type FakeAcs,
  type Scene,
} from '@bramka/sandbox/acs/pages/testing/fake-acs.ts';

export interface AcsRig {
  readonly acs: FakeAcs;
  readonly browser: TestBrowser;
  /** The URL of the pages, such as http://127.0.0.1:1234/sandbox/acs. */
  readonly base: string;
  /** The origin of shop and gateway. */
  readonly shop: string;
  /** Forms that were posted to the gateway. */
  readonly posted: Form[];
  /** Opens a browser window whose console errors and requests are recorded. */
  window(options?: Parameters<TestBrowser['newContext']>[0]): Promise<ShopWindow>;
  close(): Promise<void>;
}

export interface ShopWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly said: string[];
  readonly asked: string[];
  /** The challenges started from this window. */
  readonly started: string[];
  /** Starts a challenge in a frame of the given size on the shop's page and returns the frame. */
  challenge(scene?: Scene, width?: number, height?: number): Promise<Frame>;
}

const anyPort = { host: '127.0.0.1', port: 0 };

export async function openAcsRig(executablePath: string): Promise<AcsRig> {
  const acs = fakeAcs();
  const posted: Form[] = [];
  const bank = servePages(acs);
  const base = `${await bank.listen(anyPort)}/sandbox/acs`;
  const merchant = shopServer(posted, base);
  await merchant.listen(anyPort);
  const shop = `http://localhost:${(merchant.server.address() as AddressInfo).port}`;
  const browser = await launchBrowser(executablePath);
  return {
    acs,
    browser,
    base,
    shop,
    posted,
    window: (options) => openWindow({ acs, browser, shop }, options),
    async close() {
      await browser.close();
      await merchant.close();
      await bank.close();
    },
  };
}

/**
 * The shop's page with its frame, and the gateway that receives results and redirects to the shop.
 */
function shopServer(posted: Form[], base: string): FastifyInstance {
  const app = Fastify();
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => {
    done(null, readForm(String(body)));
  });
  app.get('/checkout', (request, reply) => {
    const { creq = '', width = '', height = '' } = request.query as Record<string, string>;
    return reply
      .type('text/html')
      .send(checkout(base, creq, `width:${width}px;height:${height}px`));
  });
  app.get('/method-frame', (request, reply) => {
    const { data = '' } = request.query as Record<string, string>;
    return reply.type('text/html').send(methodFrame(base, data));
  });
  app.post('/cres', (request, reply) => {
    posted.push(request.body as Form);
    // As the gateway does: redirect to the shop.
    return reply.redirect(`http://127.0.0.1:${request.socket.localPort}/thanks`, 303);
  });
  app.post('/method', (request, reply) => {
    posted.push(request.body as Form);
    return reply.type('text/html').send('<!doctype html><title>Known</title>');
  });
  app.get('/thanks', (_request, reply) =>
    reply.type('text/html').send('<!doctype html><title>Thanks</title><h1>Thanks</h1>'),
  );
  return app;
}

function checkout(base: string, creq: string, size: string): string {
  const fields = { creq, threeDSSessionData: 'c2hvcA' };
  return framed(`${base}/challenge`, fields, 'Pay', size);
}

function methodFrame(base: string, data: string): string {
  return framed(`${base}/method`, { threeDSMethodData: data }, 'Go', 'display:none');
}

function framed(to: string, fields: Record<string, string>, button: string, style: string): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  return `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<form method="post" action="${to}" target="bank">${inputs.join('')}<button>${button}</button></form>
<iframe name="bank" style="border:0;${style}"></iframe>`;
}

async function openWindow(
  { acs, browser, shop }: Pick<AcsRig, 'acs' | 'browser' | 'shop'>,
  options: Parameters<TestBrowser['newContext']>[0],
): Promise<ShopWindow> {
  const context = await browser.newContext(options);
  const said: string[] = [];
  const asked: string[] = [];
  const started: string[] = [];
  context.on('request', (request) => asked.push(request.url()));
  context.on('console', (message) => said.push(message.text()));
  context.on('weberror', (error) => said.push(error.error().message));
  const page = await context.newPage();
  return {
    context,
    page,
    said,
    asked,
    started,
    async challenge(scene = {}, width = 390, height = 400) {
      const { acsTransID, creq } = acs.start({ returnUrl: `${shop}/cres`, ...scene });
      started.push(acsTransID);
      const query = new URLSearchParams({ creq, width: String(width), height: String(height) });
      await page.goto(`${shop}/checkout?${String(query)}`);
      await page.click('text=Pay');
      const frame = page.frame('bank') as Frame;
      await frame.waitForSelector('main h1');
      return frame;
    },
  };
}
