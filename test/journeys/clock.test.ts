// Everything that depends on time (payments, tokens, personal data), tested on both databases by
// moving the sandbox clock. `restart.test.ts` tests that the clock survives a restart.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import type { Client, Json } from '../support/client.ts';
import { databasesOfTier, skipOn, type Installation } from '../support/installation.ts';
import { exclusiveGateway, exclusiveNodes } from '../support/pool/borrow.ts';
import type { BorrowedGateway } from '../support/pool/borrow.ts';
import { until } from '../support/waiting/until.ts';
import { advance, DAY_SECONDS, moveClock, readClock, reset } from '../support/sandbox.ts';

const base = '/v1/ecommerce/payment';
const answerLost = '4000000000020034';
const slow = '4000000000020018';
const SLOW_MS = 3000;

/** A merchant of its own, so that tests are independent; tokens are created when needed. */
async function openShop(gateway: Client, settings: Json = {}) {
  const { merchantId, secret } = await gateway.addMerchant(settings);
  const token = () => gateway.authenticate(merchantId, secret);
  return {
    merchantId,
    secret,
    token,
    async hold(): Promise<string> {
      const made = await gateway.payByCard({ token: await token(), transKind: 'PREAUTH' });
      const paymentId = made.body['paymentId'] as string;
      await gateway.waitForStatus(await token(), paymentId, 'COMPLETED');
      return paymentId;
    },
    status: async (paymentId: string) => gateway.statusOf(await token(), paymentId),
    async types(paymentId: string): Promise<unknown[]> {
      const path = `${base}/${paymentId}/transactions`;
      const reply = await gateway.call<Json[]>('GET', path, { token: await token() });
      return reply.body.map((one) => [one['type'], one['status']]);
    },
  };
}

