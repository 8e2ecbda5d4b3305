// Tests of the receiver of notifications: only messages signed with the secret of a demo merchant
// are kept, once, and no more than the latest.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createReceiver } from './receiver.ts';

const shop = { merchantId: '10000001', name: 'Shop', apiSecret: 'a', notificationSecret: 'n' };
const paymentId = 'p-1';

function signed(fields: object, id = 'e-1', secret = 'n') {
  const body = JSON.stringify({ merchantId: shop.merchantId, paymentId, ...fields });
  const hash = createHmac('sha256', secret).update(`${id}.17.${body}`).digest('base64');
  return { body, headers: { id, timestamp: '17', signature: `v1,${hash}` } };
}

const headerOf =
  (headers: Record<string, string>) =>
  (name: string): string | undefined =>
    headers[name.replace('webhook-', '')];

test('keeps a signed message with its exact text, also when it comes twice', () => {
  const receiver = createReceiver([shop], systemClock);
  const { body, headers } = signed({ status: 'COMPLETED' });
  for (const _ of [1, 2]) receiver.receive(body, headerOf(headers));
  const [message, ...others] = receiver.received(paymentId);
  assert.deepEqual([message?.body, message?.merchantId, others], [body, '10000001', []]);
  assert.equal(message?.headers['webhook-signature'], headers.signature);
  assert.deepEqual(receiver.received('p-2'), []);
});

test('one of two signatures is enough', () => {
  const receiver = createReceiver([shop], systemClock);
  const { body, headers } = signed({});
  const signature = `v1,AAAA ${headers.signature}`;
  receiver.receive(body, headerOf({ ...headers, signature }));
  assert.equal(receiver.received(paymentId).length, 1);
});

const good = signed({});
const foreign = signed({ merchantId: '10000003' });
const rows: [what: string, body: string, headers: Record<string, string>][] = [
  ['another secret', good.body, signed({}, 'e-1', 'other').headers],
  ['another body', good.body.replace('p-1', 'p-2'), good.headers],
  ['another id', good.body, { ...good.headers, id: 'e-2' }],
  ['another time', good.body, { ...good.headers, timestamp: '18' }],
  ['no signature', good.body, { id: 'e-1', timestamp: '17' }],
  ['an empty signature', good.body, { ...good.headers, signature: 'v1,' }],
  ['another version', good.body, { ...good.headers, signature: good.headers.signature.slice(1) }],
  ['another merchant', foreign.body, foreign.headers],
  ['no object', '[]', good.headers],
];
for (const [what, body, headers] of rows) {
  test(`refuses a message with ${what}`, () => {
    const receiver = createReceiver([shop], systemClock);
    assert.throws(() => receiver.receive(body, headerOf(headers)), {
      code: 'NOTIFICATION_NOT_AUTHENTIC',
    });
    assert.deepEqual(receiver.received(paymentId), []);
  });
}

test('refuses a message above 16 KiB, and forgets the oldest of more than 500', () => {
  const receiver = createReceiver([shop], systemClock);
  const large = signed({ text: 'x'.repeat(17_000) });
  assert.throws(() => receiver.receive(large.body, headerOf(large.headers)), {
    code: 'BODY_TOO_LARGE',
  });
  for (let count = 1; count <= 501; count += 1) {
    const { body, headers } = signed({ count }, `e-${count}`);
    receiver.receive(body, headerOf(headers));
  }
  const kept = receiver.received(paymentId);
  assert.equal(kept.length, 500);
  assert.match(kept[0]?.body ?? '', /"count":501/);
  assert.match(kept.at(-1)?.body ?? '', /"count":2}/);
});
