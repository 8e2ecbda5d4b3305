// `bramka replay --forward-to` against a running gateway: a merchant without a public address gets
// events of the past again, with the same bytes and a valid signature.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { receiver, type Received } from './testing/receiver.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

interface Told {
  readonly eventId: string;
  readonly payload: object;
  readonly delivery: { readonly state: string };
}

const secret = Buffer.from('notify-secret-10000001').toString('base64');
let gateway: Gateway;
let token: string;
/** Of the three payments that all tests use; the events of one are between those of the others. */
let payments: string[];
before(async () => {
  gateway = await startGateway();
  token = await gateway.authenticate();
  payments = [await pay(), await pay(), await pay()];
});
after(async () => {
  await gateway?.stop();
});

async function pay(): Promise<string> {
  const reply = await gateway.payByCard({ token });
  const paymentId = String(reply.body['paymentId']);
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  return paymentId;
}

async function eventsOf(paymentId: string): Promise<readonly Told[]> {
  const path = `/v1/ecommerce/events?paymentId=${paymentId}`;
  const { body } = await gateway.call<{ events: Told[] }>('GET', path, { token });
  assert.ok(body.events.length >= 3);
  return body.events;
}

function replay(...words: string[]): Promise<Ended> {
  return runBramka(['replay', ...words], { BRAMKA_URL: gateway.url });
}

function assertGenuine(received: readonly Received[], told: readonly Told[]): void {
  assert.deepEqual(
    received.map(({ headers, body }) => [headers['webhook-id'], body]),
    told.map(({ eventId, payload }) => [eventId, JSON.stringify(payload)]),
  );
  for (const { url, headers, body } of received) {
    assert.equal(url, '/hooks/payment');
    new Webhook(`whsec_${secret}`).verify(body, headers as Record<string, string>);
  }
}

test('one event reaches a program without a public address, signed anew', async () => {
  const shop = await receiver();
  const told = await eventsOf(payments[1] ?? '');
  for (const one of told) {
    const { code, stdout, stderr } = await replay(one.eventId, '--forward-to', `${shop.url}/hooks`);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /PAYMENT_STATUS .* -> 200 in \d+ ms\n1 events were forwarded, 1 accepted/);
  }
  assertGenuine(shop.received, told);
  assert.deepEqual(await eventsOf(payments[1] ?? ''), told, 'the gateway has recorded nothing');
  shop.close();
});

test('all events of a payment, or of all payments, in their order', async () => {
  const shop = await receiver();
  const events = await eventsOf(payments[1] ?? '');
  const target = ['--forward-to', `${shop.url}/hooks/`];
  const { code, stderr } = await replay('--payment', payments[1] ?? '', ...target);
  assert.deepEqual([code, stderr], [0, '']);
  assertGenuine(shop.received.splice(0), events);
  const all = (await Promise.all(payments.map(eventsOf))).flat();
  const every = await replay('--from', '2020-01-01T00:00:00Z', '--json', ...target);
  const counts = { forwarded: all.length, accepted: all.length };
  assert.deepEqual(JSON.parse(every.stdout), counts);
  assertGenuine(shop.received, all);
  shop.close();
});

test('only events of the chosen states and times', async () => {
  const shop = await receiver();
  const target = ['--forward-to', shop.url];
  const none = [0, '0 events were forwarded, 0 accepted.\n'];
  for (const words of [['--failed'], ['--to', '2020-01-01T00:00:00Z'], ['--from', '2999-01-01']]) {
    const { code, stdout } = await replay(...words, ...target);
    assert.deepEqual([code, stdout], none, words.join(' '));
  }
  assert.equal(shop.received.length, 0);
  shop.close();
});

test('a refused event is counted and the next ones follow', async () => {
  const shop = await receiver([200, 400]);
  const events = await eventsOf(payments[2] ?? '');
  const { code, stdout } = await replay(
    '--payment',
    payments[2] ?? '',
    '--forward-to',
    `${shop.url}/hooks`,
  );
  assertGenuine(shop.received, events);
  const end = `${events.length} events were forwarded, ${events.length - 1} accepted.\n`;
  assert.deepEqual([code, stdout.endsWith(end)], [1, true], stdout);
  shop.close();
});

test('what cannot work ends with a sentence', async () => {
  const [event] = await eventsOf(payments[0] ?? '');
  const unknown = '01a1ddaa-94be-73d2-943c-8b7759934376';
  const cases: [words: string[], stderr: RegExp][] = [
    [[event?.eventId ?? ''], /\(NOTIFICATION_URL_MISSING\)\. Or send .*: --forward-to http/],
    [['--failed'], /\(NOTIFICATION_URL_MISSING\)\. Or send .*: --forward-to http/],
    [[unknown, '--forward-to', 'http://localhost:1'], /\(EVENT_NOT_FOUND\)\n$/],
    [['--failed', '--forward-to', 'localhost'], /^bramka: --forward-to must be an address/],
    [['--from', 'x', '--forward-to', 'http://localhost:1'], /^bramka: --from must be a time/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await replay(...words);
    assert.equal(code, 1);
    assert.match(stderr, expected);
  }
});
