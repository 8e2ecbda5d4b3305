// Adjustments above the authenticated amount, on both databases: allowed within the merchant's
// tolerance, to the minor unit, and never beyond it in several steps.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { askSubsequent, beginSeries } from '../support/life/series.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { cards, payWithDevice } from '../support/threeds/challenge.ts';

const TOO_MUCH = [422, 'ADJUSTMENT_EXCEEDS_AUTHENTICATION'];

for (const database of databasesOfTier) {
  describe(`adjustments on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      merchant = await addMerchantClient(gateway, { recurringAllowed: true });
    });
    after(() => gateway?.release());

    /** A hold whose customer was authenticated for the amount. */
    const held = async (of: MerchantClient, amount: number, currency = 'PLN'): Promise<string> => {
      const extra = { options: { transKind: 'PREAUTH' } };
      const asked = { token: of.token, card: cards.frictionless, amount, currency, extra };
      const reply = await payWithDevice(gateway, asked);
      await gateway.waitForStatus(of.token, paymentIdOf(reply), 'COMPLETED');
      return paymentIdOf(reply);
    };
    const adjust = (of: MerchantClient, paymentId: string, amount: number): Promise<Reply> =>
      of.call('POST', paymentId, '/adjustment', { amount });
    const authorized = async (of: MerchantClient, paymentId: string): Promise<unknown> =>
      (await of.read(paymentId))['authorizedAmount'];

    for (const [amount, currency, highest, above] of [
      [1, 'PLN', 1.15, 1.16],
      [10.01, 'PLN', 11.51, 11.52],
      [0.06, 'EUR', 0.06, 0.07],
      [101, 'JPY', 116, 117],
      [1.001, 'KWD', 1.151, 1.152],
    ] as const) {
      test(`${amount} ${currency} goes up to ${highest}, not to ${above}`, async () => {
        const paymentId = await held(merchant, amount, currency);
        const refused = await adjust(merchant, paymentId, above);
        assert.deepEqual(refusalOf(refused), TOO_MUCH);
        assert.match(refused.body['message'] as string, /new payment for the rest/);
        assert.equal(await authorized(merchant, paymentId), amount);
        bodyOf(await adjust(merchant, paymentId, highest));
        assert.equal(await authorized(merchant, paymentId), highest);
      });
    }

    test('a thousand adjustments reach no higher amount than one', async () => {
      const paymentId = await held(merchant, 1);
      assert.deepEqual(refusalOf(await adjust(merchant, paymentId, 50_000)), TOO_MUCH);
      bodyOf(await adjust(merchant, paymentId, 1.1));
      bodyOf(await adjust(merchant, paymentId, 1.15));
      assert.deepEqual(refusalOf(await adjust(merchant, paymentId, 1.16)), TOO_MUCH);
      bodyOf(await adjust(merchant, paymentId, 0.5));
      assert.deepEqual(refusalOf(await adjust(merchant, paymentId, 1.16)), TOO_MUCH);
      bodyOf(await adjust(merchant, paymentId, 1.15));
      const [, ...adjustments] = await merchant.transactions(paymentId);
      const told = adjustments.map(({ type, status, amount }) => [type, status, amount]);
      assert.deepEqual(
        told,
        [1.1, 1.15, 0.5, 1.15].map((amount) => ['ADJUSTMENT', 'COMPLETED', amount]),
      );
      const captured = bodyOf(await merchant.call('POST', paymentId, '/capture'));
      assert.equal(captured['capturedAmount'], 1.15);
    });

    test('a withdrawal restores the previous limit', async () => {
      const paymentId = await held(merchant, 100);
      await merchant.adjust(paymentId, 115);
      const lower = await merchant.adjust(paymentId, 60);
      bodyOf(await merchant.call('POST', paymentId, `/transactions/${lower}/cancel`));
      assert.equal(await authorized(merchant, paymentId), 115);
      assert.deepEqual(refusalOf(await adjust(merchant, paymentId, 115.01)), TOO_MUCH);
    });

    test('the operator sets the tolerance, also to zero', async () => {
      const shop = await gateway.addMerchant({ adjustmentTolerancePercent: 0 });
      const strict = {
        ...merchant,
        token: await gateway.authenticate(shop.merchantId, shop.secret),
      };
      const call = (paymentId: string, amount: number): Promise<Reply> =>
        gateway.call('POST', `/v1/ecommerce/payment/${paymentId}/adjustment`, {
          token: strict.token,
          body: { amount },
        });
      const operate = (method: string, body?: Json): Promise<Reply> =>
        gateway.call(method, `/v1/admin/merchants/${shop.merchantId}`, {
          token: gateway.adminKey,
          body,
        });
      const paymentId = await held(strict, 100);
      assert.deepEqual(refusalOf(await call(paymentId, 100.01)), TOO_MUCH);
      bodyOf(await call(paymentId, 90));
      bodyOf(await call(paymentId, 100));
      bodyOf(await operate('PATCH', { settings: { adjustmentTolerancePercent: 100 } }));
      bodyOf(await call(paymentId, 200));
      assert.deepEqual(refusalOf(await call(paymentId, 200.01)), TOO_MUCH);
      bodyOf(await operate('PATCH', { settings: { adjustmentTolerancePercent: 0 } }));
      bodyOf(await call(paymentId, 150));
      assert.deepEqual(refusalOf(await call(paymentId, 150.01)), TOO_MUCH);
      for (const wrong of [-1, 101, 1.5]) {
        const reply = await operate('PATCH', { settings: { adjustmentTolerancePercent: wrong } });
        assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST']);
      }
      const { settings } = (await operate('GET')).body as { settings: Json };
      assert.equal(settings['adjustmentTolerancePercent'], 0);
    });

    test('a merchant-initiated hold has the same limit', async () => {
      const first = await beginSeries(gateway, merchant);
      const options = { transKind: 'PREAUTH' };
      const reply = await askSubsequent(gateway, first, { ...merchant, amount: 40, options });
      await gateway.waitForStatus(merchant.token, paymentIdOf(reply), 'COMPLETED');
      assert.deepEqual(refusalOf(await adjust(merchant, paymentIdOf(reply), 46.01)), TOO_MUCH);
      bodyOf(await adjust(merchant, paymentIdOf(reply), 46));
    });

    test('a card that is not enrolled in 3-D Secure has no limit', async () => {
      const paymentId = await merchant.preauthorize(1, { card: cards.notEnrolled });
      bodyOf(await adjust(merchant, paymentId, 500));
      assert.equal(await authorized(merchant, paymentId), 500);
    });
  });
}
