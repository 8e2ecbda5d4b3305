// A card provider that asks the customer: the step is shown whatever the method, the customer comes
// back as after a transfer, and the provider's message decides, whichever arrives first.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type Launched } from '@bramka/gateway/launch.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { blikClient } from '../support/life/blik.ts';
import { base, bodyOf, card, merchantClientOf } from '../support/life/payments.ts';
import { openAskingProvider, sign } from '../support/providers/doubles/asking-provider.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { comeBack } from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

const asking = openAskingProvider();
const redirect = { kind: 'redirect', url: 'https://cards.example/pay' } as const;
const shown = { customerStep: 'redirect', redirectURL: redirect.url };
const path = '/v1/ecommerce/notifications/asking';
let gateway: Launched;
let client: Client;
let token: string;
let directory: string;

async function start(): Promise<void> {
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const { options } = sandboxLaunch();
  gateway = await launch({
    config: readConfig(env),
    ...options,
    async connectProviders(context) {
      const connected = await options.connectProviders(context);
      return { ...connected, providers: [asking.provider, ...connected.providers] };
    },
  });
  client = createClient(gateway.url, open(gateway.adminKey));
  token = await client.authenticate();
}

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-customer-steps-'));
  await start();
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function pay(ask: typeof asking.ask, extra: Json = {}): Promise<Json> {
  asking.ask = ask;
  const order = { amount: 10, currency: 'PLN' };
  const body = { channel: 'WEBAPI', order, instrument: card, ...extra };
  return bodyOf(await client.call('POST', base, { token, body }));
}

const idOf = (payment: Json): string => String(payment['paymentId']);
const read = async (payment: Json): Promise<Json> =>
  merchantClientOf(client, token).read(idOf(payment));
const attemptOf = (): string =>
  asking.calls.findLast((one) => one.startsWith('authorize '))?.split(' ')[1] ?? '';

async function tell(fields: Json, to = path): Promise<number> {
  const body = JSON.stringify(fields);
  const headers = { 'content-type': 'application/json', 'x-proof': sign(body) };
  return (await client.call('POST', to, { body, headers })).status;
}
const success = (attemptId: string): Json => ({ attemptId, paid: '1000' });
const back = (attemptId: string) =>
  comeBack(`${gateway.url}${path}?attempt=${attemptId}&proof=${sign(attemptId)}`);

function stepOf(payment: Json): Json {
  const { customerStep, redirectURL, qrCode } = payment;
  return JSON.parse(JSON.stringify({ customerStep, redirectURL, qrCode })) as Json;
}

async function advance(seconds: number): Promise<void> {
  bodyOf(await client.call('POST', '/sandbox/clock', { body: { advance: seconds } }));
  token = await client.authenticate();
}

test('a card payment is redirected, the customer comes back, and the message decides', async () => {
  const payment = await pay(redirect);
  assert.deepEqual([payment['status'], payment['method']], ['PENDING', 'CARD']);
  assert.deepEqual(stepOf(payment), shown);
  assert.deepEqual(stepOf(await read(payment)), shown);
  assert.deepEqual(stepOf(await client.statusOf(token, idOf(payment))), shown);
  const attemptId = attemptOf();
  const [code, location] = await back(attemptId);
  assert.equal(code, 303);
  assert.ok(location?.includes(idOf(payment)));
  assert.equal((await read(payment))['status'], 'PENDING', 'the way back proves nothing');
  assert.equal(await tell(success(attemptId)), 200);
  const paid = await client.waitForStatus(token, idOf(payment), 'COMPLETED');
  assert.deepEqual(stepOf(paid), {});
  assert.equal(await tell(success(attemptId)), 200, 'repeated');
  assert.equal((await read(payment))['capturedAmount'], 10);
});

test('the message may come before the customer and before the answer of the provider', async () => {
  const payment = await pay(redirect);
  assert.equal(await tell(success(attemptOf())), 200);
  await client.waitForStatus(token, idOf(payment), 'COMPLETED');
  assert.equal((await back(attemptOf()))[0], 303);
  asking.onAuthorize = async (attemptId) => void (await tell(success(attemptId)));
  const early = await pay(redirect);
  asking.onAuthorize = async () => {};
  const done = await client.waitForStatus(token, idOf(early), 'COMPLETED');
  assert.deepEqual([stepOf(early), stepOf(done)], [{}, {}]);
  assert.equal((await back(attemptOf()))[0], 303);
});

test('a customer who refuses or does not come in time ends the payment', async () => {
  const refused = await pay(redirect);
  assert.equal(await tell({ attemptId: attemptOf() }), 200);
  const { rejectCode } = await client.waitForStatus(token, idOf(refused), 'REJECTED');
  assert.equal(rejectCode, 'CANCELLED_BY_CUSTOMER');
  const late = await pay(redirect);
  const attemptId = attemptOf();
  await advance(1801);
  const ended = await client.waitForStatus(token, idOf(late), 'CANCELLED');
  assert.deepEqual([ended['rejectCode'], stepOf(ended)], ['EXPIRED', {}]);
  await until(() => asking.calls.includes(`stop ${attemptId}`), 'the stop');
  assert.equal(await tell(success(attemptId)), 200);
  await until(() => asking.calls.includes(`reverse ${attemptId}`), 'the return of the money');
  assert.equal((await read(late))['status'], 'CANCELLED');
});

