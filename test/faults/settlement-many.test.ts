// Many payments of one merchant on PostgreSQL: a run of several pages settles each once, shows its
// progress and needs bounded memory. BRAMKA_TEST_SETTLE_PAYMENTS=1000000 runs it at full size.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { addSettledShop, midnight, NOON } from '../support/life/settlements.ts';
import { createInstallation, skipOn } from '../support/installation.ts';
import { moveClock } from '../support/sandbox.ts';
import { rowsOf, withTables } from '../support/tables.ts';
import { LONGEST_WAIT_MS, until } from '../support/waiting/until.ts';

const PAYMENTS = Number(process.env['BRAMKA_TEST_SETTLE_PAYMENTS'] ?? '1600');
const AMOUNT_MINOR = 1000n;
const MAX_GROWTH_MIB = 400;

/** The time of a real id, and the rest by the number of the copy. */
const idLike = (id: string, salt: string): string =>
  `(left(${id}::text, 13) || '-7' || substr(md5('${salt}' || n), 1, 3) || '-8' ||
    substr(md5('${salt}' || n), 4, 3) || '-' || substr(md5('${salt}' || n), 7, 12))`;

const copies = [
  `insert into payments select (jsonb_populate_record(p, jsonb_build_object(
     'payment_id', ${idLike('p.payment_id', 'p')}, 'ext_order_id', null))).*
   from payments p, generate_series($2::integer, $3::integer) n
   where p.merchant_id = $1 and p.ext_order_id is not null`,
  `insert into ledger_transfers select (jsonb_populate_record(t, jsonb_build_object(
     'payment_id', ${idLike('t.payment_id', 'p')},
     'transfer_id', ${idLike('t.transfer_id', 't')}))).*
   from ledger_transfers t, generate_series($2::integer, $3::integer) n
   where t.merchant_id = $1 and t.transfer_id = (select transfer_id from ledger_transfers
     where merchant_id = $1 order by transfer_id limit 1)`,
];
const balances = `update ledger_balances set balance_minor = balance_minor * $2::integer
  where merchant_id = $1`;
/** A statement may take five seconds. */
const CHUNK = 5000;

function residentMib(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

test(`settles ${PAYMENTS} payments of one merchant`, { skip: skipOn('postgres') }, async (t) => {
  const installation = await createInstallation('postgres');
  const gateway = await startGateway({ installation, env: withoutRateLimits });
  await moveClock(gateway, { at: NOON, freeze: true });
  const shop = await addSettledShop(gateway);
  await (await shop.merchant()).pay({ amount: 10 });
  await withTables(installation, async (run) => {
    for (let from = 1; from < PAYMENTS; from += CHUNK) {
      const to = Math.min(from + CHUNK, PAYMENTS) - 1;
      for (const text of copies) await run(text, [shop.merchantId, from, to]);
    }
    await run(balances, [shop.merchantId, PAYMENTS]);
  });
  const before = residentMib(gateway.pid);
  const startedMs = Date.now();
  await gateway.call('POST', '/sandbox/clock', { body: { at: midnight(1) } });
  const seen = new Set<number>();
  let highest = before;
  const isDone = async (): Promise<boolean> => {
    const [run] = await rowsOf<{ settled: number; done: boolean }>(
      installation,
      `select settled, finished_at is not null as done from settlement_runs
       where merchant_id = $1`,
      [shop.merchantId],
    );
    seen.add(run?.settled ?? 0);
    highest = Math.max(highest, residentMib(gateway.pid));
    return run?.done === true;
  };
  await until(isDone, 'the end of the run', Math.max(LONGEST_WAIT_MS, PAYMENTS * 10));
  const seconds = (Date.now() - startedMs) / 1000;
  t.diagnostic(
    `${PAYMENTS} payments in ${seconds.toFixed(1)} s, ${Math.round(PAYMENTS / seconds)}/s; ` +
      `resident ${Math.round(before)} MiB before, at most ${Math.round(highest)} MiB`,
  );
  assert.ok(seen.has(PAYMENTS), [...seen].join());
  assert.ok(highest - before < MAX_GROWTH_MIB, `${before} to ${highest} MiB`);
  const net = AMOUNT_MINOR * BigInt(PAYMENTS);
  const sums = await rowsOf(
    installation,
    `select count(*) as items, sum(i.net_minor)::bigint as net, min(b.payout_minor) as payout
     from settlement_items i join settlement_batches b using (merchant_id, batch_id)
     where i.merchant_id = $1`,
    [shop.merchantId],
  );
  assert.deepEqual(sums, [{ items: BigInt(PAYMENTS), net, payout: net }]);
  await gateway.stop();
  await installation.remove();
});
