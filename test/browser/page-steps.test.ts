// What the customer does elsewhere, as a gateway with another provider would ask for it: the page
// shows every step for every method. The answer of the gateway is changed on its way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { untilView } from './support/card-form.ts';
import { openPayment } from './support/page-shop.ts';
import { pageSuite } from './support/suites/page-suite.ts';

const qrImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><path d="M9 9h8v8z"/></svg>',
)}`;
const address = `https://bank.example/${'pay-'.repeat(30)}`;

const steps: [what: string, answer: Json, view: string, shown: string][] = [
  [
    'a redirect',
    { customerStep: 'redirect', redirectURL: address },
    'redirect',
    `#go[href="${address}"]`,
  ],
  ['a confirmation', { customerStep: 'confirm' }, 'confirm', 'p:text("confirm the payment of")'],
  ['a picture to scan', { customerStep: 'scan', qrCode: qrImage }, 'scan', 'img[alt^="QR code"]'],
  ['a code to scan', { customerStep: 'scan', qrCode: address }, 'scan', `a[href="${address}"]`],
  ['nothing', { customerStep: 'wait' }, 'waiting', 'h1:text("being processed")'],
];

pageSuite('steps of customers on the payment page', {}, (run) => {
  for (const [index, [what, answer, view, shown]] of steps.entries()) {
    test(`the gateway asks a customer with a card for ${what}`, async () => {
      const { page, context, paymentId, check, close } = await openPayment(run.browser, run.shop);
      await context.route(`**/v1/ecommerce/payment/${paymentId}`, async (route) => {
        const response = await route.fetch();
        const { dataRequest: _dataRequest, ...record } = (await response.json()) as Json;
        const json = { ...record, status: 'PENDING', method: 'CARD', ...answer };
        await route.fulfill({ response, json });
      });
      await page.evaluate("dispatchEvent(new Event('online'))");
      await untilView(page, view);
      await page.waitForSelector(shown);
      assert.equal(await page.locator('h1').count(), 1);
      await check(`step-${String(index)}-${view}`);
      await close();
    });
  }
});
