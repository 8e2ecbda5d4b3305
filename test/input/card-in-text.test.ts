// Card numbers in fields that people write: refused with the name of the field, and nothing of them
// is stored, returned or logged. Identifiers are accepted, and are in no log line and no metric.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { base, bodyOf, card, paymentIdOf } from '../support/life/payments.ts';
import { anyDatabase } from '../support/installation.ts';

const NUMBER = '5200828282828210';
const GROUPS = '5200 8282-8282 8210';
const RULE = 'must not contain a card number';

let gateway: Gateway;
let token: string;
before(async () => {
  gateway = await startGateway({ database: anyDatabase });
  const { merchantId, secret } = await gateway.addMerchant();
  token = await gateway.authenticate(merchantId, secret);
});
after(() => gateway?.stop());

const send = (method: string, path: string, body: Json, key = token): Promise<Reply> =>
  gateway.call(method, path, { token: key, body });

function assertRefused(reply: Reply, field: string): void {
  assert.equal(reply.status, 400, reply.text);
  assert.deepEqual(reply.body['details'], [{ field, message: RULE }]);
  assert.equal(reply.body['message'], `${field} ${RULE}.`);
  assert.doesNotMatch(reply.text, /5200|8210/);
}

/** A request with this text in one field, named by its path. */
function requestWith(field: string, value: unknown): Json {
  const body = structuredClone(cardRequest()) as Record<string, Json>;
  const steps = field.split('.');
  let at: Json = body;
  for (const step of steps.slice(0, -1)) at = (at[step] ??= {}) as Json;
  at[steps.at(-1) ?? ''] = value;
  return body;
}

const texts = [
  'order.description',
  'order.shipping.street',
  'order.shipping.city',
  'order.shipping.postal',
  'order.shipping.state',
  'customer.name',
  'customer.firstName',
  'customer.lastName',
  'customer.extAccountNo',
  'customer.billing.street',
  'merchant.name',
  'merchant.merchantName',
  'merchant.location.city',
  'device.name',
  'instrument.holder',
];

for (const field of texts) {
  test(`${field} with a card number is refused`, async () => {
    const room = field.endsWith('postal') ? '' : 'my card is ';
    assertRefused(await send('POST', base, requestWith(field, `${room}${GROUPS}`)), field);
    const right = requestWith(field, `no. ${NUMBER.slice(0, -1)}1`);
    assert.equal((await send('POST', base, right)).status, 200);
  });
}

test('consents with a card number at any depth are refused', async () => {
  for (const consents of [
    [{ text: `card ${NUMBER}` }],
    [{}, { a: [{ b: GROUPS }] }],
    [{ [NUMBER]: true }],
    [{ number: Number(NUMBER) }],
  ]) {
    assertRefused(await send('POST', base, requestWith('consents', consents)), 'consents');
  }
});

test('descriptions of later operations with a card number are refused', async () => {
  const preauth = { ...cardRequest(), options: { transKind: 'PREAUTH' } };
  const paymentId = paymentIdOf(await send('POST', base, preauth));
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  const path = `${base}/${paymentId}`;
  const description = GROUPS;
  assertRefused(await send('POST', `${path}/capture`, { description }), 'description');
  assertRefused(
    await send('POST', `${path}/adjustment`, { amount: 1, description }),
    'description',
  );
  assertRefused(await send('POST', `${path}/refund`, { amount: 1, description }), 'description');
  const cancel = `${path}/transactions/${randomUUID()}/cancel`;
  assertRefused(await send('POST', cancel, { reason: GROUPS }), 'reason');
});

test('the holder and the customer of a waiting payment cannot be a card number', async () => {
  const { instrument: _none, ...waiting } = cardRequest();
  const path = `${base}/${paymentIdOf(await send('POST', base, waiting))}`;
  const holder = { ...card, holder: NUMBER };
  assertRefused(await send('PUT', `${path}/instrument`, holder), 'instrument.holder');
  const wrapped = await send('PUT', `${path}/instrument`, { instrument: holder });
  assertRefused(wrapped, 'instrument.holder');
  const named = await send('PATCH', path, { customer: { name: NUMBER } });
  assertRefused(named, 'customer.name');
});

test('the operator cannot store one either', async () => {
  for (const field of ['name', 'legalName'] as const) {
    const body = { merchantId: '55550009', settings: { [field]: GROUPS } };
    const reply = await send('POST', '/v1/admin/merchants', body, gateway.installation.adminKey);
    assertRefused(reply, `settings.${field}`);
  }
});

test('identifiers are accepted, and are in no log line and no metric', async () => {
  const key = { 'idempotency-key': NUMBER };
  const request = cardRequest({ orderId: NUMBER });
  const body = { ...request, customer: { extCustomerId: NUMBER } };
  const made = await gateway.call('POST', base, { token, body, headers: key });
  const paymentId = paymentIdOf(made);
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');
  const refund = { amount: 1, extRefundId: NUMBER, description: 'x' };
  bodyOf(await send('POST', `${base}/${paymentId}/refund`, refund));
  const metrics = await gateway.call('GET', '/metrics');
  assert.doesNotMatch(metrics.text, /5200 ?8282/);
  assert.doesNotMatch(gateway.logs(), /5200[ -]?8282/);
  const found = await send('POST', `${base}/search`, { extOrderId: NUMBER });
  assert.ok(found.text.includes(paymentId), found.text);
});
