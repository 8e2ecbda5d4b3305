// kill -9 during wallet payments: each token is charged at most once and never again, and Click to
// Pay learns every result.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { bodyOf, paymentIdOf } from '../support/life/payments.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import { createInstallation, databaseKinds, skipOn } from '../support/installation.ts';
import type { DatabaseKind, Installation } from '../support/installation.ts';
import { advance, moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';
import { until } from '../support/waiting/until.ts';

/** So long that nothing becomes due before the clock is moved. */
const timing = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000', BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '60000' };
const DUE_SECONDS = 200;

const CONFIRMED = `select state from checkout_confirmations where payment_id = $1`;

type Crash = readonly [at: string, end: string, charges: number];

/** Killed together, in the order in which a payment reaches the points. */
const parked: Readonly<Record<DatabaseKind, readonly Crash[]>> = {
  postgres: [
    ['attempt.committed', 'ERROR', 0],
    ['outcome.received', 'COMPLETED', 1],
    ['confirmation.claimed', 'COMPLETED', 1],
  ],
  embedded: [['outcome.committed', 'COMPLETED', 1]],
};

/** Killed alone: a parked confirmation holds up all others. */
const alone: Readonly<Record<DatabaseKind, readonly Crash[]>> = {
  postgres: [['confirmation.sent', 'COMPLETED', 1]],
  embedded: [],
};

interface Chain {
  readonly gateway: Gateway;
  readonly token: string;
  /** What each payment was paid with, by its point. */
  readonly instruments: ReadonlyMap<string, Json>;
}

async function crashThroughAll(installation: Installation, database: DatabaseKind): Promise<Chain> {
  const points = parked[database].map(([at]) => at);
  const start = (failpoints = '') =>
    startGateway({ installation, env: { ...timing, BRAMKA_FAILPOINTS: failpoints } });
  const first = await start(parkingAt(points));
  // What a kill leaves open must not become due in the next process, which would be killed by it.
  await moveClock(first, { freeze: true });
  const shop = await addWalletShop(first);
  const all = [...points, ...alone[database].map(([at]) => at)];
  const instruments = new Map<string, Json>();
  for (const at of all) instruments.set(at, await shop.instrument('C2P', { form: 'TOKEN' }));
  const pay = (gateway: Gateway, at: string): Promise<unknown> => {
    const order = { amount: 123.45, currency: 'PLN', extOrderId: at };
    const body = { instrument: instruments.get(at), order };
    const paid = gateway.call('POST', '/v1/ecommerce/payment', { token: shop.token, body });
    return paid.catch(() => undefined);
  };
  const parking = new Parking(first);
  for (const at of points) await parking.park(at, pay(first, at));
  await parking.kill9();
  for (const [at] of alone[database]) {
    const victim = await start(`${at}=kill`);
    await pay(victim, at);
    assert.equal(await victim.exited(), null, `killed at ${at}`);
  }
  const gateway = await start();
  await advance(gateway, DUE_SECONDS);
  await moveClock(gateway, { freeze: false });
  return { gateway, token: shop.token, instruments };
}

async function assertPaid(
  chain: Chain,
  installation: Installation,
  [at, end, charges]: Crash,
): Promise<void> {
  const { gateway, token } = chain;
  const body = { extOrderId: at };
  const path = '/v1/ecommerce/payment';
  const search = await gateway.call<string[]>('POST', `${path}/search`, { token, body });
  const [paymentId = ''] = bodyOf(search);
  await gateway.waitForStatus(token, paymentId, end);
  assert.equal((await gateway.chargesOf(paymentId)).length, charges);
  const second = {
    instrument: chain.instruments.get(at),
    order: { amount: 123.45, currency: 'PLN' },
  };
  const again = await gateway.call('POST', path, { token, body: second });
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
    const [told] = await rowsOf<{ state: string }>(installation, CONFIRMED, [paymentId]);
    return told?.state === 'CONFIRMED';
  };
  if (installation.database === 'postgres') await until(isRecorded, 'its record');
}

for (const database of databaseKinds) {
  describe(`Click to Pay killed on ${database}`, { skip: skipOn(database) }, () => {
    let installation: Installation;
    let chain: Chain;
    before(async () => {
      installation = await createInstallation(database);
      chain = await crashThroughAll(installation, database);
    });
    after(async () => {
      await chain?.gateway.stop();
      await installation?.remove();
    });
    for (const crash of [...parked[database], ...alone[database]]) {
      test(`at ${crash[0]}`, () => assertPaid(chain, installation, crash));
    }
  });
}
