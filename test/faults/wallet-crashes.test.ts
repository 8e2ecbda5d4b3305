// kill -9 during wallet payments: each token is charged at most once and never again, and Click to
// Pay learns every result.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway } from '../support/gateway.ts';
import { bodyOf, merchantClientOf, paymentIdOf } from '../support/life/payments.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import { createPlace, skipOn, type DatabaseKind } from '../support/place.ts';
import { rowsOf } from '../support/tables.ts';
import { until } from '../support/waiting/until.ts';

/** So that lost requests are given up soon. */
const env = { BRAMKA_PROVIDER_TIMEOUT_MS: '300', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '1000' };

const CONFIRMED = `select state from checkout_confirmations where payment_id = $1`;

const crashes: readonly [database: DatabaseKind, at: string, end: string, charges: number][] = [
  ['postgres', 'attempt.committed', 'ERROR', 0],
  ['postgres', 'outcome.received', 'COMPLETED', 1],
  ['postgres', 'confirmation.claimed', 'COMPLETED', 1],
  ['postgres', 'confirmation.sent', 'COMPLETED', 1],
  ['embedded', 'outcome.committed', 'COMPLETED', 1],
];

describe('Click to Pay killed', () => {
  for (const [database, at, end, charges] of crashes) {
    test(`at ${at} on ${database}`, { skip: skipOn(database) }, async () => {
      const place = await createPlace(database);
      const failing = { ...env, BRAMKA_FAILPOINTS: `${at}=kill` };
      const first = await startGateway({ place, env: failing });
      const shop = await addWalletShop(first);
      const instrument = await shop.instrument('C2P', { form: 'TOKEN' });
      const order = { extOrderId: 'order-1' };
      await shop.payWith(instrument, { order }).catch(() => undefined);
      assert.equal(await first.exited(), null, `killed at ${at}`);

      const gateway = await startGateway({ place, env });
      const after = merchantClientOf(gateway, shop.token);
      const body = { extOrderId: 'order-1' };
      const search = await gateway.call<string[]>('POST', '/v1/ecommerce/payment/search', {
        token: shop.token,
        body,
      });
      const [paymentId = ''] = bodyOf(search);
      await gateway.waitForStatus(after.token, paymentId, end);
      assert.equal((await gateway.chargesOf(paymentId)).length, charges);
      const second = { instrument, order: { amount: 123.45, currency: 'PLN' } };
      const again = await gateway.call('POST', '/v1/ecommerce/payment', {
        token: shop.token,
        body: second,
      });
      assert.notEqual(paymentIdOf(again), paymentId);
      assert.equal(again.body['rejectCode'], 'WALLET_TOKEN_USED');

      let results: unknown[] = [];
      await until(async () => {
        const list = bodyOf(await gateway.call<Json[]>('GET', '/sandbox/c2p/confirmations'));
        results = list.filter((one) => one['paymentId'] === paymentId).map((one) => one['result']);
        return results.length > 0;
      }, 'the confirmation');
      assert.deepEqual(results, [charges > 0 ? 'SUCCESS' : 'FAILURE']);
      // The tables of a running embedded database cannot be read from here.
      const isRecorded = async (): Promise<boolean> => {
        const [told] = await rowsOf<{ state: string }>(place, CONFIRMED, [paymentId]);
        return told?.state === 'CONFIRMED';
      };
      if (database === 'postgres') await until(isRecorded, 'its record');
      await gateway.stop();
      await place.remove();
    });
  }
});
