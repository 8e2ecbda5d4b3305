// Results of authentications and the SDK id in them: a result of an app must name its own SDK, one
// of a browser none. A missing id is refused like a wrong one.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { MerchantClient } from '../support/life/payments.ts';
import { appCustomer } from '../support/threeds/app-customer.ts';
import { assertReceived } from '../support/threeds/directory-between.ts';
import { resultOf, targetOf } from '../support/threeds/hostile-results.ts';
import { openResultRig, type ResultRig } from '../support/threeds/result-rig.ts';

describe('SDK ids in results', () => {
  let rig: ResultRig;
  let shop: MerchantClient;
  before(async () => {
    rig = await openResultRig();
    ({ shop } = rig);
  });
  after(() => rig?.close());

  /** Asserts that no record of the payment changes during the work. */
  async function unchanged(work: () => Promise<void>, of: [MerchantClient, string]): Promise<void> {
    const beforehand = await rig.recordsOf(...of);
    await work();
    assert.deepEqual(await rig.recordsOf(...of), beforehand);
  }

  test('a result of an app that names another SDK, or none, is refused', async () => {
    const app = await appCustomer(rig.gateway, shop.token);
    const { paymentId, acsData, challenge, sdk } = await app.startChallenge();
    const mine = targetOf(paymentId, await rig.directory.talk(String(acsData['tdsServerTxnId'])));
    const { transId: sdkTransID } = sdk.authenticationParameters();
    await unchanged(async () => {
      const swapped = [mine.acsTransId, mine.dsTransId, mine.id, paymentId];
      for (const wrong of [undefined, '', null, randomUUID(), ...swapped]) {
        const hostile = { key: mine.key, body: resultOf(mine, { sdkTransID: wrong }) };
        const statuses = (await rig.send(hostile)).map(({ status }) => status);
        assert.deepEqual([...new Set(statuses)], [401], String(wrong));
      }
      // The right SDK id in place of each other id.
      for (const field of ['acsTransID', 'dsTransID', 'threeDSServerTransID']) {
        const fields = { sdkTransID, [field]: sdkTransID };
        const hostile = { key: mine.key, body: resultOf(mine, fields) };
        for (const reply of await rig.send(hostile)) assert.equal(reply.status, 401, field);
      }
    }, [shop, paymentId]);
    await challenge.send();
    await challenge.send({ challengeDataEntry: '1234' });
    const genuine = await rig.directory.result(mine.id);
    assert.equal(genuine['sdkTransID'], sdkTransID);
    assertReceived(await rig.notify({ body: genuine }, mine.key));
    await rig.gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
  });

  test('a result of a browser that names an SDK is refused', async () => {
    const mine = await rig.challenged(shop);
    await unchanged(async () => {
      for (const sdkTransID of [randomUUID(), mine.acsTransId, mine.dsTransId, mine.id]) {
        const hostile = { key: mine.key, body: resultOf(mine, { sdkTransID }) };
        for (const reply of await rig.send(hostile)) assert.equal(reply.status, 401);
      }
    }, [shop, mine.paymentId]);
    await rig.finish(shop, mine);
  });
});