for (const database of databasesOfTier) {
  describe(`the sandbox clock on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => (gateway = await exclusiveGateway(database)));
    after(() => gateway?.release());

    test('a payment that is not finished in its validity time is cancelled', async () => {
      const shop = await openShop(gateway);
      const order = { amount: 10, currency: 'PLN' };
      const body = { channel: 'PAYWALL', order, options: { validTime: 3600 } };
      const made = await gateway.call('POST', base, { token: await shop.token(), body });
      const paymentId = made.body['paymentId'] as string;
      await advance(gateway, 3500);
      assert.equal((await shop.status(paymentId))['status'], 'NEW');
      const { fired } = await advance(gateway, 100);
      assert.equal(fired['end'], 1);
      const { status, rejectCode } = await shop.status(paymentId);
      assert.deepEqual([status, rejectCode], ['CANCELLED', 'EXPIRED']);
    });

    for (const [holdDays, settings] of [
      [30, {}],
      [7, { holdDays: 7 }],
    ] as const) {
      test(`a hold that is not captured is released after ${holdDays} days`, async () => {
        const shop = await openShop(gateway, settings);
        const paymentId = await shop.hold();
        await advance(gateway, holdDays * DAY_SECONDS - 60);
        assert.equal((await shop.status(paymentId))['status'], 'COMPLETED');
        const { fired, finished } = await advance(gateway, 60);
        assert.deepEqual([fired['end'], finished], [1, true]);
        const { status, rejectCode } = await shop.status(paymentId);
        assert.deepEqual([status, rejectCode], ['CANCELLED', 'HOLD_EXPIRED']);
        assert.deepEqual(await shop.types(paymentId), [
          ['PREAUTH', 'COMPLETED'],
          ['REVERSAL', 'COMPLETED'],
        ]);
        const [held, reversed] = (await gateway.chargesOf(paymentId)) as unknown as Json[];
        assert.deepEqual([held?.['authorizedMinor'], held?.['capturedMinor']], ['0', '0']);
        assert.deepEqual([reversed?.['verb'], reversed?.['result']], ['reverse', 'APPROVED']);
      });
    }

    for (const [resource, seconds] of [
      ['PAYMENT', 600],
      ['UNIVERSAL', DAY_SECONDS],
    ] as const) {
      test(`a token of resource ${resource} lives for ${seconds} seconds`, async () => {
        const { merchantId, secret } = await openShop(gateway);
        const token = await gateway.authenticate(merchantId, secret, { resource });
        const read = () => gateway.call('GET', `${base}/methods`, { token });
        assert.equal((await read()).status, 200);
        await advance(gateway, seconds - 30);
        assert.equal((await read()).status, 200);
        await advance(gateway, 30);
        assert.deepEqual(
          [(await read()).status, (await read()).body['code']],
          [401, 'TOKEN_EXPIRED'],
        );
      });
    }

    test('an unknown outcome is resolved when its check is due', async () => {
      const shop = await openShop(gateway);
      const made = await gateway.payByCard({ token: await shop.token(), card: answerLost });
      const paymentId = made.body['paymentId'] as string;
      assert.equal((await shop.status(paymentId))['status'], 'PENDING');
      const { fired } = await advance(gateway, 30);
      assert.ok((fired['resolve'] ?? 0) >= 1);
      assert.equal((await shop.status(paymentId))['status'], 'COMPLETED');
      const results = (await gateway.chargesOf(paymentId)).map((one) => one.result);
      assert.deepEqual(results, ['APPROVED']);
    });

    test('a slow request is lost if the clock is moved past its time limit', async () => {
      const shop = await openShop(gateway);
      for (;;) {
        const startedMs = performance.now();
        const made = await gateway.payByCard({ token: await shop.token(), card: slow });
        const paymentId = made.body['paymentId'] as string;
        await advance(gateway, 120);
        const { status } = await shop.status(paymentId);
        // The machine was so slow that the request finished before the clock was moved.
        if (status === 'COMPLETED' && performance.now() - startedMs >= SLOW_MS) continue;
        assert.equal(status, 'ERROR');
        await sleep(SLOW_MS + 100);
        return assert.deepEqual(await gateway.chargesOf(paymentId), []);
      }
    });

    test('a frozen clock stops, resumes from there, and never goes back', async () => {
      const frozen = await moveClock(gateway, { freeze: true, advance: 5 });
      const frozenAt = Date.now();
      await until(() => Date.now() > frozenAt, 'time to pass');
      assert.equal((await readClock(gateway)).now, frozen.now);
      const moved = await advance(gateway, 60);
      assert.equal(Date.parse(moved.now) - Date.parse(frozen.now), 60_000);
      assert.equal(moved.frozen, true);
      const back = { body: { at: frozen.now } };
      const refused = await gateway.call('POST', '/sandbox/clock', back);
      assert.equal(refused.status, 400);
      assert.match(refused.body['message'] as string, /only moves forward; POST \/sandbox\/reset/);
      const shop = await openShop(gateway);
      const paymentId = await shop.hold();
      assert.equal((await shop.status(paymentId))['status'], 'COMPLETED', 'work goes on meanwhile');
      const startedAt = Date.now();
      await moveClock(gateway, { freeze: false });
      let later = 0;
      await until(async () => {
        later = Date.parse((await readClock(gateway)).now) - Date.parse(moved.now);
        return later > 0;
      }, 'the clock to go on');
      const passed = Date.now() - startedAt;
      assert.ok(later <= passed, `it went on by ${later} ms in ${passed} ms`);
    });

    test('a reset empties the database and returns to real time', async () => {
      const shop = await openShop(gateway);
      const paymentId = await shop.hold();
      const path = '/v1/admin/merchants/10000001';
      const body = { status: 'SUSPENDED', settings: { holdDays: 3 } };
      await gateway.call('PATCH', path, { token: gateway.adminKey, body });
      await advance(gateway, 200 * DAY_SECONDS);
      await reset(gateway);

      const { offsetSeconds, frozen } = await readClock(gateway);
      assert.deepEqual([offsetSeconds, frozen], [0, false]);
      assert.deepEqual(await gateway.chargesOf(paymentId), []);
      const gone = { merchant: { merchantId: shop.merchantId }, secret: shop.secret };
      assert.equal((await gateway.call('POST', '/v1/ecommerce/auth', { body: gone })).status, 401);
      const demo = await gateway.call('GET', path, { token: gateway.adminKey });
      const settings = demo.body['settings'] as Json;
      assert.deepEqual([demo.body['status'], settings['holdDays']], ['ACTIVE', 30]);

      const token = await gateway.authenticate();
      const made = await gateway.payByCard({ token, orderId: 'after the reset' });
      const fresh = made.body['paymentId'] as string;
      await gateway.waitForStatus(token, fresh, 'COMPLETED');
      const born = parseInt(fresh.replaceAll('-', '').slice(0, 12), 16);
      const dayMs = DAY_SECONDS * 1000;
      assert.equal(
        Math.round(Math.abs(born - Date.now()) / dayMs),
        0,
        'ids are of the present again',
      );
    });

    test('a reset may keep the merchants', async () => {
      const shop = await openShop(gateway);
      const paymentId = await shop.hold();
      await reset(gateway, { keepMerchants: true });
      const reply = await gateway.call('GET', `${base}/${paymentId}`, {
        token: await shop.token(),
      });
      assert.equal(reply.status, 404);
    });

    test('a reset under load causes no errors', async () => {
      const token = await gateway.authenticate();
      let isOver = false;
      const load = Array.from({ length: 8 }, async () => {
        while (!isOver) {
          const made = await gateway.payByCard({ token });
          assert.ok(made.status === 200 || made.status === 503, made.text);
        }
      });
      for (let round = 0; round < 3; round += 1) await reset(gateway);
      isOver = true;
      await Promise.all(load);
      const made = await gateway.payByCard({ token });
      await gateway.waitForStatus(token, made.body['paymentId'] as string, 'COMPLETED');
    });

    test('the control API is documented like the rest', async () => {
      const document = (await gateway.call('GET', '/openapi.json')).body as { paths: Json };
      const paths = ['clock', 'faults', 'reset', 'triggers', 'acquirer/charges'];
      for (const path of paths) assert.ok(`/sandbox/${path}` in document.paths, path);
      const { text } = await gateway.call('GET', '/docs/reference/endpoints/getSandboxClock');
      assert.match(text, /\/sandbox\/clock/);
      const other = await gateway.call('DELETE', '/sandbox/clock');
      assert.deepEqual([other.status, other.headers.get('allow')], [405, 'GET, POST']);
    });
  });
}

describe('time on one PostgreSQL', { skip: skipOn('postgres') }, () => {
  let left: BorrowedGateway;
  let right: BorrowedGateway;
  before(async () => {
    const nodes = await exclusiveNodes('postgres', 2);
    [left, right] = nodes as [BorrowedGateway, BorrowedGateway];
  });
  after(() => left?.release());

  test('two nodes share the clock', async () => {
    const token = await left.authenticate('10000001', undefined, { resource: 'PAYMENT' });
    const read = (node: Client) => node.call('GET', `${base}/methods`, { token });
    assert.equal((await read(right)).status, 200);
    await advance(left, 600);
    assert.equal((await read(right)).body['code'], 'TOKEN_EXPIRED');
    const frozen = await moveClock(right, { freeze: true });
    assert.equal((await readClock(left)).now, frozen.now);
    const moves = await Promise.all([left, right, left, right].map((node) => advance(node, 100)));
    const last = Math.max(...moves.map((one) => Date.parse(one.now)));
    assert.equal(last - Date.parse(frozen.now), 400_000, 'no move is lost');
    await reset(left);
    const { frozen: still, offsetSeconds } = await readClock(right);
    assert.deepEqual([still, offsetSeconds], [false, 0]);
  });

  test('after three months nothing personal is left, and the ledger stays', async () => {
    const shop = await openShop(left);
    const token = await shop.token();
    const customer = { email: 'jan.kowalski@example.com', firstName: 'Jan', lastName: 'Kowalski' };
    const made = await left.payByCard({ token, orderId: 'order-of-jan', extra: { customer } });
    const paymentId = made.body['paymentId'] as string;
    await left.waitForStatus(token, paymentId, 'COMPLETED');
    assert.match((await tell(left.installation, paymentId)).text, /order-of-jan[^]*kowalski/i);

    await advance(left, 85 * DAY_SECONDS);
    const path = `${base}/${paymentId}`;
    assert.equal((await right.call('GET', path, { token: await shop.token() })).status, 200);
    const { fired } = await advance(left, 8 * DAY_SECONDS);
    assert.ok((fired['purge'] ?? 0) >= 1);
    for (const node of [left, right]) {
      const reply = await node.call('GET', path, { token: await shop.token() });
      assert.deepEqual([reply.status, reply.body['code']], [404, 'PAYMENT_NOT_FOUND']);
    }
    const { text, transfers } = await tell(left.installation, paymentId);
    assert.doesNotMatch(text, /order-of-jan|kowalski|411111/i);
    assert.equal(transfers, 1);
  });
});

/** Everything the gateway's tables contain about a payment, as text, and its ledger rows. */
async function tell(
  installation: Installation,
  paymentId: string,
): Promise<{ text: string; transfers: number }> {
  const client = new PgClient({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    const tables = ['payments', 'payment_details', 'transactions', 'attempts', 'events'];
    const parts = tables.map(
      (table) => `select to_jsonb(t)::text as row from ${table} t where payment_id = $1`,
    );
    const { rows } = await client.query<{ row: string }>(parts.join(' union all '), [paymentId]);
    const ledger = await client.query('select 1 from ledger_transfers where payment_id = $1', [
      paymentId,
    ]);
    return { text: rows.map(({ row }) => row).join('\n'), transfers: ledger.rows.length };
  } finally {
    await client.end();
  }
}
