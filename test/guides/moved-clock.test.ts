// The steps of the guides that move the clock of a sandbox, beside the example shop, which verifies
// every notification: all of them are accepted, and at the first try.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runBramka } from '@bramka/cli/testing/run-bramka.ts';
import { startExampleShop, type ExampleShop } from '../browser/support/shops/example-shop.ts';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { until } from '../support/waiting/until.ts';

const guides = join(import.meta.dirname, '../../docs/guides');
const steps = ['test-your-shop.md', 'build-a-checkout.md'].flatMap((file) =>
  [...readFileSync(join(guides, file), 'utf8').matchAll(/bramka (clock advance \w+)/g)].map(
    ([, words = '']) => words,
  ),
);

let gateway: BorrowedGateway;
let shop: ExampleShop;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
  // A result that was read never counts here: only notifications mark orders as paid.
  shop = await startExampleShop({ BRAMKA_URL: gateway.url, FALLBACK_SECONDS: '3600' });
});
after(async () => {
  await shop?.close();
  await gateway?.release();
});

const customer = randomUUID();
async function ask(orderId: string, operation: string, body: Json = {}): Promise<Json> {
  const headers = { cookie: `customer=${customer}` };
  const url = `${shop.url}/order/${orderId}/${operation}`;
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await reply.json()) as Json;
}

const instrument = {
  type: 'CARD',
  instrumentNo: '4111111111111111',
  expDate: '203912',
  cvv: '123',
};
async function untilPaid(orderId: string): Promise<void> {
  const isPaid = async (): Promise<boolean> => {
    assert.doesNotMatch(shop.printed(), /Refused a notification/);
    return (await ask(orderId, 'refresh'))['state'] === 'PAID';
  };
  await until(isPaid, `${orderId} to be paid`);
}

test('every notification after a step of the guides is accepted', async () => {
  assert.ok(steps.includes('clock advance 31d') && steps.includes('clock advance 1d'));
  const ended = '4917110020000007';
  for (const [index, step] of steps.entries()) {
    const left = `left-${index}`;
    const browserData = { userAgent: 'Mozilla/5.0', acceptHeader: 'text/html', language: 'pl' };
    await ask(left, 'pay', {
      method: 'CARD',
      instrument: { ...instrument, instrumentNo: ended },
      browserData: { ...browserData, javascriptEnabled: false },
    });
    const { code, stderr } = await runBramka([...step.split(' '), '--url', gateway.url]);
    assert.equal(code, 0, stderr);
    await ask(`order-${index}`, 'pay', { method: 'CARD', instrument });
    await untilPaid(`order-${index}`);
  }
  assert.doesNotMatch(shop.printed(), /Refused a notification/);
  const attempts = await deliveries();
  assert.ok(attempts.length >= 3 * steps.length);
  for (const one of attempts) assert.deepEqual([one['state'], one['attempts']], ['ACCEPTED', 1]);
});

/** Every event of the shop, when all were sent. */
async function deliveries(): Promise<Json[]> {
  let events: Json[] = [];
  const areSent = async (): Promise<boolean> => {
    const token = await gateway.authenticate();
    const { body } = await gateway.call('GET', '/v1/ecommerce/events?limit=500', { token });
    events = (body['events'] as Json[]).map(({ delivery }) => delivery as Json);
    return events.every(({ state }) => state !== 'PENDING');
  };
  await until(areSent, 'all notifications to be sent');
  return events;
}
