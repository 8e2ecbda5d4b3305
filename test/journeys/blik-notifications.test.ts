// Notifications of the BLIK operator on both databases: forged, unreadable, repeated, contradicting
// and about another amount.
import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { blikClient, type BlikClient } from '../support/life/blik.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';

const path = '/v1/ecommerce/notifications/blikweb/status';
/** The key of the simulated operator. */
const KEY = 'sandbox-blik-key';

for (const database of databasesOfTier) {
  describe(`BLIK notifications on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let token: string;
    let blik: BlikClient;
    before(async () => {
      gateway = await sharedGateway(database);
      ({ token } = await addMerchantClient(gateway));
      blik = blikClient(gateway, token);
    });
    after(() => gateway?.release());
    const notify = (body: string, key = KEY) => {
      const signature = createHmac('sha256', key).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', signature };
      return gateway.call('POST', path, { body, headers });
    };
    const send = async (message: Json): Promise<number> =>
      (await notify(JSON.stringify(message))).status;
    const statusOf = async (payment: Json) =>
      (await gateway.statusOf(token, String(payment['paymentId'])))['status'];

    test('a forged or unreadable message changes nothing', async () => {
      const payment = await blik.pay('900005');
      const [record] = await blik.records(payment);
      const orderId = record?.['attemptId'];
      const paid = { reference: 'R', amountMinor: '12300', currency: 'PLN' };
      const success = JSON.stringify({ orderId, status: 'APPROVED', ...paid });
      const forged = await notify(success, 'another key');
      assert.deepEqual([forged.status, forged.body['code']], [401, 'NOTIFICATION_NOT_AUTHENTIC']);
      const unsigned = await gateway.call('POST', path, { body: JSON.parse(success) as Json });
      assert.equal(unsigned.status, 401);
      assert.equal((await notify('{"orderId":"7"}')).status, 400);
      assert.equal(await statusOf(payment), 'PENDING');
    });

    test("the operator's bearer token proves a message as well", async () => {
      const payment = await blik.pay('900005');
      const [record] = await blik.records(payment);
      const paid = { reference: 'R', amountMinor: '12300', currency: 'PLN' };
      const body = { orderId: record?.['attemptId'], status: 'APPROVED', ...paid };
      const forged = await gateway.call('POST', path, { body, token: 'another-key' });
      assert.deepEqual([forged.status, forged.body['code']], [401, 'NOTIFICATION_NOT_AUTHENTIC']);
      const ours = await gateway.call('POST', path, { body, token });
      assert.equal(ours.status, 401, 'a token of a merchant is not one of a provider');
      const signature = '0'.repeat(64);
      const wrong = await gateway.call('POST', path, { body, token: KEY, headers: { signature } });
      assert.equal(wrong.status, 401, 'a wrong signature is not outweighed');
      assert.equal(await statusOf(payment), 'PENDING');
      const sent = await gateway.call('POST', path, { body, token: KEY });
      assert.deepEqual([sent.status, sent.body], [200, { status: 'OK' }]);
      assert.equal((await blik.status(payment))['status'], 'COMPLETED');
    });

    test('the first final result counts; amount and currency must be right', async () => {
      const payment = await blik.pay('900005');
      const [record] = await blik.records(payment);
      const orderId = record?.['attemptId'];
      const paid = { reference: 'R', amountMinor: '12300', currency: 'PLN' };
      const success = { orderId, status: 'APPROVED', ...paid };
      assert.equal(await send({ ...success, amountMinor: '12301' }), 200);
      assert.equal(await send({ ...success, currency: 'EUR' }), 200);
      assert.equal(await send({ orderId, status: 'PENDING', confirm: true }), 200);
      assert.equal(await statusOf(payment), 'PENDING');
      assert.equal(await send(success), 200);
      assert.equal((await blik.status(payment))['status'], 'COMPLETED');
      for (const late of [success, { orderId, status: 'DECLINED', reason: 'USER_DECLINED' }]) {
        assert.equal(await send(late), 200);
        assert.equal(await statusOf(payment), 'COMPLETED');
      }
    });

    test('unknown orders and aliases are acknowledged and ignored', async () => {
      const unknown = { orderId: randomUUID(), status: 'DECLINED', reason: 'TIMEOUT' };
      assert.equal(await send(unknown), 200);
      const alias = { type: 'UID', value: 'nobody', status: 'UNREGISTERED' };
      assert.equal(await send({ merchantId: '10000001', alias }), 200);
    });
  });
}
