// Stolen cards cannot be tested in numbers: declines are counted for the address, the order, the
// card range and the merchant, on all nodes and across restarts, and customers learn no reasons.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { cardOf } from '../support/customers/page.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { base, bodyOf, refusalOf } from '../support/life/payments.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';
import { browserDevice } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const DECLINED = '4000000000000002';
const GOOD = '4111111111111111';
const TOO_MANY = [429, 'TOO_MANY_DECLINES'];
const SLOW = [429, 'TOO_MANY_REQUESTS'];
const env = {
  BRAMKA_TRUST_PROXY: 'true',
  BRAMKA_DECLINES_PER_ADDRESS: '4',
  BRAMKA_DECLINES_PER_ORDER: '3',
  BRAMKA_DECLINES_PER_RANGE: '6',
  BRAMKA_DECLINES_PER_MERCHANT: '8',
};

/** The last address is different for each test, so that they do not disturb each other. */
let last = 0;
const newAddress = (): string => `203.0.113.${String((last += 1))}`;

describe('testing cards', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let nodes: Gateway[] = [];
  before(async () => {
    installation = await createInstallation('postgres');
    nodes = [await startGateway({ installation, env }), await startGateway({ installation, env })];
  });
  after(async () => {
    for (const node of nodes) await node.stop();
    await installation.remove();
  });
  const node = (number: number): Gateway => nodes[number % nodes.length] ?? assert.fail();
  const shop = async (): Promise<string> => {
    const { merchantId, secret } = await node(0).addMerchant();
    return node(0).authenticate(merchantId, secret);
  };
  const create = (token: string, extra: Json = {}, orderId: string = randomUUID()) =>
    node(0).call('POST', base, {
      token,
      body: { order: { amount: 10, currency: 'PLN', extOrderId: orderId }, ...extra },
    });
  const open = async (token: string, orderId?: string): Promise<Json> =>
    bodyOf(await create(token, { channel: 'PAYWALL' }, orderId));
  /** Sends an instrument as the customer at this address. */
  const put = (page: Json, address: string, instrument: Json, index = 0): Promise<Reply> =>
    node(index).call('PUT', `${base}/${String(page['paymentId'])}/instrument`, {
      token: String(page['clientToken']),
      headers: { 'x-forwarded-for': address },
      body: { instrument, device: browserDevice() },
    });
  const used = async (kind: string, subject: string): Promise<number> => {
    const [row] = await rowsOf<{ used: number }>(
      installation,
      'select used from budgets where kind = $1 and subject = $2',
      [kind, subject],
    );
    return row?.used ?? 0;
  };
  /** A declined card on a page of its own; answers when it was counted. */
  const decline = async (token: string, address: string, number = DECLINED, index = 0) => {
    const before = await used('ADDRESS_DECLINES', address);
    const page = await open(token);
    const reply = await put(page, address, cardOf(number), index);
    if (reply.status !== 200) return reply;
    const isCounted = async () => (await used('ADDRESS_DECLINES', address)) > before;
    await until(isCounted, 'the count of a decline');
    return reply;
  };
  const alarms = (budget: string, subject: string): number =>
    nodes
      .flatMap((one) => one.logs().split('\n'))
      .filter((line) => line.includes(`"${budget}"`) && line.includes(`"${subject}"`)).length;

  test('an address with many declines cannot pay by card; other methods work', async () => {
    const [one, two] = [await shop(), await shop()];
    const address = newAddress();
    for (let count = 0; count < 4; count += 1) {
      const reply = await decline(count % 2 === 0 ? one : two, address, DECLINED, count);
      assert.equal(reply.status, 200, reply.text);
    }
    await until(() => alarms('ADDRESS_DECLINES', address) > 0, 'the alarm');
    for (const [index, token] of [one, two].entries()) {
      const stopped = async () =>
        (await put(await open(token), address, cardOf(GOOD), index)).status === 429;
      await until(stopped, 'all nodes know it within a second');
      const page = await open(token);
      const refused = await put(page, address, cardOf(GOOD), index);
      assert.deepEqual(refusalOf(refused), TOO_MANY);
      assert.ok(Number(refused.headers.get('retry-after')) > 3000);
      const blik = await put(page, address, { type: 'BLIK_CODE', code: '777001' }, index);
      assert.equal(blik.status, 200, 'another method');
      const neighbour = await put(await open(token), newAddress(), cardOf(GOOD), index);
      assert.equal(neighbour.status, 200, 'another address');
    }
    assert.equal(alarms('ADDRESS_DECLINES', address), 1, 'one alarm');
    await node(1).stop();
    nodes = [node(0), await startGateway({ installation, env })];
    const again = await put(await open(one), address, cardOf(GOOD), 1);
    assert.deepEqual(refusalOf(again), TOO_MANY, 'a restart changes nothing');
  });

  test('the links of an order have one budget together', async () => {
    const token = await shop();
    const orderId = randomUUID();
    for (let count = 0; count < 3; count += 1) {
      const page = await open(token, orderId);
      const reply = await put(page, newAddress(), cardOf(DECLINED));
      assert.equal(reply.status, 200, reply.text);
      await until(async () => (await used('ORDER_DECLINES', orderId)) > count, 'its count');
      const path = `${base}/${String(page['paymentId'])}/cancel`;
      bodyOf(await node(0).call('POST', path, { token }));
    }
    const page = await open(token, orderId);
    assert.deepEqual(refusalOf(await put(page, newAddress(), cardOf(GOOD))), TOO_MANY);
    const instrument = { ...cardOf(GOOD) };
    const server = await create(token, { instrument }, orderId);
    assert.deepEqual(refusalOf(server), TOO_MANY, 'also from the server of the merchant');
    assert.equal((await create(token, { instrument })).status, 200, 'other orders go on');
  });

  test('an address that a merchant names counts for that merchant only', async () => {
    const [one, two] = [await shop(), await shop()];
    const address = newAddress();
    const pay = (token: string, number: string) =>
      create(token, { instrument: cardOf(number), device: { ...browserDevice(), ip: address } });
    for (let count = 0; count < 4; count += 1) {
      assert.equal((await pay(one, DECLINED)).status, 200);
      await until(async () => (await used('ADDRESS_DECLINES', address)) > count, 'its count');
    }
    assert.deepEqual(refusalOf(await pay(one, GOOD)), TOO_MANY);
    assert.equal((await pay(two, GOOD)).status, 200);
    assert.equal((await put(await open(one), address, cardOf(GOOD))).status, 200, 'as seen');
  });

  test('many declines of a range or merchant slow down addresses, and stop nobody', async () => {
    const token = await shop();
    const range = DECLINED.slice(0, 6);
    for (let count = 0; count < 6; count += 1) await decline(token, newAddress());
    await until(() => alarms('RANGE_DECLINES', range) > 0, 'the alarm');
    const customer = newAddress();
    const first = await put(await open(token), customer, cardOf('4000000000000077'));
    assert.equal(first.status, 200, 'an honest customer pays');
    const second = await put(await open(token), customer, cardOf('4000000000000077'));
    assert.deepEqual(refusalOf(second), SLOW);
    assert.ok(Number(second.headers.get('retry-after')) <= 10);
    const other = await put(await open(token), customer, cardOf(GOOD));
    assert.equal(other.status, 200, 'another range');
    const server = await create(token, { instrument: cardOf('4000000000000077') });
    assert.equal(server.status, 200, 'the server of the merchant names no customer');
  });

  test('a customer learns no reason from status, page and answers; the merchant does', async () => {
    const token = await shop();
    const reasons: [string, string][] = [
      ['4000000000009979', 'STOLEN_CARD'],
      ['4000000000000127', 'INVALID_CVV'],
      ['4000000000010142', 'INVALID_CARD'],
    ];
    for (const [number, reason] of reasons) {
      const page = await open(token);
      const client = { token: String(page['clientToken']) };
      const path = `${base}/${String(page['paymentId'])}`;
      const put1 = await put(page, newAddress(), cardOf(number));
      const isRefused = async () =>
        (await node(0).call('GET', `${path}/status`, client)).body['rejectCode'] !== undefined;
      await until(isRefused, 'the decline');
      const answers = [
        put1,
        await node(0).call('GET', `${path}/status`, client),
        await node(0).call('GET', `${path}/status?wait=1&after=0`, client),
        await node(0).call('GET', path, client),
      ];
      const html = await (await fetch(String(page['redirectURL']))).text();
      for (const text of [...answers.map((one) => one.text), html]) {
        assert.equal(text.includes(reason), false, text);
      }
      assert.equal(answers[1]?.body['rejectCode'], 'DO_NOT_HONOR');
      assert.equal(answers[3]?.body['rejectInfo'], answers[1]?.body['rejectInfo']);
      assert.equal((await node(0).call('GET', path, { token })).body['rejectCode'], reason);
      const [event] = await rowsOf<{ body: string }>(
        installation,
        'select body from events where payment_id = $1 order by sequence desc limit 1',
        [page['paymentId']],
      );
      assert.match(event?.body ?? '', new RegExp(reason), 'the merchant is told');
    }
    const page = await open(token);
    const expired = await put(page, newAddress(), { ...cardOf(GOOD), expDate: '202001' });
    assert.equal(expired.body['rejectCode'], 'DO_NOT_HONOR', expired.text);
    const reply = await node(0).call('POST', '/v1/ecommerce/tokenizer', {
      token,
      body: { channel: 'PAYWALL' },
    });
    const tokenizer = `/v1/ecommerce/tokenizer/${String(reply.body['tokenizerId'])}`;
    const client = { token: String(reply.body['clientToken']) };
    const ended = `update tokenizations set status = 'REJECTED', reject_code = 'STOLEN_CARD'
       where tokenizer_id = $1`;
    await rowsOf(installation, ended, [reply.body['tokenizerId']]);
    const codeFor = async (who: { token: string }, rest: string) =>
      (await node(0).call('GET', `${tokenizer}${rest}`, who)).body['rejectCode'];
    assert.equal(await codeFor({ token }, ''), 'STOLEN_CARD');
    assert.deepEqual(
      [await codeFor(client, ''), await codeFor(client, '/status')],
      ['DO_NOT_HONOR', 'DO_NOT_HONOR'],
    );
    assert.equal(await codeFor({ token }, '/status'), 'STOLEN_CARD');
  });

  test('the address of a customer is not shown to anybody', async () => {
    const token = await shop();
    const page = await open(token);
    const address = newAddress();
    await put(page, address, cardOf(DECLINED));
    const path = `${base}/${String(page['paymentId'])}`;
    const read = await node(0).call('GET', path, { token });
    assert.equal(read.text.includes('seenFrom'), false);
  });
});