test('a preauthorization is held after the redirect', async () => {
  const payment = await pay(redirect, { options: { transKind: 'PREAUTH' } });
  assert.equal(await tell(success(attemptOf())), 200);
  const held = await client.waitForStatus(token, idOf(payment), 'COMPLETED');
  assert.equal(held['dataRequest'], 'CAPTURE');
  const { authorizedAmount, capturedAmount } = await read(payment);
  assert.deepEqual([authorizedAmount, capturedAmount], [10, 0]);
});

test('after strong authentication the card is redirected as well', async () => {
  const instrument = { ...card, instrumentNo: cards.frictionless };
  const payment = await pay(redirect, { instrument, device: browserDevice() });
  const isShown = async () => stepOf(await read(payment))['redirectURL'] === redirect.url;
  await until(isShown, 'the redirect');
  assert.equal(await tell(success(attemptOf())), 200);
  await client.waitForStatus(token, idOf(payment), 'COMPLETED');
});

test('on the payment page the provider is where the customer continues', async () => {
  const created = await pay(redirect, { channel: 'PAYWALL', instrument: null });
  const page = created['redirectURL'];
  const sent = await merchantClientOf(client, token).call(
    'PUT',
    idOf(created),
    '/instrument',
    card,
  );
  assert.deepEqual(stepOf(bodyOf(sent)), shown);
  assert.deepEqual(await back(attemptOf()), [303, page]);
  assert.equal(await tell(success(attemptOf())), 200);
  await client.waitForStatus(token, idOf(created), 'COMPLETED');
});

test('a code to scan survives a restart', async () => {
  const qrCode = 'https://cards.example/q?x=żółw "1"';
  const payment = await pay({ kind: 'scan', qrCode });
  assert.deepEqual(stepOf(payment), { customerStep: 'scan', qrCode });
  await gateway.close();
  await start();
  assert.deepEqual(stepOf(await read(payment)), { customerStep: 'scan', qrCode });
  assert.equal(await tell(success(attemptOf())), 200);
  await client.waitForStatus(token, idOf(payment), 'COMPLETED');
});

test('confirming and waiting are shown as well', async () => {
  assert.deepEqual(stepOf(await pay({ kind: 'confirm' })), { customerStep: 'confirm' });
  assert.deepEqual(stepOf(await pay(null)), { customerStep: 'wait' });
});

test('a success about another amount or currency leaves the payment open', async () => {
  const payment = await pay(redirect);
  const attemptId = attemptOf();
  assert.equal(await tell({ attemptId, paid: '999' }), 200);
  assert.equal(await tell({ attemptId, paid: '1000', currency: 'EUR' }), 200);
  assert.equal(await tell({ attemptId, paid: '1000', currency: '\u{1F600}' }), 200);
  assert.deepEqual(stepOf(await read(payment)), shown);
  assert.equal((await read(payment))['status'], 'PENDING');
});

test('only the named provider reads a message, and only about its own attempts', async () => {
  const payment = await pay(redirect);
  const message = success(attemptOf());
  for (const other of ['blik', 'BM'])
    assert.equal(await tell(message, `/v1/ecommerce/notifications/${other}`), 401);
  for (const other of ['blikweb', 'bmweb'])
    assert.equal(await tell(message, `/v1/ecommerce/notifications/${other}/status`), 401);
  for (const none of ['plain', 'PA', 'Asking', 'nobody', 'blikweb', '%00', 'x'.repeat(65)]) {
    const status = await tell(message, `/v1/ecommerce/notifications/${none}`);
    assert.ok(status === 404 || status === 400, `${none}: ${status}`);
  }
  const blik = blikClient(client, token);
  const other = await blik.pay('900005', { order: { amount: 10 } });
  assert.deepEqual([other['status'], stepOf(other)], ['PENDING', { customerStep: 'confirm' }]);
  const [row] = await blik.records(other);
  assert.equal(await tell(success(String(row?.['attemptId']))), 200, 'of another provider');
  assert.equal((await read(other))['status'], 'PENDING');
  assert.equal((await read(payment))['status'], 'PENDING');
  const wrongWay: [query: string, status: number][] = [
    [`asking?attempt=${attemptOf()}&proof=0`, 401],
    [`asking?attempt=x&proof=${sign('x')}`, 401],
    [`asking?attempt=1&attempt=2&proof=${sign('')}`, 401],
    [`blik?attempt=${attemptOf()}&proof=${sign(attemptOf())}`, 404],
    [`PA?attempt=${attemptOf()}&proof=${sign(attemptOf())}`, 401],
  ];
  for (const [query, status] of wrongWay) {
    const reply = await client.call('GET', `/v1/ecommerce/notifications/${query}`);
    assert.equal(reply.status, status, query);
  }
});
