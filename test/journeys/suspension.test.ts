// A suspended merchant can read, capture and cancel its payments, but create nothing new; what its
// agents can do; and what each refusal says.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  base,
  card,
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  refusalOf,
} from '../support/life/payments.ts';
import { tokenizerPath } from '../support/life/tokens.ts';
import type { MerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, operationsOf } from '../support/reply-check.ts';
import { until } from '../support/waiting/until.ts';

const suspended = [403, 'MERCHANT_SUSPENDED'];
const one = `${base}/{paymentId}`;
const settlements = '/v1/ecommerce/settlements';
const token = `${tokenizerPath}/{tokenizerId}`;

/** Everything that a suspended merchant can call. */
const allowed = [
  `GET ${one}`,
  `GET ${one}/status`,
  `GET ${one}/transactions`,
  `GET ${one}/acsData`,
  `POST ${one}/transactions/{transId}/cancel`,
  `POST ${one}/cancel`,
  `POST ${one}/capture`,
  `POST ${one}/refund`,
  `GET ${one}/refunds`,
  `GET ${one}/refund/{refundId}`,
  `GET ${one}/subpayments`,
  `GET ${base}/refunds/balance`,
  `GET ${settlements}`,
  `GET ${settlements}/{batchId}`,
  `GET ${settlements}/{batchId}/report`,
  `POST ${base}/search`,
  'GET /v1/ecommerce/events',
  'GET /v1/ecommerce/events/stream',
  'GET /v1/ecommerce/events/{eventId}',
  'GET /v1/ecommerce/events/health',
  'POST /v1/ecommerce/events/{eventId}/replay',
  'POST /v1/ecommerce/events/replay',
  `GET ${one}/tokenizer`,
  `GET ${token}`,
  `GET ${token}/status`,
  `GET ${tokenizerPath}/vts/{instrumentRef}/cardVisual/{visualId}`,
  `POST ${token}/cancel`,
  `POST ${token}/discard`,
  `POST ${tokenizerPath}/discard`,
  `POST ${tokenizerPath}/search`,
];

