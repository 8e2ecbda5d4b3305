// The code of the guide "Encrypted card fields" in a real browser: the page encrypts the card with
// WebCrypto to the key of a gateway on another origin, the shop passes it on, and it is paid.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { findChromium } from '../setup/chromium.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { launchBrowser, type TestBrowser } from './support/launch-browser.ts';

const root = join(import.meta.dirname, '../..');
const guide = readFileSync(join(root, 'docs/guides/encrypted-card-fields.md'), 'utf8');
const executablePath = findChromium();
const skip = executablePath === undefined && 'no Chromium on this machine';

/** A file of the guide, with the address of the gateway. */
function fileOf(name: string, gateway: BorrowedGateway): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name.replace('.', '\\.')}\\n([\\s\\S]*?)^\`\`\`$`, 'm');
  const [, code = assert.fail(`${name} is not in the guide`)] = block.exec(guide) ?? [];
  return code.replaceAll('http://127.0.0.1:8080', gateway.url);
}

suite('the page of the guide', { skip }, () => {
  const scratch = mkdtempSync(join(tmpdir(), 'bramka-encrypted-card-'));
  let gateway: BorrowedGateway;
  let browser: TestBrowser;
  let page: Page;
  let shop: FastifyInstance;
  const received: string[] = [];
  const made: Json[] = [];
  let token: string;

  before(async () => {
    [gateway, browser] = await Promise.all([
      sharedGateway(anyDatabase),
      launchBrowser(executablePath ?? ''),
    ]);
    const { merchantId, secret } = await gateway.addMerchant();
    token = await gateway.authenticate(merchantId, secret);
    shop = await openShop();
    page = await browser.newPage();
    const { port } = shop.server.address() as { port: number };
    await page.goto(`http://localhost:${port}/checkout.html`);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    await gateway?.release();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function openShop(): Promise<FastifyInstance> {
    const module = join(scratch, 'shop.mjs');
    writeFileSync(module, fileOf('shop.mjs', gateway));
    const { createPayment } = (await import(pathToFileURL(module).href)) as {
      createPayment: (token: string, instrument: unknown, order: object) => Promise<Json>;
    };
    const app = Fastify();
    const policy = `default-src 'self'; connect-src 'self' ${gateway.url}`;
    const helper = readFileSync(join(root, 'client/browser/encrypt-card.js'), 'utf8');
    const files: [name: string, type: string, text: string][] = [
      ['checkout.html', 'text/html', fileOf('checkout.html', gateway)],
      ['checkout.js', 'text/javascript', fileOf('checkout.js', gateway)],
      ['encrypt-card.js', 'text/javascript', helper],
    ];
    for (const [name, type, text] of files) {
      app.get(`/${name}`, (_request, reply) =>
        reply.type(type).header('content-security-policy', policy).send(text),
      );
    }
    app.post('/pay', async (request) => {
      received.push(JSON.stringify(request.body));
      const payment = await createPayment(token, request.body, { amount: 19.99, currency: 'PLN' });
      made.push(payment);
      return payment;
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return app;
  }

  const submit = async (number: string): Promise<string> => {
    await page.reload();
    await page.fill('#number', number);
    await page.fill('#expiry', '203912');
    await page.fill('#cvv', '123');
    await page.click('button');
    return (await page.locator('#result:not(:empty)').textContent()) ?? '';
  };

  test('pays with a card that the shop cannot read', async () => {
    assert.equal(await submit('4111 1111 1111 1111'), 'PENDING');
    const [sent = ''] = received;
    const names = Object.keys(JSON.parse(sent) as object);
    assert.deepEqual(names, ['type', 'encInstrumentNo', 'encExpDate', 'encCvv']);
    assert.doesNotMatch(sent, /4111|203912|"123"/);
    const paymentId = String(made[0]?.['paymentId']);
    await gateway.waitForStatus(token, paymentId, 'COMPLETED');
    assert.equal((await gateway.chargesOf(paymentId)).length, 1);
  });

  test('tells the customer which field is wrong, before anything is sent', async () => {
    const before = received.length;
    assert.equal(await submit('4111 1111 1111 1112'), 'Check the instrumentNo.');
    assert.equal(received.length, before);
  });
});
