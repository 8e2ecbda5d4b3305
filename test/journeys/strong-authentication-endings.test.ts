// Authentications that end early, on both databases: cancelled or expired during the challenge, two
// concurrent ones for an order, and the browser's return to the shop.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  merchantClientOf,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { advance } from '../support/sandbox.ts';
import {
  actInChallenge,
  browserDevice,
  cards,
  finishFingerprint,
  notificationPath,
  passChallenge,
  payToChallenge,
  payWithDevice,
  postForm,
  returnFromChallenge,
  waitForChallenge,
} from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { completedOutcome, outcomeOf, type Outcome } from '../support/threeds/outcome.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';

const shopOrigin = 'https://shop.example';
const passed = completedOutcome('eci 05');
const over = (end: string): Outcome => ({ end, transactions: [], acquirer: [] });

for (const database of databasesOfTier) {
  describe(
    `endings of authentication on the ${database} database`,
    {
      skip: skipOn(database),
    },
    () => {
      let gateway: BorrowedGateway;
      let merchant: MerchantClient;
      let token: string;
      before(async () => {
        gateway = await exclusiveGateway(database);
        await untilRangesKnown(gateway);
        merchant = await addMerchantClient(gateway, { redirectOrigins: [shopOrigin] });
        ({ token } = merchant);
      });
      after(() => gateway?.release());

      const endOf = (paymentId: string): Promise<Outcome> => outcomeOf(gateway, token, paymentId);

      test('a payment cancelled during a challenge stays cancelled afterwards', async () => {
        const cases = [
          [{ reason: 'SYSTEM' }, 'CANCELLED'],
          [{ reason: 'CLIENT' }, 'CANCELLED CANCELLED_BY_CUSTOMER'],
        ] as const;
        for (const [body, end] of cases) {
          const { paymentId, acsTxnId } = await payToChallenge(gateway, { token });
          bodyOf(await merchant.call('POST', paymentId, '/cancel', body));
          assert.equal((await gateway.statusOf(token, paymentId))['status'], 'CANCELLED');
          const back = await passChallenge(gateway, acsTxnId);
          await advance(gateway, 60);
          assert.deepEqual(await endOf(paymentId), over(end));
          const returned = await returnFromChallenge(gateway, back);
          assert.equal(returned.status, 303, 'the browser is still redirected');
        }
      });

      test('a payment cancelled during the 3DS Method sends no AReq', async (t) => {
        await freezeClock(t, gateway);
        const reply = await payWithDevice(gateway, { token, card: cards.methodThenFrictionless });
        const paymentId = paymentIdOf(reply);
        const { tdsServerTxnId } = reply.body['acsData'] as { tdsServerTxnId: string };
        bodyOf(await merchant.call('POST', paymentId, '/cancel'));
        await finishFingerprint(gateway, tdsServerTxnId);
        await advance(gateway, 60);
        assert.deepEqual(await endOf(paymentId), over('CANCELLED'));
      });

      test('a payment cancelled after a soft decline keeps the declined transaction', async () => {
        const reply = await payWithDevice(gateway, { token, card: cards.softDecline });
        const { paymentId, acsTxnId } = await waitForChallenge(gateway, token, paymentIdOf(reply));
        bodyOf(await merchant.call('POST', paymentId, '/cancel'));
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await endOf(paymentId), {
          end: 'CANCELLED',
          transactions: ['AUTH REJECTED SCA_REQUIRED'],
          acquirer: ['DECLINED eci 07'],
        });
      });

      test('of two challenged payments of an order the first to finish is paid', async () => {
        const orderId = randomUUID();
        const one = await payToChallenge(gateway, { token, orderId });
        const two = await payToChallenge(gateway, { token, orderId });
        await passChallenge(gateway, two.acsTxnId);
        assert.deepEqual(await endOf(two.paymentId), passed);
        await passChallenge(gateway, one.acsTxnId);
        assert.deepEqual(await endOf(one.paymentId), over('REJECTED ORDER_ALREADY_PAID'));
      });

      test('of two concurrently finished challenges of an order one is paid', async () => {
        for (let round = 0; round < 5; round += 1) {
          const orderId = randomUUID();
          const both = await Promise.all(
            [1, 2].map(() => payToChallenge(gateway, { token, orderId })),
          );
          await Promise.all(both.map(({ acsTxnId }) => passChallenge(gateway, acsTxnId)));
          const ends = await Promise.all(both.map(({ paymentId }) => endOf(paymentId)));
          ends.sort((a, b) => a.end.localeCompare(b.end));
          assert.deepEqual(ends, [passed, over('REJECTED ORDER_ALREADY_PAID')]);
        }
      });

      test('a challenge does not lock its order', async () => {
        const orderId = randomUUID();
        const { paymentId, acsTxnId } = await payToChallenge(gateway, { token, orderId });
        const other = paymentIdOf(await gateway.payByCard({ token, orderId }));
        assert.deepEqual(await endOf(other), completedOutcome());
        await passChallenge(gateway, acsTxnId);
        assert.deepEqual(await endOf(paymentId), over('REJECTED ORDER_ALREADY_PAID'));
      });

      const challengedWith = (merchant: Json, orderId = `order ${randomUUID()}`) =>
        payToChallenge(gateway, { token, orderId, extra: { merchant } });
      const locationOf = (reply: Reply): URL => {
        assert.equal(reply.status, 303, reply.text);
        return new URL(reply.headers.get('location') ?? '');
      };

      test('the browser returns to the shop with the ids of its payment', async () => {
        const redirectURL = `${shopOrigin}/thanks?session=7&lang=pl`;
        const orderId = `żółw & order/${randomUUID()}`;
        const { paymentId, acsTxnId } = await challengedWith({ redirectURL }, orderId);
        const back = await passChallenge(gateway, acsTxnId);
        assert.equal(back.url, `${gateway.url}${notificationPath}`);
        const url = locationOf(await returnFromChallenge(gateway, back));
        assert.equal(url.origin + url.pathname, `${shopOrigin}/thanks`);
        assert.deepEqual(Object.fromEntries(url.searchParams), {
          session: '7',
          lang: 'pl',
          paymentId,
          extOrderId: orderId,
        });
        assert.deepEqual(await endOf(paymentId), passed);
      });

      test('the browser returns the same way from a failed challenge', async () => {
        const { paymentId, acsTxnId } = await challengedWith({ redirectURL: shopOrigin });
        const { back } = await actInChallenge(gateway, acsTxnId, 'reject');
        assert.ok(back);
        const url = locationOf(await returnFromChallenge(gateway, back));
        assert.equal(url.origin, shopOrigin);
        assert.equal(url.searchParams.get('paymentId'), paymentId);
        assert.deepEqual([...url.searchParams.keys()].sort(), ['extOrderId', 'paymentId']);
      });

      test('without a redirectURL the browser shows the status of the payment', async () => {
        const { paymentId, acsTxnId } = await payToChallenge(gateway, { token, amount: 12.3 });
        const back = await passChallenge(gateway, acsTxnId);
        await gateway.waitForStatus(token, paymentId, 'COMPLETED');
        const url = locationOf(await returnFromChallenge(gateway, back));
        assert.equal(url.origin, gateway.url);
        const page = await gateway.call('GET', `${url.pathname}${url.search}`);
        assert.equal(page.status, 200);
        assert.match(page.text, /You paid PLN\s12\.30 to Merchant /);
      });

      test('a CRes sent as JSON is answered in JSON', async () => {
        const redirectURL = `${shopOrigin}/thanks`;
        const { paymentId, acsTxnId } = await challengedWith({ redirectURL });
        const { cres } = await passChallenge(gateway, acsTxnId);
        await gateway.waitForStatus(token, paymentId, 'COMPLETED');
        const reply = await gateway.call('POST', notificationPath, { body: { cres } });
        const { redirectURL: next, ...rest } = bodyOf(reply);
        assert.deepEqual(rest, { paymentId, status: 'COMPLETED' });
        assert.ok(String(next).startsWith(`${redirectURL}?paymentId=${paymentId}&extOrderId=`));
      });

      test('the CRes alone decides nothing', async () => {
        const { paymentId, acsTxnId, acsData } = await payToChallenge(gateway, { token });
        const message = {
          messageType: 'CRes',
          messageVersion: acsData.messageVersion,
          transStatus: 'Y',
          threeDSServerTransID: acsData.tdsServerTxnId,
          acsTransID: acsTxnId,
        };
        const cres = Buffer.from(JSON.stringify(message)).toString('base64url');
        assert.equal((await postForm(gateway, notificationPath, { cres })).status, 303);
        const { status, dataRequest } = await gateway.statusOf(token, paymentId);
        assert.deepEqual([status, dataRequest], ['PENDING', 'CARD_3DS']);
        await actInChallenge(gateway, acsTxnId, 'reject');
        assert.deepEqual(await endOf(paymentId), over('REJECTED SCA_FAILED'));
      });

      test('the shop can receive the CRes at its own URL', async () => {
        const acsNotificationURL = `${shopOrigin}/3ds?session=7`;
        const { paymentId, acsTxnId } = await challengedWith({ acsNotificationURL });
        const back = await passChallenge(gateway, acsTxnId);
        assert.equal(back.url, acsNotificationURL);
        assert.deepEqual(await endOf(paymentId), passed, 'the result arrives on another path');
      });

      test('an agent names both URLs as the merchant does', async () => {
        const agent = {
          acsNotificationURL: `${shopOrigin}/3ds?agent=7`,
          redirectURL: `${shopOrigin}/app?a=1`,
        };
        const named = await payToChallenge(gateway, { token, extra: { agent } });
        assert.equal((await passChallenge(gateway, named.acsTxnId)).url, agent.acsNotificationURL);
        assert.deepEqual(await endOf(named.paymentId), passed);
        const { redirectURL } = agent;
        const extra = { agent: { redirectURL } };
        const { paymentId, acsTxnId } = await payToChallenge(gateway, { token, extra });
        const back = await returnFromChallenge(gateway, await passChallenge(gateway, acsTxnId));
        assert.ok(locationOf(back).href.startsWith(`${redirectURL}&paymentId=${paymentId}`));
        const { merchant: shown } = await merchant.read(paymentId);
        assert.equal((shown as Json)['redirectURL'], redirectURL);
      });

      test('URLs of an unregistered origin are refused', async () => {
        for (const name of [
          'merchant.acsNotificationURL',
          'merchant.redirectURL',
          'agent.acsNotificationURL',
          'agent.redirectURL',
        ]) {
          const [party = '', field = ''] = name.split('.');
          const urls = [
            'https://thief.example/3ds',
            `${shopOrigin}.thief.example/`,
            'javascript:x',
          ];
          for (const url of urls) {
            const extra = { device: browserDevice(), [party]: { [field]: url } };
            const reply = await gateway.payByCard({ token, card: cards.challenge, extra });
            assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], url);
            const fields = (reply.body['details'] as Json[]).map((one) => one['field']);
            assert.deepEqual(fields, [name]);
          }
        }
      });

      test('a payment page returns to itself, also after a soft decline', async () => {
        const made = await merchant.createWithoutInstrument({ channel: 'PAYWALL' });
        const { clientToken, redirectURL } = bodyOf(made) as Record<string, string>;
        const paymentId = paymentIdOf(made);
        const page = merchantClientOf(gateway, clientToken ?? '');
        const instrument = { type: 'CARD', instrumentNo: cards.softDecline, expDate: '203912' };
        const body = { instrument: { ...instrument, cvv: '123' }, device: browserDevice() };
        bodyOf(await page.call('PUT', paymentId, '/instrument', body));
        const { acsTxnId } = await waitForChallenge(gateway, page.token, paymentId);
        const back = await passChallenge(gateway, acsTxnId);
        assert.equal(locationOf(await returnFromChallenge(gateway, back)).href, redirectURL);
        assert.equal((await endOf(paymentId)).end, 'COMPLETED');
      });

      test('an order can be paid again after a failed challenge', async () => {
        const orderId = randomUUID();
        const first = await payToChallenge(gateway, { token, orderId });
        await actInChallenge(gateway, first.acsTxnId, 'reject');
        assert.deepEqual(await endOf(first.paymentId), over('REJECTED SCA_FAILED'));
        const again = await payToChallenge(gateway, { token, orderId });
        await passChallenge(gateway, again.acsTxnId);
        assert.deepEqual(await endOf(again.paymentId), passed);
      });
    },
  );
}
