// Results of authentications and the SDK id in them: a result of an app must name its own SDK, one
// of a browser none. A missing id is refused like a wrong one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { MerchantClient } from '../support/life/payments.ts';
import { appCustomer } from '../support/threeds/app-customer.ts';
import { assertReceived } from '../support/threeds/directory-between.ts';
import { resultOf, targetOf } from '../support/threeds/hostile-results.ts';
import { openResultFixture, type ResultFixture } from '../support/threeds/result-fixture.ts';

describe('SDK ids in results', () => {
  let fixture: ResultFixture;
  let shop: MerchantClient;
  before(async () => {
    fixture = await openResultFixture();
    ({ shop } = fixture);
  });
  after(() => fixture?.close());

  /** Asserts that no record of the payment changes during the work. */
  async function unchanged(work: () => Promise<void>, of: [MerchantClient, string]): Promise<void> {
    const beforehand = await fixture.recordsOf(...of);
    await work();
    assert.deepEqual(await fixture.recordsOf(...of), beforehand);
  }

  test('a result of an app that names another SDK, or none, is refused', async () => {
    const app = await appCustomer(fixture.gateway, shop.token);
    const { paymentId, acsData, challenge, sdk } = await app.startChallenge();
    const mine = targetOf(
      paymentId,
      await fixture.directory.talk(String(acsData['tdsServerTxnId'])),
    );
    const { transId: sdkTransID } = sdk.authenticationParameters();
    await unchanged(async () => {
      const swapped = [mine.acsTransId, mine.dsTransId, mine.id, paymentId];
      for (const wrong of [undefined, '', null, randomUUID(), ...swapped]) {
        const hostile = { key: mine.key, body: resultOf(mine, { sdkTransID: wrong }) };
        const statuses = (await fixture.send(hostile)).map(({ status }) => status);
        assert.deepEqual([...new Set(statuses)], [401], String(wrong));
      }
      // The right SDK id in place of each other id.
      for (const field of ['acsTransID', 'dsTransID', 'threeDSServerTransID']) {
        const fields = { sdkTransID, [field]: sdkTransID };
        const hostile = { key: mine.key, body: resultOf(mine, fields) };
        for (const reply of await fixture.send(hostile)) assert.equal(reply.status, 401, field);
      }
    }, [shop, paymentId]);
    await challenge.send();
    await challenge.send({ challengeDataEntry: '1234' });
    const genuine = await fixture.directory.result(mine.id);
    assert.equal(genuine['sdkTransID'], sdkTransID);
    assertReceived(await fixture.notify({ body: genuine }, mine.key));
    await fixture.gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
  });

  test('a result of a browser that names an SDK is refused', async () => {
    const mine = await fixture.challenged(shop);
    await unchanged(async () => {
      for (const sdkTransID of [randomUUID(), mine.acsTransId, mine.dsTransId, mine.id]) {
        const hostile = { key: mine.key, body: resultOf(mine, { sdkTransID }) };
        for (const reply of await fixture.send(hostile)) assert.equal(reply.status, 401);
      }
    }, [shop, mine.paymentId]);
    await fixture.finish(shop, mine);
  });
});
