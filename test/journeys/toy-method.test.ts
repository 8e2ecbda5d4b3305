// A payment method is its own folders and one line in each list: a toy method with a new name, its
// own instrument type, field, reject code, settings, provider, simulated provider and page is added
// to a copy of the repository, and payments work with it from the API to the page.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { programEnvironment } from '../setup/program-environment.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { addedLines, makeToyTree, newFiles, type ToyTree } from '../support/toy-method/toy-tree.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { until } from '../support/waiting/until.ts';

const ADMIN_KEY = 'operator-key-of-the-toy-method-test';

let tree: ToyTree;
let child: ChildProcess;
let client: Client;
let token: string;
let url = '';
let orders = 0;

before(async () => {
  tree = makeToyTree();
  let printed = '';
  child = spawn(process.execPath, [tree.program, 'start'], {
    env: environment({
      PORT: '0',
      BRAMKA_DATA_DIR: join(tree.folder, 'data'),
      BRAMKA_ADMIN_KEY: ADMIN_KEY,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  runAtExit(() => void child.kill('SIGKILL'));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (printed += String(chunk)));
  }
  const address = () => /API +(http:\S+)\/v1\/ecommerce/.exec(printed)?.[1];
  await until(() => address() !== undefined || child.exitCode !== null, 'the gateway', 120_000);
  url = address() ?? assert.fail(printed);
  client = createClient(url, ADMIN_KEY);
  token = await client.authenticate();
});
after(async () => {
  child?.kill('SIGTERM');
  if (child?.exitCode === null) await once(child, 'exit');
  tree?.remove();
});

function environment(added: Record<string, string>): Record<string, string> {
  return { ...programEnvironment(), ...added };
}

async function bramka(...args: string[]): Promise<{ printed: string; code: number | null }> {
  const env = environment({ BRAMKA_URL: url });
  const run = spawn(process.execPath, [tree.program, ...args], { env, stdio: 'pipe' });
  const [out, error, [code]] = await Promise.all([
    text(run.stdout),
    text(run.stderr),
    once(run, 'close') as Promise<[number | null]>,
  ]);
  return { printed: out + error, code };
}

async function pay(voucherNo: string, other: Json = {}, more: Json = {}): Promise<Json> {
  orders += 1;
  const order = { amount: 12.5, currency: 'PLN', extOrderId: `order-${String(orders)}`, ...other };
  const body = { order, instrument: { type: 'VOUCHER', voucherNo }, ...more };
  const reply = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  assert.equal(reply.status, 200, reply.text);
  const { paymentId, status } = reply.body;
  if (status !== 'PENDING') return reply.body;
  await until(async () => {
    const read = await client.statusOf(token, String(paymentId));
    return read['status'] !== 'PENDING';
  }, 'the end of the payment');
  return client.statusOf(token, String(paymentId));
}

test('it takes at most ten files by hand, all but one line in each package in its folders', () => {
  const files = newFiles();
  assert.ok(files.length + addedLines.length <= 10, String(files));
  for (const file of files) assert.match(file, /\/voucher\//);
  assert.deepEqual(
    addedLines.map(({ file }) => file.split('/')[0]),
    ['gateway', 'paywall', 'sandbox'],
  );
});

test('a voucher pays, is declined with its own code, and is refunded', async () => {
  const paid = await pay('V-100');
  assert.equal(paid['status'], 'COMPLETED');
  const again = await pay('V-100');
  assert.deepEqual([again['status'], again['rejectCode']], ['REJECTED', 'VOUCHER_USED']);
  assert.equal(again['rejectInfo'], 'The voucher was redeemed before.');
  const early = await pay('V-0');
  assert.deepEqual([early['status'], early['rejectCode']], ['REJECTED', 'VOUCHER_USED']);
  const path = `/v1/ecommerce/payment/${String(paid['paymentId'])}`;
  const refund = await client.call('POST', `${path}/refund`, { token, body: {} });
  assert.equal(refund.status, 200, refund.text);
  await until(async () => {
    const { body } = await client.call<Json>('GET', path, { token });
    return body['refundedAmount'] === 12.5;
  }, 'the refund');
  const { body } = await client.call<Json>('GET', path, { token });
  assert.deepEqual([body['method'], (body['instrument'] as Json)['type']], ['VOUCHER', 'VOUCHER']);
});

test('it is refused by its own limits and fields', async () => {
  for (const [order, code] of [
    [{ currency: 'EUR' }, 'CURRENCY_NOT_SUPPORTED'],
    [{ amount: 1000.01 }, 'AMOUNT_OUT_OF_RANGE'],
  ] as const) {
    const { status, rejectCode } = await pay('V-1', order);
    assert.deepEqual([status, rejectCode], ['REJECTED', code]);
  }
  const send = async (instrument: Json) => {
    const body = { order: { amount: 1, currency: 'PLN' }, instrument };
    return client.call('POST', '/v1/ecommerce/payment', { token, body });
  };
  const wrong = await send({ type: 'VOUCHER', voucherNo: 'x' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.text, /instrument\.voucherNo/);
  const foreign = await send({ type: 'VOUCHER', voucherNo: 'V-1', cvv: '123' });
  assert.match(foreign.text, /instrument\.cvv.*does not belong to an instrument of type VOUCHER/s);
  const other = await send({ type: 'BLIK_CODE', code: '777123', voucherNo: 'V-1' });
  assert.match(other.text, /instrument\.voucherNo.*does not belong/s);
});

test('lists, documents and the command line know it', async () => {
  const { body } = await client.call<{ methods: Json[] }>('GET', '/v1/ecommerce/payment/methods', {
    token,
  });
  const entry = body.methods.find(({ method }) => method === 'VOUCHER');
  assert.deepEqual(entry, { method: 'VOUCHER', status: 'ENABLED' });
  const openapi = (await client.call('GET', '/openapi.json')).text;
  for (const name of ['voucherNo', '"VOUCHER"', '/sandbox/voucher/redeemed']) {
    assert.ok(openapi.includes(name), name);
  }
  const rejects = (await client.call('GET', '/docs/reference/reject-codes')).text;
  assert.ok(rejects.includes('VOUCHER_USED'));
  assert.match((await client.call('GET', '/')).text, /<option value="VOUCHER"[^>]*>Voucher</);
  const help = (await bramka('pay', '--help')).printed;
  assert.match(help, /--voucher <number> +pay with this voucher/);
  assert.match(help, /--voucher V-100 +with a voucher/);
  assert.match((await bramka('triggers')).printed, /V-13 +The voucher was redeemed before/);
  assert.match((await bramka('start', '--help')).printed, /BRAMKA_VOUCHER_URL +URL of the voucher/);
  const paid = await bramka('pay', '12.50', '--voucher', 'V-200');
  assert.equal(paid.code, 0, paid.printed);
});

test('its settings are checked like those of every provider', async () => {
  const run = spawn(process.execPath, [tree.program, 'start'], {
    env: environment({ PORT: '0', BRAMKA_VOUCHER_URL: 'https://vouchers.example' }),
    stdio: 'pipe',
  });
  const [error, [code]] = await Promise.all([
    text(run.stderr),
    once(run, 'close') as Promise<[number | null]>,
  ]);
  assert.notEqual(code, 0);
  assert.match(error, /BRAMKA_VOUCHER_URL needs BRAMKA_VOUCHER_KEY/);
});

test('fee rules, search and the settings of merchants know it', async () => {
  const operate = (method: string, path: string, body?: Json) =>
    client.call(method, `/v1/admin/${path}`, { token: ADMIN_KEY, body });
  const rule = { method: 'VOUCHER', currency: 'PLN', percent: '1' };
  const made = await operate('POST', 'fees', rule);
  assert.equal(made.status, 200, made.text);
  const refused = await operate('POST', 'fees', { ...rule, organization: 'VISA' });
  assert.match(refused.text, /must be absent for method VOUCHER, which has no cards/);
  const body = { settings: { providers: { VOUCHER: ['vouchers'] } } };
  const set = await operate('PATCH', 'merchants/10000001', body);
  assert.equal(set.status, 200, set.text);
  const wrong = { settings: { providers: { VOUCHER: ['acquirer'] } } };
  const unset = await operate('PATCH', 'merchants/10000001', wrong);
  assert.match(unset.text, /settings\.providers\.VOUCHER.*must be of vouchers/s);
});

test('the payment page has its form, in the language of the customer', async () => {
  const order = { amount: 12.5, currency: 'PLN' };
  const body = { channel: 'PAYWALL', order, options: { language: 'pl' } };
  const made = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  const link = String(made.body['redirectURL']);
  const page = await (await fetch(link)).text();
  assert.match(page, />Bon</);
  assert.match(page, /name="voucher-no"/);
  assert.match(page, /Numer bonu/);
});
