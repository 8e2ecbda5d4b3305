// The last phase: several refunds at once of payments that were paid out, from deposits and what
// else the merchant has.

import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { recordDeposit } from '@bramka/gateway/deposits/record-deposit.ts';
import { merchant } from '../client/call.ts';
import { refundBody } from '../client/refund-requests.ts';
import { settleAll, type Run } from '../phases.ts';
import { createChance, type Chance } from '../world/chance.ts';
import type { World } from '../world/world.ts';

const MOST = 8;

export async function refundSettled(run: Run): Promise<void> {
  const { world, driver } = run;
  const chance = createChance(world.seed, 60);
  const isSettled = ({ status }: Payment): boolean => status === 'SETTLED';
  const settled = world.storage.memory.rows<Payment>(payments).filter(isSettled);
  if (settled.length === 0) return;
  if (chance.percent(70)) await depositFor(world, chance, settled);
  for (let count = chance.below(MOST); count > 0; count -= 1) {
    const payment = chance.pick(settled);
    const { merchantId, paymentId } = payment;
    const mark = `late-refund-${String(count)}`;
    const body = refundBody(world, chance, payment, mark);
    const caller = merchant(merchantId);
    void driver.send({ operation: 'refund', caller, params: { paymentId }, body, key: null }, mark);
  }
  await settleAll(run);
}

/** A deposit for each merchant and currency, which covers some of the refunds. */
async function depositFor(
  { nodes, schedule }: World,
  chance: Chance,
  settled: readonly Payment[],
): Promise<void> {
  const books = Map.groupBy(settled, ({ merchantId, currency }) => `${merchantId} ${currency}`);
  const recording = [...books].map(([key, [first]]) => {
    const { merchantId = '', currency = '' } = first ?? {};
    const amountMinor = BigInt(chance.between(1, 40_000));
    const asked = { merchantId, reference: `late ${key}`, currency, amountMinor };
    return recordDeposit(chance.pick(nodes).deposits, { ...asked, kind: 'DEPOSIT' });
  });
  let isDone = false;
  const all = Promise.all(recording).finally(() => (isDone = true));
  await schedule.runUntil(() => isDone, schedule.clock.now() + 60_000);
  await all;
}
