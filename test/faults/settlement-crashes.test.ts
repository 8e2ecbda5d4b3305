// kill -9 at every point of a settlement run on PostgreSQL: the run is continued, and every payment
// is settled and paid out exactly once. Two nodes that settle at the same time do no more than one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { spawnGateway, startGateway } from '../support/gateway.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { addSettledShop, midnight, NOON, type SettledShop } from '../support/life/settlements.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import { moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';
import { parkingAt } from '../support/waiting/parking.ts';
import { until } from '../support/waiting/until.ts';

const PAYMENTS = 5;
const AMOUNT = 20;

/** Before a run: they stop the whole job, so each kills a process of its own. */
const beginning = ['settlement.starting', 'settlement.started'] as const;
/**
 * In the order of a run. Those of one group are killed together: four runs are worked on at the
 * same time, and each is parked at one of the points.
 */
const running = [
  ['settlement.found', 'settlement.payment', 'settlement.settled', 'settlement.recorded'],
  ['settlement.closing', 'settlement.closed', 'settlement.finishing', 'settlement.finished'],
] as const;
/** One for every point. */
const SHOPS = beginning.length + running.flat().length;

async function payMany(shop: SettledShop): Promise<void> {
  const merchant = await shop.merchant();
  for (let made = 0; made < PAYMENTS; made += 1) await merchant.pay({ amount: AMOUNT });
}

/** Everything was settled and paid out once, whatever happened in between. */
async function assertSettledOnce(
  installation: Installation,
  { merchantId }: SettledShop,
): Promise<void> {
  const total = BigInt(PAYMENTS * AMOUNT * 100);
  const query = <Row>(text: string) => rowsOf<Row>(installation, text, [merchantId]);
  const statuses = await query('select distinct status from payments where merchant_id = $1');
  assert.deepEqual(statuses, [{ status: 'SETTLED' }]);
  const [items] = await query(
    `select count(*) as items, sum(net_minor)::bigint as net from settlement_items
     where merchant_id = $1`,
  );
  assert.deepEqual(items, { items: BigInt(PAYMENTS), net: total });
  const [batch] = await query(
    `select sum(t.items)::bigint as items, sum(b.payout_minor)::bigint as payout,
       bool_and(b.status = 'CLOSED') as closed
     from settlement_batches b join settlement_totals t using (merchant_id, batch_id)
     where b.merchant_id = $1`,
  );
  assert.deepEqual(batch, { items: BigInt(PAYMENTS), payout: total, closed: true });
  const balances = await query(
    `select account, balance_minor as minor from ledger_balances
     where merchant_id = $1 and balance_minor <> 0 order by account`,
  );
  assert.deepEqual(balances, [
    { account: 'BANK', minor: total },
    { account: 'RECEIVABLE:sandbox', minor: -total },
  ]);
  const events = await query(
    `select count(*) as settled from events
     where merchant_id = $1 and body like '%"status":"SETTLED"%'`,
  );
  assert.deepEqual(events, [{ settled: BigInt(PAYMENTS) }]);
  const open = await query(
    'select 1 from settlement_runs where merchant_id = $1 and finished_at is null',
  );
  assert.deepEqual(open, []);
}

/** The job works as soon as the process starts; the clock stands, so leases of dead ones last. */
async function killParked(installation: Installation, points: readonly string[]): Promise<void> {
  const env = { ...withoutRateLimits, BRAMKA_FAILPOINTS: parkingAt(points) };
  const victim = spawnGateway(installation, env);
  const found = (): string[] => victim.logs().match(/^parked at .*$/gm) ?? [];
  await until(() => found().length >= points.length, `runs parked at ${points.join()}`);
  assert.deepEqual(found().sort(), points.map((point) => `parked at ${point}: 1`).sort());
  victim.signal('SIGKILL');
  await victim.exited();
}

describe('settlement killed', { skip: skipOn('postgres') }, () => {
  test('at every point it continues and settles once', async () => {
    const installation = await createInstallation('postgres');
    const first = await startGateway({ installation, env: withoutRateLimits });
    await moveClock(first, { at: NOON, freeze: true });
    const shops: SettledShop[] = [];
    for (let added = 0; added < SHOPS; added += 1) shops.push(await addSettledShop(first));
    await Promise.all(shops.map(payMany));
    // Otherwise the next process looks for due payments as soon as it starts, and is killed then.
    const looked = 'select merchant_id from settlement_cursors where merchant_id = any ($1)';
    const ids = shops.map(({ merchantId }) => merchantId);
    await until(
      async () => (await rowsOf(installation, looked, [ids])).length === SHOPS,
      'a look at all shops',
    );
    await first.stop();
    const [starting, started] = beginning;
    const env = { ...withoutRateLimits, BRAMKA_FAILPOINTS: `${starting}=kill` };
    const second = await startGateway({ installation, env });
    await moveClock(second, { at: midnight(1) }).catch(() => undefined);
    assert.equal(await second.exited(), null, `killed at ${starting}`);
    // It begins at once, so it may die before it answers a request.
    const third = spawnGateway(installation, { ...env, BRAMKA_FAILPOINTS: `${started}=kill` });
    assert.equal(await third.exited(), null, `killed at ${started}`);
    for (const points of running) await killParked(installation, points);
    // The runs are found after the leases of the dead processes.
    const last = await startGateway({ installation, env: withoutRateLimits });
    const after = new Date(Date.parse(midnight(1)) + 3_600_000).toISOString();
    assert.equal((await moveClock(last, { at: after })).finished, true);
    for (const shop of shops) await assertSettledOnce(installation, shop);
    await last.stop();
    await installation.remove();
  });

  test('two nodes that settle at the same time settle once', async () => {
    const [one, two] = await exclusiveNodes('postgres', 2);
    assert.ok(one && two);
    try {
      await moveClock(one, { at: NOON, freeze: true });
      const shop = await addSettledShop(one);
      await payMany(shop);
      const at = midnight(1);
      await Promise.all([moveClock(one, { at }), moveClock(two, { at })]);
      const token = one.adminKey;
      const path = `/v1/admin/merchants/${shop.merchantId}/settlement-runs`;
      await Promise.all(
        [one, two, one, two].map(async (node) => {
          const reply = await node.call('POST', path, { token, body: {} });
          assert.equal(reply.status, 200, reply.text);
        }),
      );
      await Promise.all([one, two].map((node) => moveClock(node, { advance: 60 })));
      await moveClock(one, { advance: 60 });
      await assertSettledOnce(one.installation, shop);
    } finally {
      await one.release();
    }
  });
});