for (const database of databasesOfTier) {
  describe(`suspension on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await exclusiveGateway(database);
    });
    after(() => gateway?.release());

    const setStatus = async (merchantId: string, status: string): Promise<void> => {
      const path = `/v1/admin/merchants/${merchantId}`;
      bodyOf(await gateway.call('PATCH', path, { token: gateway.adminKey, body: { status } }));
    };
    const login = (merchantId: string, secret: string, extra: Json = {}): Promise<Reply> => {
      const body = { merchant: { merchantId }, secret, ...extra };
      return gateway.call('POST', '/v1/ecommerce/auth', { body });
    };

    /** A merchant, what it created before its suspension, and its client afterwards. */
    async function suspendedShop<Made>(make: (merchant: MerchantClient) => Promise<Made>) {
      const shop = await gateway.addMerchant();
      const { merchantId, secret } = shop;
      const active = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      const prepared = await make(active);
      await setStatus(merchantId, 'SUSPENDED');
      const merchant = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      return { ...shop, active, made: prepared, merchant };
    }

    test('a valid token ends, and the merchant can log in again', async () => {
      const { active, merchant, merchantId, secret } = await suspendedShop((before) =>
        before.pay(),
      );
      assert.deepEqual(refusalOf(await active.create()), [401, 'TOKEN_REVOKED']);
      const reply = await merchant.create();
      assert.deepEqual(refusalOf(reply), suspended);
      assertErrorReply(reply);
      assert.match(reply.body['message'] as string, /suspended.*read, capture and cancel payments/);
      const wrong = await login(merchantId, 'not the secret');
      assert.deepEqual(refusalOf(wrong), [401, 'CREDENTIALS_INVALID']);
      await setStatus(merchantId, 'ACTIVE');
      assert.deepEqual(refusalOf(await active.create()), [401, 'TOKEN_REVOKED'], 'not revived');
      await merchant.pay();
      assert.equal((await login(merchantId, secret)).status, 200);
    });

    test('reading, capture, cancel and withdrawal of an adjustment work as before', async () => {
      const { merchant, made: prepared } = await suspendedShop(async (before) => ({
        paid: await before.pay(),
        waiting: paymentIdOf(await before.createWithoutInstrument()),
        held: await before.preauthorize(100),
        order: await before.pay({ orderId: 'an order' }),
      }));
      assert.equal((await merchant.read(prepared.paid))['status'], 'COMPLETED');
      assert.equal((await merchant.transactions(prepared.paid))[0]?.['type'], 'AUTH');
      const reply = await gateway.call<string[]>('POST', `${base}/search`, {
        token: merchant.token,
        body: { extOrderId: 'an order' },
      });
      assert.deepEqual(bodyOf(reply), [prepared.order]);
      const captured = bodyOf(
        await merchant.call('POST', prepared.held, '/capture', { amount: 60 }),
      );
      assert.equal(captured['status'], 'COMPLETED');
      const reversed = bodyOf(await merchant.call('POST', prepared.paid, '/cancel'));
      assert.equal(reversed['status'], 'CANCELLED');
      const cancelled = bodyOf(await merchant.call('POST', prepared.waiting, '/cancel'));
      assert.equal(cancelled['status'], 'CANCELLED');
    });

    test('an earlier adjustment can be withdrawn, and no new one made', async () => {
      const { merchant, made: prepared } = await suspendedShop(async (before) => {
        const paymentId = await before.preauthorize(100);
        return { paymentId, transId: await before.adjust(paymentId, 80) };
      });
      const adjusted = await merchant.call('POST', prepared.paymentId, '/adjustment', {
        amount: 90,
      });
      assert.deepEqual(refusalOf(adjusted), suspended);
      bodyOf(
        await merchant.call('POST', prepared.paymentId, `/transactions/${prepared.transId}/cancel`),
      );
      const captured = bodyOf(await merchant.call('POST', prepared.paymentId, '/capture'));
      assert.equal(captured['status'], 'COMPLETED');
      const rows = await merchant.transactions(prepared.paymentId);
      assert.equal(rows.find((row) => row['type'] === 'CAPTURE')?.['amount'], 100);
    });

    test('every endpoint is either allowed or refused', async () => {
      const { merchant, made: prepared } = await suspendedShop(async (before) => {
        const waiting = await before.createWithoutInstrument({ channel: 'PAYWALL' });
        return { paymentId: paymentIdOf(waiting), page: waiting.body['clientToken'] as string };
      });
      const operations = await operationsOf(gateway);
      const reached: string[] = [];
      const documented: string[] = [];
      for (const { method, path, isOpen, isForOperator, refusals, body } of operations) {
        if (isOpen || isForOperator) continue;
        const at = path
          .replace('{paymentId}', prepared.paymentId)
          .replace('{transId}', '01890000-0000-7000-8000-000000000000');
        // A search by card number, as in the example, is refused.
        const isSearch = path === `${tokenizerPath}/search`;
        const sent = isSearch ? { cardMask: '411111******1111' } : body?.example;
        const reply = await gateway.call(method, at, {
          token: merchant.token,
          body: body ? (sent ?? {}) : undefined,
        });
        const isRefused = reply.body?.['code'] === 'MERCHANT_SUSPENDED';
        if (isRefused) assert.equal(reply.status, 403);
        else reached.push(`${method} ${path}`);
        if (!isRefused || refusals.includes('MERCHANT_SUSPENDED')) {
          documented.push(`${method} ${path}`);
        }
      }
      assert.deepEqual(reached.sort(), [...allowed].sort());
      const all = operations.filter((it) => !it.isOpen && !it.isForOperator);
      assert.equal(documented.length, all.length, 'every refusal is documented');
      assert.deepEqual(
        refusalOf(
          await gateway.call('GET', `${base}/${prepared.paymentId}`, { token: prepared.page }),
        ),
        suspended,
        'a new link would not help, so the page gets the reason',
      );
    });

    describe('agents', () => {
      async function agency() {
        const agent = await gateway.addMerchant();
        const shop = await gateway.addMerchant({ agents: [agent.merchantId] });
        const named = { agent: { merchantId: agent.merchantId } };
        const loginFor = () => login(shop.merchantId, agent.secret, named);
        const token = bodyOf(await loginFor())['access_token'] as string;
        return { agent, shop, named, loginFor, token };
      }

      test('a suspended agent’s live token is revoked', async () => {
        const { agent, token } = await agency();
        const paymentId = await merchantClientOf(gateway, token).pay();
        await setStatus(agent.merchantId, 'SUSPENDED');
        const merchant = merchantClientOf(gateway, token);
        assert.deepEqual(refusalOf(await merchant.create()), [401, 'TOKEN_REVOKED']);
        assert.deepEqual(refusalOf(await merchant.call('GET', paymentId)), [401, 'TOKEN_REVOKED']);
      });

      test('a suspended agent cannot log in for others; they and the agent can', async () => {
        const { agent, shop, named, loginFor } = await agency();
        await setStatus(agent.merchantId, 'SUSPENDED');
        const reply = await loginFor();
        assert.deepEqual(refusalOf(reply), [403, 'AGENT_SUSPENDED']);
        assert.match(reply.body['message'] as string, /agent is suspended/);
        const guess = await login(shop.merchantId, 'a guess', named);
        assert.deepEqual(refusalOf(guess), [401, 'CREDENTIALS_INVALID']);
        assert.equal((await login(shop.merchantId, shop.secret)).status, 200);
        const own = bodyOf(await login(agent.merchantId, agent.secret))['access_token'] as string;
        assert.deepEqual(refusalOf(await merchantClientOf(gateway, own).create()), suspended);
        await setStatus(agent.merchantId, 'ACTIVE');
        assert.equal((await loginFor()).status, 200);
      });

      test('an agent of a suspended merchant can do what the merchant itself can', async () => {
        const { shop, loginFor, token } = await agency();
        const paymentId = await merchantClientOf(gateway, token).preauthorize();
        await setStatus(shop.merchantId, 'SUSPENDED');
        assert.deepEqual(refusalOf(await merchantClientOf(gateway, token).create()), [
          401,
          'TOKEN_REVOKED',
        ]);
        const since = merchantClientOf(gateway, bodyOf(await loginFor())['access_token'] as string);
        assert.deepEqual(refusalOf(await since.create()), suspended);
        assert.equal((await since.read(paymentId))['status'], 'COMPLETED');
        bodyOf(await since.call('POST', paymentId, '/capture'));
      });
    });

    test('a token revoked while the body is being sent is refused', async () => {
      const { merchantId, secret } = await gateway.addMerchant();
      const token = await gateway.authenticate(merchantId, secret);
      const body = JSON.stringify({ order: { amount: 10, currency: 'PLN' } });
      const { port } = new URL(gateway.url);
      const socket = connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.write(
        `POST ${base} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`,
      );
      await sleep(600);
      await setStatus(merchantId, 'SUSPENDED');
      socket.write(body.slice(1));
      await until(() => answer.includes('"code"'), 'the answer');
      socket.destroy();
      assert.match(answer, /^HTTP\/1\.1 401 [^]*"code":"TOKEN_REVOKED"/);
    });

    test('a page with an expired token is referred to the merchant', async () => {
      const { merchantId, secret } = await gateway.addMerchant();
      const merchant = merchantClientOf(gateway, await gateway.authenticate(merchantId, secret));
      const created = await merchant.createWithoutInstrument({ channel: 'PAYWALL', validTime: 60 });
      const token = created.body['clientToken'] as string;
      const read = () => gateway.call('GET', `${base}/${paymentIdOf(created)}`, { token });
      assert.equal((await read()).status, 200);
      bodyOf(await gateway.call('POST', '/sandbox/clock', { body: { advance: 61 } }));
      const put = { token, body: card };
      for (const reply of [
        await read(),
        await gateway.call('PUT', `${base}/${paymentIdOf(created)}/instrument`, put),
      ]) {
        assert.deepEqual(refusalOf(reply), [401, 'CLIENT_TOKEN_EXPIRED']);
        assert.match(reply.body['message'] as string, /merchant can create a new link/);
        assert.doesNotMatch(reply.body['message'] as string, /\/auth/);
      }
    });
  });
}
