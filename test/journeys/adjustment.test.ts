// Adjustments above the amount the customer was authenticated for, on both databases: within the
// tolerance of the merchant, to the minor unit, and never beyond it by several steps.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { done, idOf, openDesk, refusal, unlimited, type Desk } from '../support/life/payments.ts';
import { askSubsequent, beginSeries } from '../support/life/series.ts';
import { databaseKinds, skipOn } from '../support/place.ts';
import { cards, payWithDevice } from '../support/threeds/challenge.ts';

const TOO_MUCH = [422, 'ADJUSTMENT_EXCEEDS_AUTHENTICATION'];

for (const database of databaseKinds) {
  describe(`adjustments on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: Gateway;
    let desk: Desk;
    before(async () => {
      gateway = await startGateway({ database, env: unlimited });
      desk = await openDesk(gateway, { recurringAllowed: true });
    });
    after(() => gateway?.stop());

    /** A hold whose customer was authenticated for the amount. */
    const held = async (of: Desk, amount: number, currency = 'PLN'): Promise<string> => {
      const extra = { options: { transKind: 'PREAUTH' } };
      const asked = { token: of.token, card: cards.frictionless, amount, currency, extra };
      const reply = await payWithDevice(gateway, asked);
      await gateway.waitForStatus(of.token, idOf(reply), 'COMPLETED');
      return idOf(reply);
    };
    const adjust = (of: Desk, paymentId: string, amount: number): Promise<Reply> =>
      of.call('POST', paymentId, '/adjustment', { amount });
    const authorized = async (of: Desk, paymentId: string): Promise<unknown> =>
      (await of.read(paymentId))['authorizedAmount'];

    for (const [amount, currency, highest, above] of [
      [1, 'PLN', 1.15, 1.16],
      [10.01, 'PLN', 11.51, 11.52],
      [0.06, 'EUR', 0.06, 0.07],
      [101, 'JPY', 116, 117],
      [1.001, 'KWD', 1.151, 1.152],
    ] as const) {
      test(`${amount} ${currency} goes up to ${highest}, not to ${above}`, async () => {
        const paymentId = await held(desk, amount, currency);
        const refused = await adjust(desk, paymentId, above);
        assert.deepEqual(refusal(refused), TOO_MUCH);
        assert.match(refused.body['message'] as string, /new payment for the difference/);
        assert.equal(await authorized(desk, paymentId), amount);
        done(await adjust(desk, paymentId, highest));
        assert.equal(await authorized(desk, paymentId), highest);
      });
    }

    test('a thousand steps lead no further than one', async () => {
      const paymentId = await held(desk, 1);
      assert.deepEqual(refusal(await adjust(desk, paymentId, 50_000)), TOO_MUCH);
      done(await adjust(desk, paymentId, 1.1));
      done(await adjust(desk, paymentId, 1.15));
      assert.deepEqual(refusal(await adjust(desk, paymentId, 1.16)), TOO_MUCH);
      done(await adjust(desk, paymentId, 0.5));
      assert.deepEqual(refusal(await adjust(desk, paymentId, 1.16)), TOO_MUCH);
      done(await adjust(desk, paymentId, 1.15));
      const [, ...adjustments] = await desk.transactions(paymentId);
      const told = adjustments.map(({ type, status, amount }) => [type, status, amount]);
      assert.deepEqual(
        told,
        [1.1, 1.15, 0.5, 1.15].map((amount) => ['ADJUSTMENT', 'COMPLETED', amount]),
      );
      const captured = done(await desk.call('POST', paymentId, '/capture'));
      assert.equal(captured['capturedAmount'], 1.15);
    });

    test('a withdrawal returns to what was allowed before', async () => {
      const paymentId = await held(desk, 100);
      await desk.adjust(paymentId, 115);
      const lower = await desk.adjust(paymentId, 60);
      done(await desk.call('POST', paymentId, `/transactions/${lower}/cancel`));
      assert.equal(await authorized(desk, paymentId), 115);
      assert.deepEqual(refusal(await adjust(desk, paymentId, 115.01)), TOO_MUCH);
    });

    test('the operator sets the tolerance, also to nothing', async () => {
      const shop = await gateway.addMerchant({ adjustmentTolerancePercent: 0 });
      const strict = { ...desk, token: await gateway.authenticate(shop.merchantId, shop.secret) };
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
      assert.deepEqual(refusal(await call(paymentId, 100.01)), TOO_MUCH);
      done(await call(paymentId, 90));
      done(await call(paymentId, 100));
      done(await operate('PATCH', { settings: { adjustmentTolerancePercent: 100 } }));
      done(await call(paymentId, 200));
      assert.deepEqual(refusal(await call(paymentId, 200.01)), TOO_MUCH);
      done(await operate('PATCH', { settings: { adjustmentTolerancePercent: 0 } }));
      done(await call(paymentId, 150));
      assert.deepEqual(refusal(await call(paymentId, 150.01)), TOO_MUCH);
      for (const wrong of [-1, 101, 1.5]) {
        const reply = await operate('PATCH', { settings: { adjustmentTolerancePercent: wrong } });
        assert.deepEqual(refusal(reply), [400, 'INVALID_REQUEST']);
      }
      const { settings } = (await operate('GET')).body as { settings: Json };
      assert.equal(settings['adjustmentTolerancePercent'], 0);
    });

    test('a hold without the customer has the same limit', async () => {
      const first = await beginSeries(gateway, desk);
      const options = { transKind: 'PREAUTH' };
      const reply = await askSubsequent(gateway, first, { ...desk, amount: 40, options });
      await gateway.waitForStatus(desk.token, idOf(reply), 'COMPLETED');
      assert.deepEqual(refusal(await adjust(desk, idOf(reply), 46.01)), TOO_MUCH);
      done(await adjust(desk, idOf(reply), 46));
    });

    test('a card outside 3-D Secure was authenticated for no amount', async () => {
      const paymentId = await desk.held(1, { card: cards.notEnrolled });
      done(await adjust(desk, paymentId, 500));
      assert.equal(await authorized(desk, paymentId), 500);
    });
  });
}
