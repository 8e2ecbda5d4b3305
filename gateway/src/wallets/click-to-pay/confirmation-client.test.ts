// Tests the message that tells Click to Pay how a checkout ended, against a real server, and what
// each answer means.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  deadAddress,
  openLoopback,
  type Behaviour,
  type LoopbackServer,
} from '@bramka/test/support/loopback-server.ts';
import { secret } from '../../core/secret.ts';
import type { CheckoutConfirmation } from '../wallet-services.ts';
import { httpConfirmations, type ConfirmationClient } from './confirmation-client.ts';

const confirmation: CheckoutConfirmation = {
  correlationId: 'correlation-1',
  dpaId: 'dpa-1',
  paymentId: 'payment-1',
  isSuccess: true,
  amountMinor: 12_340n,
  currency: 'PLN',
};

let server: LoopbackServer;
const clients: ConfirmationClient[] = [];

before(async () => {
  server = await openLoopback();
});
after(async () => {
  for (const client of clients) await client.close();
  server.close();
});

function client(options: { url?: string; timeoutMs?: number } = {}): ConfirmationClient {
  const key = secret('the-key');
  const confirmations = httpConfirmations({
    url: `${server.url}/confirm`,
    key,
    timeoutMs: 30_000,
    ...options,
  });
  clients.push(confirmations);
  return confirmations;
}

test('sends the end of the checkout with the key, and the same text each time', async () => {
  const seen: unknown[][] = [];
  server.behave = ({ method, url, headers }, response, body) => {
    seen.push([method, url, headers.authorization, headers['idempotency-key'], body]);
    response.end('{}');
  };
  const sender = client();
  assert.equal(await sender.confirm(confirmation), 'confirmed');
  assert.equal(await sender.confirm(confirmation), 'confirmed');
  const [first = [], second] = seen;
  assert.deepEqual(second, first);
  assert.deepEqual(first.slice(0, 4), ['POST', '/confirm', 'Bearer the-key', 'correlation-1']);
  const amount = '{"transactionAmount":123.40,"transactionCurrencyCode":"PLN"}';
  assert.equal(
    first[4],
    `{"srcCorrelationId":"correlation-1","srcDpaId":"dpa-1","merchantOrderId":"payment-1",` +
      `"confirmationData":{"checkoutEventType":"01","checkoutEventStatus":"02",` +
      `"confirmationStatus":"01","transactionAmount":${amount}}}`,
  );
});

test('says that a payment has failed', async () => {
  let sent: { confirmationData?: Record<string, unknown> } = {};
  server.behave = (_request, response, body) => {
    sent = JSON.parse(body) as typeof sent;
    response.end('{}');
  };
  await client().confirm({ ...confirmation, isSuccess: false, amountMinor: 5n, currency: 'JPY' });
  assert.deepEqual(sent.confirmationData, {
    checkoutEventType: '01',
    checkoutEventStatus: '03',
    confirmationStatus: '02',
    transactionAmount: { transactionAmount: 5, transactionCurrencyCode: 'JPY' },
  });
});

const meanings = {
  confirmed: [200, 201, 204, 299],
  refused: [400, 401, 403, 404, 407, 409, 410, 422, 428, 430, 499],
  unknown: [301, 307, 304, 408, 429, 500, 502, 503, 599],
};
for (const [meaning, statuses] of Object.entries(meanings)) {
  test(`${statuses.join(', ')} mean ${meaning}`, async () => {
    const sender = client();
    for (const status of statuses) {
      server.behave = (_request, response) => response.writeHead(status).end();
      assert.equal(await sender.confirm(confirmation), meaning, String(status));
    }
  });
}

const broken: [what: string, behave: Behaviour][] = [
  ['no answer', () => undefined],
  ['half an answer', (_request, response) => void response.writeHead(200).write('{')],
  ['a broken connection', (_request, response) => response.socket?.destroy()],
  ['an answer beyond 64 KiB', (_request, response) => response.end('x'.repeat(64 * 1024 + 1))],
];
for (const [what, behave] of broken) {
  test(`${what} is unknown`, async () => {
    server.behave = behave;
    assert.equal(await client({ timeoutMs: 200 }).confirm(confirmation), 'unknown');
  });
}

test('an address without a server is unknown, and so is a closed client', async () => {
  assert.equal(await client({ url: await deadAddress() }).confirm(confirmation), 'unknown');
  const closed = client();
  await closed.close();
  assert.equal(await closed.confirm(confirmation), 'unknown');
});
