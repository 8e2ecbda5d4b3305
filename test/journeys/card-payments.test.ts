// Card payments on both databases: paid, preauthorized, declined, refused early, waiting for an
// instrument, and one successful payment per order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { assertOrderTaken, addMerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply, assertReplyFits, operationsOf } from '../support/reply-check.ts';
import type { ApiOperation } from '../support/reply-check.ts';

interface Trigger {
  readonly kind: string;
  readonly value: string;
  readonly provider: string;
  readonly outcome: string;
}

const base = '/v1/ecommerce/payment';

for (const database of databasesOfTier) {
  describe(`card payments on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let operations: ApiOperation[];
    let token: string;
    before(async () => {
      gateway = await sharedGateway(database);
      operations = await operationsOf(gateway);
      ({ token } = await addMerchantClient(gateway));
    });
    after(() => gateway?.release());

    test('a payment is paid, and every reply about it has the documented form', async () => {
      const orderId = `order-${randomUUID()}`;
      const login = { merchant: { merchantId: '10000001' }, secret: 'sandbox-secret-10000001' };
      const auth = await gateway.call('POST', '/v1/ecommerce/auth', { body: login });
      assertReplyFits(operations, 'POST', '/v1/ecommerce/auth', auth);
      assert.equal(auth.body['expires_in'], 86_400);
      const reply = await gateway.payByCard({
        token,
        orderId,
        amount: 1234.5,
        extra: {
          customer: { email: 'jan.kowalski@example.org', loyaltyCard: { unknown: true } },
          device: { ip: '192.0.2.1', browserData: { colorDepth: '24', javaEnabled: null } },
        },
      });
      assertReplyFits(operations, 'POST', base, reply);
      assert.equal(reply.body['status'], 'PENDING');
      const paymentId = reply.body['paymentId'] as string;
      const status = await gateway.waitForStatus(token, paymentId);
      assert.deepEqual(status, {
        paymentId,
        status: 'COMPLETED',
        version: 3,
        statusPresentation: true,
      });

      const at = `${base}/${paymentId}`;
      const [read, state, list] = await Promise.all([
        gateway.call('GET', at, { token }),
        gateway.call('GET', `${at}/status`, { token }),
        gateway.call<Json[]>('GET', `${at}/transactions`, { token }),
      ]);
      assertReplyFits(operations, 'GET', `${base}/{paymentId}`, read);
      assertReplyFits(operations, 'GET', `${base}/{paymentId}/status`, state);
      assertReplyFits(operations, 'GET', `${base}/{paymentId}/transactions`, list);
      assert.match(read.text, /"amount":1234\.50[,}]/);
      assert.deepEqual(read.body['instrument'], {
        type: 'CARD',
        cardMask: '411111******1111',
        organization: 'VISA',
      });
      assert.equal(read.body['capturedAmount'], 1234.5);
      assert.equal((read.body['order'] as Json)['extOrderId'], orderId);
      assert.doesNotMatch(read.text, /jan\.kowalski@/);
      assert.equal(list.body.length, 1);
      const [only] = list.body;
      assert.equal(only?.['type'], 'AUTH');
      assert.equal(only?.['status'], 'COMPLETED');
      assert.equal(only?.['amount'], 1234.5);
      const charges = await gateway.chargesOf(paymentId);
      assert.deepEqual(
        charges.map((one) => [one.result, one.amountMinor]),
        [['APPROVED', '123450']],
      );
    });

    test('a preauthorization holds the amount and waits for its capture', async () => {
      const made = await gateway.payByCard({ token, amount: 80, transKind: 'PREAUTH' });
      const paymentId = made.body['paymentId'] as string;
      await waitForDataRequest(gateway, token, paymentId, 'CAPTURE');
      const read = await gateway.call('GET', `${base}/${paymentId}`, { token });
      assert.equal(read.body['authorizedAmount'], 80);
      assert.equal(read.body['capturedAmount'], 0);
      const list = await gateway.call<Json[]>('GET', `${base}/${paymentId}/transactions`, {
        token,
      });
      assert.deepEqual(
        list.body.map((one) => one['type']),
        ['PREAUTH'],
      );
    });

    test('every acquirer test card behaves as in the catalogue', async () => {
      const { body } = await gateway.call<Trigger[]>('GET', '/sandbox/triggers');
      const ofAcquirer = body.filter((one) => one.kind === 'card' && one.provider === 'acquirer');
      const cards = ofAcquirer.filter((one) => isPrompt(one.outcome));
      assert.ok(cards.length >= 20, 'the catalogue lists approved and declined cards');
      await Promise.all(
        cards.map(async ({ value, outcome }) => {
          const made = await gateway.payByCard({ token, card: value });
          assert.equal(made.status, 200, made.text);
          const end = await gateway.waitForStatus(token, made.body['paymentId'] as string);
          const wanted = outcome === 'APPROVED' ? ['COMPLETED', undefined] : ['REJECTED', outcome];
          assert.deepEqual([end['status'], end['rejectCode']], wanted, value);
          assert.equal(typeof end['rejectInfo'], outcome === 'APPROVED' ? 'undefined' : 'string');
        }),
      );
    });

    test('amounts and names of the catalogue decline as well', async () => {
      const cases = [
        { amount: 10.51, card: '4242424242424242', code: 'INSUFFICIENT_FUNDS' },
        { amount: 10, holder: 'decline lost_card', code: 'LOST_CARD' },
      ];
      for (const { code, ...payment } of cases) {
        const made = await gateway.payByCard({ token, ...payment });
        const end = await gateway.waitForStatus(token, made.body['paymentId'] as string);
        assert.deepEqual([end['status'], end['rejectCode']], ['REJECTED', code]);
      }
    });

    test('refuses impossible payments at once, without calling a provider', async () => {
      const limited = await gateway.addMerchant({
        channels: ['MOBILE', 'WEBAPI'],
        methods: ['GPAY', 'CARD'],
        currencies: ['PLN'],
      });
      const noCards = await gateway.addMerchant({ methods: ['BLIK'] });
      const limitedToken = await gateway.authenticate(limited.merchantId, limited.secret);
      const noCardsToken = await gateway.authenticate(noCards.merchantId, noCards.secret);
      const wallet = { type: 'GPAY', token: 'dA==' };
      const cases: [string, string, Json][] = [
        ['UNSUPPORTED_BIN', limitedToken, { instrument: card('9999999999999995', '203912') }],
        ['EXPIRED_CARD', limitedToken, { instrument: card('4111111111111111', '202001') }],
        ['CHANNEL_NOT_SUPPORTED', limitedToken, { channel: 'PAYWALL' }],
        ['CURRENCY_NOT_SUPPORTED', limitedToken, { order: { amount: 5, currency: 'EUR' } }],
        ['METHOD_NOT_SUPPORTED', noCardsToken, {}],
        ['METHOD_NOT_SUPPORTED', noCardsToken, { method: 'GPAY', instrument: wallet }],
        ['WALLET_TOKEN_INVALID', limitedToken, { method: 'GPAY', instrument: wallet }],
      ];
      for (const [code, of, extra] of cases) {
        const reply = await gateway.payByCard({ token: of, extra });
        assertReplyFits(operations, 'POST', base, reply);
        assert.deepEqual([reply.body['status'], reply.body['rejectCode']], ['REJECTED', code]);
        assert.ok(String(reply.body['rejectInfo']).length > 10);
        const paymentId = reply.body['paymentId'] as string;
        assert.deepEqual(await gateway.chargesOf(paymentId), []);
        const status = await gateway.statusOf(of, paymentId);
        assert.deepEqual([status['status'], status['rejectCode']], ['REJECTED', code]);
      }
    });

    test('a payment without an instrument stays NEW and requests one', async () => {
      for (const method of ['CARD', 'UNKNOWN', undefined]) {
        const body = { method, order: { amount: 10, currency: 'PLN' } };
        const reply = await gateway.call('POST', base, { token, body });
        assertReplyFits(operations, 'POST', base, reply);
        assert.deepEqual([reply.body['status'], reply.body['dataRequest']], ['NEW', 'INSTRUMENT']);
        const status = await gateway.statusOf(token, reply.body['paymentId'] as string);
        assert.deepEqual([status['status'], status['statusPresentation']], ['NEW', false]);
      }
    });

    test('a paid order is not paid again, a declined one may be', async () => {
      const orderId = `order-${randomUUID()}`;
      const declined = await gateway.payByCard({ token, orderId, card: '4000000000000002' });
      await gateway.waitForStatus(token, declined.body['paymentId'] as string, 'REJECTED');
      const paid = await gateway.payByCard({ token, orderId });
      await gateway.waitForStatus(token, paid.body['paymentId'] as string, 'COMPLETED');
      const again = await gateway.payByCard({ token, orderId });
      assert.deepEqual([again.status, again.body['code']], [409, 'ORDER_ALREADY_PAID']);
      const message = `payment ${String(paid.body['paymentId'])} is completed`;
      assert.deepEqual(again.body['details'], [{ field: 'order.extOrderId', message }]);
      assertErrorReply(again);
      const neighbour = await gateway.authenticate('10000002');
      const elsewhere = await gateway.payByCard({ token: neighbour, orderId });
      assert.equal(elsewhere.status, 200, 'another merchant has orders of its own');
    });

    test('only one of many concurrent payments of an order succeeds', async () => {
      const orderId = `order-${randomUUID()}`;
      const replies = await Promise.all(
        Array.from({ length: 12 }, () => gateway.payByCard({ token, orderId })),
      );
      const accepted = replies.filter((one) => one.status === 200);
      assert.equal(accepted.length, 1);
      for (const one of replies) {
        if (one.status !== 200) assertOrderTaken(one, accepted[0]?.body['paymentId']);
      }
    });
  });
}

function isPrompt(outcome: string): boolean {
  return !/SLOW|NO_ANSWER|LOST_AFTER|_AFTER_|PENDING/.test(outcome);
}

function card(instrumentNo: string, expDate: string): Json {
  return { type: 'CARD', instrumentNo, expDate, cvv: '123' };
}

async function waitForDataRequest(
  gateway: BorrowedGateway,
  token: string,
  paymentId: string,
  wanted: string,
): Promise<void> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    const status = await gateway.statusOf(token, paymentId);
    if (status['dataRequest'] === wanted) return;
    assert.ok(Date.now() < deadline, JSON.stringify(status));
    await sleep(20);
  }
}
