// kill -9 at every point of a settlement run on PostgreSQL: the run is continued, and every payment
// is settled and paid out exactly once. Two nodes that settle at the same time do no more than one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { addSettledShop, midnight, NOON, type SettledShop } from '../support/life/settlements.ts';
import { createPlace, skipOn, type Place } from '../support/place.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import { moveClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';

const PAYMENTS = 5;
const AMOUNT = 20;

/** In the order of a run. */
const points = [
  'settlement.starting',
  'settlement.started',
  'settlement.found',
  'settlement.payment',
  'settlement.settled',
  'settlement.recorded',
  'settlement.closing',
  'settlement.closed',
  'settlement.finishing',
  'settlement.finished',
];

async function payMany(shop: SettledShop): Promise<void> {
  const merchant = await shop.merchant();
  for (let made = 0; made < PAYMENTS; made += 1) await merchant.pay({ amount: AMOUNT });
}

/** Everything was settled and paid out once, whatever happened in between. */
async function assertSettledOnce(place: Place, { merchantId }: SettledShop): Promise<void> {
  const total = BigInt(PAYMENTS * AMOUNT * 100);
  const query = <Row>(text: string) => rowsOf<Row>(place, text, [merchantId]);
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

describe('settlement killed', { skip: skipOn('postgres') }, () => {
  test('at every point, one after another, it continues and settles once', async () => {
    const place = await createPlace('postgres');
    let gateway: Gateway = await startGateway({ place, env: withoutRateLimits });
    await moveClock(gateway, { at: NOON, freeze: true });
    const shops: SettledShop[] = [];
    for (const _ of points) shops.push(await addSettledShop(gateway));
    await Promise.all(shops.map(payMany));
    await gateway.stop();
    // Each start dies at its point; the next one finds the run after the lease of the dead one.
    for (const [minute, point] of points.entries()) {
      const env = { ...withoutRateLimits, BRAMKA_FAILPOINTS: `${point}=kill` };
      const started = await startGateway({ place, env }).catch(() => undefined);
      // It may die before it has answered its first request.
      if (!started) continue;
      gateway = started;
      const at = new Date(Date.parse(midnight(1)) + minute * 60_000).toISOString();
      const moved = gateway.call('POST', '/sandbox/clock', { body: { at } });
      await moved.catch(() => undefined);
      assert.equal(await gateway.exited(), null, `killed at ${point}`);
    }
    gateway = await startGateway({ place, env: withoutRateLimits });
    const after = new Date(Date.parse(midnight(1)) + 3_600_000).toISOString();
    assert.equal((await moveClock(gateway, { at: after })).finished, true);
    for (const shop of shops) await assertSettledOnce(place, shop);
    await gateway.stop();
    await place.remove();
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
      await assertSettledOnce(one.place, shop);
    } finally {
      await one.release();
    }
  });
});
