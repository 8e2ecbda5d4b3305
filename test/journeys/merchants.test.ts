// Permissions: agents for their merchants, tokens for their resource and channel, and rotation of
// secrets and signing keys without ending sessions.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cardRequest, type Json, type Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';

/** It waits for its security code, so that the vault holds it. */
const cardWithoutCode = { type: 'CARD', instrumentNo: '4111111111111111', expDate: '203912' };

for (const database of databasesOfTier) {
  describe(`merchants on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    const login = (merchantId: string, secret: string, extra: Json = {}): Promise<Reply> => {
      const body = { merchant: { merchantId }, secret, ...extra };
      return gateway.call('POST', '/v1/ecommerce/auth', { body });
    };
    const operate = (method: string, path: string, body?: Json): Promise<Reply> =>
      gateway.call(method, `/v1/admin${path}`, { token: gateway.installation.adminKey, body });

    test('an operator adds, reads, changes and lists merchants as documented', async () => {
      const operations = await operationsOf(gateway);
      const body = { merchantId: '77001', settings: { name: 'Flowers', holdDays: 7 } };
      const added = await operate('POST', '/merchants', body);
      assertReplyFits(operations, 'POST', '/v1/admin/merchants', added);
      const one = '/v1/admin/merchants/{merchantId}';
      const read = await operate('GET', '/merchants/77001');
      assertReplyFits(operations, 'GET', one, read);
      assert.doesNotMatch(read.text, /hash|sealed/);
      const methods = ['CARD', 'BLIK', 'PBL', 'GPAY', 'APAY', 'C2P'];
      assert.deepEqual((read.body['settings'] as Json)['methods'], methods, 'all by default');
      const changed = await operate('PATCH', '/merchants/77001', { settings: { holdDays: 5 } });
      assertReplyFits(operations, 'PATCH', one, changed);
      const settings = changed.body['settings'] as Json;
      assert.deepEqual([settings['name'], settings['holdDays']], ['Flowers', 5]);
      const list = await operate('GET', '/merchants?after=77000');
      assertReplyFits(operations, 'GET', '/v1/admin/merchants', list);
      assert.match(list.text, /"merchantId":"77001"/);
      const twice = await operate('POST', '/merchants', body);
      assert.deepEqual([twice.status, twice.body['code']], [409, 'MERCHANT_EXISTS']);
    });

    test('an agent acts with its own secret for the merchants that allow it', async () => {
      const agent = await gateway.addMerchant();
      const shop = await gateway.addMerchant({ agents: [agent.merchantId] });
      const stranger = await gateway.addMerchant();
      const named = { agent: { merchantId: agent.merchantId } };
      const wrong = await login(shop.merchantId, shop.secret, named);
      assert.equal(wrong.status, 401, "the merchant's secret is not the agent's");
      const unbound = await login(stranger.merchantId, agent.secret, named);
      assert.equal(unbound.status, 401);
      const token = await gateway.authenticate(shop.merchantId, agent.secret, named);
      const paid = await gateway.payByCard({ token, extra: named });
      const paymentId = paid.body['paymentId'] as string;
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      const shopToken = await gateway.authenticate(shop.merchantId, shop.secret);
      assert.equal((await gateway.statusOf(shopToken, paymentId))['status'], 'COMPLETED');
      const held = await gateway.payByCard({ token, extra: { instrument: cardWithoutCode } });
      const waiting = held.body['paymentId'] as string;
      const byAgent = `/v1/ecommerce/payment/${waiting}/binInfo`;
      assert.equal((await gateway.call('POST', byAgent, { token })).status, 200);
      assert.equal((await gateway.call('POST', byAgent, { token: shopToken })).status, 200);
      const log = await operate('GET', `/audit?paymentId=${waiting}`);
      assert.deepEqual(
        (log.body['uses'] as Json[]).map((one) => [one['actor'], one['merchantId']]),
        [
          [`agent:${agent.merchantId}`, shop.merchantId],
          [`merchant:${shop.merchantId}`, shop.merchantId],
        ],
        'the audit log names who acted, and for whom',
      );
      const asOther = { agent: { merchantId: stranger.merchantId } };
      const foreign = await gateway.payByCard({ token, extra: asOther });
      assert.deepEqual([foreign.status, foreign.body['code']], [403, 'MERCHANT_MISMATCH']);

      await operate('PATCH', `/merchants/${shop.merchantId}`, { settings: { agents: [] } });
      const afterwards = await gateway.payByCard({ token });
      assert.equal(afterwards.status, 401, 'an agent that was let go is out at once');
    });

    test('a token is valid only for its resource, and sets the default channel', async () => {
      const of = (resource: string) =>
        gateway.authenticate('10000001', undefined, { resource, channel: 'MOBILE' });
      const payment = await gateway.payByCard({ token: await of('PAYMENT') });
      assert.equal(payment.status, 200);
      const body = cardRequest({ extra: { channel: null } });
      const universal = await of('UNIVERSAL');
      const created = await gateway.call('POST', '/v1/ecommerce/payment', {
        token: universal,
        body,
      });
      assert.equal(created.body['channel'], 'MOBILE');
      const tokenizer = await of('TOKENIZER');
      const at = `/v1/ecommerce/payment/${String(created.body['paymentId'])}`;
      const calls = [
        gateway.payByCard({ token: tokenizer }),
        ...['', '/status', '/transactions'].map((rest) =>
          gateway.call('GET', `${at}${rest}`, { token: tokenizer }),
        ),
      ];
      for (const reply of await Promise.all(calls)) {
        assert.deepEqual([reply.status, reply.body['code']], [403, 'TOKEN_NOT_FOR_THIS']);
        assertErrorReply(reply);
      }
    });

    test('tokens of short-lived resources expire after ten minutes', async () => {
      const lives = await Promise.all(
        ['PAYMENT', 'TOKENIZER', 'UNIVERSAL'].map(async (resource) => {
          const reply = await login('10000001', 'sandbox-secret-10000001', { resource });
          return reply.body['expires_in'];
        }),
      );
      assert.deepEqual(lives, [600, 600, 86_400]);
    });

    test('a payment cannot name another merchant than its token', async () => {
      const token = await gateway.authenticate();
      const extra = { merchant: { merchantId: '10000002' } };
      const reply = await gateway.payByCard({ token, extra });
      assert.deepEqual([reply.status, reply.body['code']], [403, 'MERCHANT_MISMATCH']);
    });

    test('two API secrets are valid at a time; dropping the old one ends it', async () => {
      const shop = await gateway.addMerchant();
      const roll = async (extra: Json = {}): Promise<string> => {
        const path = `/merchants/${shop.merchantId}/secrets`;
        const reply = await operate('POST', path, { kind: 'API', ...extra });
        assert.equal(reply.status, 200, reply.text);
        return reply.body['apiSecret'] as string;
      };
      const opens = async (secret: string): Promise<boolean> =>
        (await login(shop.merchantId, secret)).status === 200;
      const second = await roll();
      assert.deepEqual([await opens(shop.secret), await opens(second)], [true, true]);
      const third = await roll();
      assert.deepEqual([await opens(shop.secret), await opens(second)], [false, true]);
      const fourth = await roll({ dropOld: true });
      const now = [await opens(second), await opens(third), await opens(fourth)];
      assert.deepEqual(now, [false, false, true]);
    });

    test('names a rolled secret as the answer that added the merchant does', async () => {
      const merchantId = '20000099';
      const added = await operate('POST', '/merchants', { merchantId });
      assert.deepEqual(Object.keys(added.body), ['merchant', 'apiSecret', 'notificationSecret']);
      const kinds = { API: 'apiSecret', NOTIFICATION: 'notificationSecret' };
      for (const [kind, name] of Object.entries(kinds)) {
        const rolled = await operate('POST', `/merchants/${merchantId}/secrets`, { kind });
        assert.deepEqual(Object.keys(rolled.body), ['merchant', name]);
        assert.notEqual(rolled.body[name], added.body[name]);
      }
    });

    test('rotating the signing key ends no session', async () => {
      const before = await gateway.authenticate();
      assert.equal((await operate('POST', '/keys/rotate')).status, 200);
      const since = await gateway.authenticate();
      const keyOf = (jwt: string): unknown =>
        (JSON.parse(Buffer.from(jwt.split('.')[0] ?? '', 'base64url').toString()) as Json)['kid'];
      assert.notEqual(keyOf(before), keyOf(since));
      for (const token of [before, since]) {
        assert.equal((await gateway.payByCard({ token })).status, 200);
      }
    });
  });
}
