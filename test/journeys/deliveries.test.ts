// Notifications on both databases: every kind of event arrives with its exact bytes, at the right
// path, signed, and in the order of its payment.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { blikClient } from '../support/life/blik.ts';
import { bodyOf, paymentIdOf } from '../support/life/payments.ts';
import { tokenizerClient } from '../support/life/tokens.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { accept, answer } from '../support/receivers/behaviours.ts';
import { deliveryOf, findViolations } from '../support/receivers/delivery-check.ts';
import { addNotifiedShop, assertSigned, messageOf } from '../support/receivers/notified-shop.ts';
import {
  queuedEvents,
  storedAttempts,
  storedEvents,
  untilFinished,
} from '../support/receivers/queue.ts';
import { openReceiver, type Receiver } from '../support/receivers/receiver.ts';
import { until } from '../support/waiting/until.ts';

for (const database of databasesOfTier) {
  describe(`notifications on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    const receivers: Receiver[] = [];
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(async () => {
      for (const receiver of receivers) await receiver.close();
      await gateway?.release();
    });
    const receive = async (behave = accept): Promise<Receiver> => {
      const receiver = await openReceiver(behave);
      receivers.push(receiver);
      return receiver;
    };

    test('every kind of event arrives once, exactly as stored, signed and in order', async () => {
      const startedAt = Math.floor(Date.now() / 1000);
      const receiver = await receive();
      const settings = { name: 'Flower shop' };
      const shop = await addNotifiedShop(gateway, `${receiver.url}/hooks/`, settings);
      const { installation } = gateway;
      const held = await shop.preauthorize(100);
      bodyOf(await shop.call('POST', held, '/capture', { amount: 40 }));
      const paid = await shop.pay({ amount: 50 });
      bodyOf(await shop.call('POST', paid, '/refund', { amount: 10, extRefundId: 'Zwrot "1"' }));
      await tokenizerClient(gateway, shop.token).tokenize();
      const blik = blikClient(gateway, shop.token);
      const code = { type: 'BLIK_CODE', code: await blik.code(), alias: `delivered-${database}` };
      const registered = await blik.pay(code, { options: { registerAlias: true } });
      await blik.answer(registered, 'accept');
      const kinds = async (): Promise<Set<string>> =>
        new Set((await storedEvents(installation, shop.merchantId)).map(({ event }) => event));
      await until(async () => (await kinds()).size === 5, 'all kinds of events');
      await untilFinished(installation, shop.merchantId);

      const stored = await storedEvents(installation, shop.merchantId);
      const { received } = receiver;
      assert.deepEqual(
        received.map(({ body }) => body.toString()).sort(),
        stored.map(({ body }) => body).sort(),
      );
      for (const request of received) {
        const isToken = messageOf(request)['event'] === 'TOKENIZATION_STATUS';
        assert.equal(request.path, `/hooks/${isToken ? 'tokenizer' : 'payment'}`);
        assert.equal(request.method, 'POST');
        assert.match(request.headers['user-agent'] ?? '', /^Bramka\/\d+\.\d+\.\d+$/);
        assertSigned(request, [shop.notificationSecret]);
        const sentAt = Number(request.headers['webhook-timestamp']);
        assert.ok(startedAt <= sentAt && sentAt <= Date.now() / 1000, `sent at ${sentAt}`);
      }
      assert.deepEqual(findViolations(received.map((one) => deliveryOf(one, 'accepted'))), []);
      const attempts = await storedAttempts(installation, shop.merchantId);
      assert.equal(attempts.length, stored.length);
      for (const { attempt, result, cause, httpStatus, answer: text } of attempts) {
        assert.deepEqual(
          [attempt, result, cause, httpStatus, text],
          [1, 'ACCEPTED', 'STATUS', 200, 'ok'],
        );
      }
    });

    test('a payment with its own address is notified exactly there', async () => {
      const [general, ofPayment] = [await receive(), await receive()];
      const shop = await addNotifiedShop(gateway, general.url, { asyncNotifyAllowed: true });
      const asyncNotify = `${ofPayment.url}/own//path/?key=1%2F2`;
      const paymentId = paymentIdOf(await shop.create({}, { options: { asyncNotify } }));
      await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
      await shop.pay();
      await untilFinished(gateway.installation, shop.merchantId);
      assert.deepEqual(
        new Set(ofPayment.received.map(({ path }) => path)),
        new Set(['/own//path/?key=1%2F2']),
      );
      assert.deepEqual(
        ofPayment.received.map((one) => messageOf(one)['sequence']),
        [1, 2, 3],
      );
      for (const request of ofPayment.received) {
        assert.equal(messageOf(request)['paymentId'], paymentId);
        assertSigned(request, [shop.notificationSecret]);
      }
      assert.equal(general.received.length, 3);
      assert.ok(general.received.every((one) => messageOf(one)['paymentId'] !== paymentId));
    });

    test('without an address nothing is sent, and nothing waits', async () => {
      const shop = await addNotifiedShop(gateway, null);
      await shop.pay();
      await untilFinished(gateway.installation, shop.merchantId);
      assert.equal((await storedEvents(gateway.installation, shop.merchantId)).length, 3);
      assert.deepEqual(await storedAttempts(gateway.installation, shop.merchantId), []);
    });

    test('the answers of each status class have their result', async () => {
      const rows: [status: number, result: string][] = [
        [200, 'ACCEPTED'],
        [301, 'RETRY'],
        [400, 'REFUSED'],
        [429, 'RETRY'],
        [500, 'RETRY'],
      ];
      const check = async ([status, result]: (typeof rows)[number]): Promise<void> => {
        const receiver = await receive(answer(status, ''));
        const shop = await addNotifiedShop(gateway, receiver.url);
        await shop.createWithoutInstrument();
        const attempts = () => storedAttempts(gateway.installation, shop.merchantId);
        await until(async () => (await attempts()).length > 0, `the attempt with ${status}`);
        const [first] = await attempts();
        assert.deepEqual([first?.httpStatus, first?.result], [status, result]);
        const queued = await queuedEvents(gateway.installation, shop.merchantId);
        assert.equal(queued.length, result === 'RETRY' ? 1 : 0, String(status));
      };
      await Promise.all(rows.map(check));
    });
  });
}
