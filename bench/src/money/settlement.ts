// Measures settlement: the sandbox clock goes two days ahead, and all payments of the run that are
// due become SETTLED, with their items and batches.

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMeter, type CpuCost } from '../cpu/cpu-time.ts';
import type { Stage } from '../stage.ts';

export interface SettlementMeasured {
  readonly payments: number;
  readonly perSecond: number;
  readonly cpu: CpuCost | undefined;
}

const TWO_DAYS_SECONDS = 2 * 24 * 60 * 60;
const POLL_MS = 250;
const LIMIT_MS = 300_000;

const countDue = {
  name: 'bench.count-due',
  text: `select count(*)::integer as count from payments
    where status = 'COMPLETED' and captured_minor > 0`,
};
const countItems = {
  name: 'bench.count-items',
  text: `select count(*)::integer as count from settlement_items i
    join settlement_batches b using (merchant_id, batch_id) where b.status = 'CLOSED'`,
};

export async function measureSettlement(stage: Stage): Promise<SettlementMeasured> {
  const count = async (of: typeof countDue): Promise<number> =>
    (await stage.database.run<{ count: number }>(of))[0]?.count ?? 0;
  const payments = await count(countDue);
  const meter = cpuMeter(stage);
  const startMs = performance.now();
  await moveClock(stage);
  while ((await count(countItems)) < payments) {
    if (performance.now() - startMs > LIMIT_MS) throw new Error('payments were not settled');
    await sleep(POLL_MS);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const cpu = meter(payments);
  if ((await count(countDue)) > 0) throw new Error('due payments were left');
  return { payments, perSecond: payments / seconds, cpu };
}

/** The answer may take longer than the settlement of a page, so only its status counts. */
async function moveClock(stage: Stage): Promise<void> {
  const url = `http://127.0.0.1:${String(stage.gateway.target.port)}/sandbox/clock`;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: TWO_DAYS_SECONDS }),
  });
  if (!answer.ok) throw new Error(`the clock was not moved: ${await answer.text()}`);
}
