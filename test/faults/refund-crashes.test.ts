// kill -9 during a refund: the provider returns the money exactly once, and the refund ends.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway } from '../support/gateway.ts';
import { addMerchantClient, bodyOf, type MerchantClient } from '../support/life/payments.ts';
import { findInconsistencies, openDatabaseOf } from '../support/life/consistency.ts';
import {
  createInstallation,
  embeddedFirst,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

/** So that unanswered requests are asked about soon. */
const env = { BRAMKA_PROVIDER_TIMEOUT_MS: '300', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '1000' };

const asked = { amount: 30, extRefundId: 'once' };

/** The refund ends once, however often it is asked for. */
async function assertEnded(merchant: MerchantClient, paymentId: string): Promise<void> {
  const again = bodyOf(await merchant.call('POST', paymentId, '/refund', asked));
  let list: Json[] = [];
  await until(async () => {
    list = bodyOf<Json[]>(await merchant.call<Json[]>('GET', paymentId, '/refunds'));
    return list.every((one) => one['status'] === 'COMPLETED');
  }, 'the refund to end');
  assert.deepEqual(
    list.map((one) => [one['refundId'], one['amount']]),
    [[again['refundId'], 30]],
  );
  const balance = bodyOf(await merchant.call('GET', 'refunds', '/balance'));
  assert.deepEqual([balance['available'], balance['pending']], [70, 0]);
}

async function refundAndDie(
  installation: Installation,
  at: string,
  of: MerchantClient,
  paymentId: string,
) {
  const failing = { ...env, BRAMKA_FAILPOINTS: `${at}=kill` };
  const dying = await startGateway({ installation, env: failing });
  await of
    .atNode(dying)
    .call('POST', paymentId, '/refund', asked)
    .catch(() => undefined);
  assert.equal(await dying.exited(), null, `killed at ${at}`);
}

async function assertConsistent(installation: Installation): Promise<void> {
  const db = await openDatabaseOf(installation);
  assert.deepEqual(await findInconsistencies(db), []);
  await db.close();
}

const killed = {
  async postgres(): Promise<void> {
    const installation = await createInstallation('postgres');
    const node = await startGateway({ installation, env });
    for (const at of ['attempt.committed', 'outcome.received', 'outcome.committed']) {
      const shop = await addMerchantClient(node);
      const paymentId = await shop.pay({ amount: 100 });
      await refundAndDie(installation, at, shop, paymentId);
      await assertEnded(shop, paymentId);
    }
    await assertConsistent(installation);
  },
  async embedded(): Promise<void> {
    const installation = await createInstallation('embedded');
    const first = await startGateway({ installation, env });
    const shop = await addMerchantClient(first);
    const paymentId = await shop.pay({ amount: 100 });
    await first.stop();
    await refundAndDie(installation, 'outcome.received', shop, paymentId);
    const gateway = await startGateway({ installation, env });
    await assertEnded(shop.atNode(gateway), paymentId);
    await gateway.stop();
    await assertConsistent(installation);
  },
};

const titles = {
  postgres: 'a refund killed on one of two nodes, at every step',
  embedded: 'a refund killed on the embedded database, before its result is recorded',
};
for (const database of embeddedFirst) {
  test(titles[database], { skip: skipOn(database) }, killed[database]);
}
