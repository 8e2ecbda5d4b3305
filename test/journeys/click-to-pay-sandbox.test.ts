// The simulated Click to Pay system over HTTP: the steps of a customer, refused fields by name, and
// what pages of other sites can reach.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';

const base = '/sandbox/c2p';
const order = { dpaId: 'sandbox-10000001', amount: 12.5, currency: 'PLN' };

let gateway: BorrowedGateway;
before(async () => {
  gateway = await sharedGateway(anyDatabase);
});
after(() => gateway?.release());

const post = (path: string, body: Json, headers: Record<string, string> = {}) =>
  gateway.call('POST', `${base}${path}`, { body, headers });

test('a customer is recognised, chooses a card and gets a response, step by step', async () => {
  const started = await post('/sessions', { ...order, email: 'challenge@example.com' });
  const { sessionId, code } = started.body as Record<string, string>;
  const early = await gateway.call('GET', `${base}/sessions/${sessionId}/cards`);
  assert.equal(early.body['code'], 'CHECKOUT_STEP_NOT_POSSIBLE', 'no cards before the code');
  const entered = await post(`/sessions/${sessionId}/code`, { code });
  assert.equal(entered.body['state'], 'RECOGNISED');
  const cards = await gateway.call<Json[]>('GET', `${base}/sessions/${sessionId}/cards`);
  assert.deepEqual(
    cards.body.map((one) => [one['cardId'], one['organization'], one['cardMask']]),
    [
      ['1', 'VISA', '491711******0007'],
      ['2', 'MASTERCARD', '521011******0008'],
    ],
  );
  const art = await fetch(String(cards.body[1]?.['art']));
  assert.equal(art.headers.get('content-type'), 'image/svg+xml');
  assert.match(await art.text(), /^<svg .*mastercard/s);
  const issued = await post(`/sessions/${sessionId}/checkout`, { cardId: '2', form: 'TOKEN' });
  assert.deepEqual([issued.body['form'], issued.body['cardLastFour']], ['TOKEN', '0008']);
  const read = await gateway.call('GET', `${base}/sessions/${sessionId}`);
  assert.deepEqual([read.body['state'], read.body['code']], ['COMPLETED', undefined]);
});

test('the published key is that of the responses, without its private part', async () => {
  const { body } = await gateway.call<{ keys: Json[] }>('GET', `${base}/keys`);
  const issued = await post('/checkouts', order);
  const [header = ''] = String(issued.body['checkoutResponse']).split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Json;
  assert.equal(body.keys[0]?.['kid'], kid);
  assert.match(String(kid), /^sandbox-/);
  assert.equal('d' in (body.keys[0] ?? {}), false);
});

const wrong: [field: string, change: Json][] = [
  ['dpaId', { dpaId: '10000001' }],
  ['dpaId', { dpaId: 'sandbox-' }],
  ['currency', { currency: 'pln' }],
  ['amount', { amount: 0 }],
  ['amount', { amount: 1.234 }],
  ['amount', { currency: 'XXX' }],
  ['email', { email: 'anna' }],
  ['origin', { origin: 'https://shop.example/path' }],
  ['origin', { origin: 'javascript:alert(1)' }],
  ['card', { card: '4111111111111112' }],
  ['card', { card: '378282246310005' }],
  ['cardId', { cardId: '3' }],
  ['form', { form: 'PAN' }],
  ['expDate', { expDate: '203013' }],
  ['at', { at: 'yesterday' }],
];
for (const [field, change] of wrong) {
  test(`${JSON.stringify(change)} is refused by the name of its field`, async () => {
    const reply = await post('/checkouts', { ...order, ...change });
    const [detail] = (reply.body['details'] ?? []) as Json[];
    assert.deepEqual([reply.status, detail?.['field']], [400, field]);
  });
}

const badKeys: Json[] = [
  { kid: '', publicKey: 'A'.repeat(80) },
  { kid: 'a' },
  { kid: 'a', publicKey: 'A'.repeat(80) },
  { kid: 'a', publicKey: '-----BEGIN PUBLIC KEY-----' },
];
test('a key that nobody can encrypt to is not registered', async () => {
  for (const body of badKeys) assert.equal((await post('/recipients', body)).status, 400);
  assert.equal((await post('/checkouts', order)).status, 200, 'the key of the gateway is used');
});

test('a page of another site cannot use the API, but load the script and the pages', async () => {
  const origin = { origin: 'https://shop.example' };
  for (const path of ['/checkouts', '/sessions', '/confirmations', '/recipients']) {
    assert.equal((await post(path, order, origin)).body['code'], 'FOREIGN_ORIGIN', path);
  }
  const script = await fetch(`${gateway.url}${base}/sdk.js?dpaId=x`, { headers: origin });
  assert.equal(script.status, 200);
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/);
  const query = new URLSearchParams({ ...order, amount: '12.50', ...origin });
  const page = await fetch(`${gateway.url}${base}/pay?${query}`, { headers: origin });
  assert.equal(page.status, 200);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /frame-ancestors https:\/\/shop\.example$/);
});

test('pages refuse what is not an order, without repeating it', async () => {
  for (const query of [
    '',
    'dpaId=<b>&amount=1&currency=PLN',
    'dpaId=sandbox-1&amount=x&currency=PLN',
  ]) {
    const page = await fetch(`${gateway.url}${base}/pay?${query}`);
    assert.equal(page.status, 400);
    assert.equal((await page.text()).includes('<b>'), false);
  }
  const missing = await fetch(`${gateway.url}${base}/pay/unknown`);
  assert.deepEqual(
    [missing.status, missing.headers.get('content-type')],
    [404, 'text/html; charset=utf-8'],
  );
});
