// Refunds of settled payments that begin while a settlement run closes its batches. A batch that
// they leave without enough money waits, and is closed by a later run.

import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { batches, type Batch } from '@bramka/gateway/settlement/batch.ts';
import { merchant } from '../client/call.ts';
import { refundBody } from '../client/refund-requests.ts';
import { browser, quietCards } from '../issuer/cards.ts';
import { CALM_CURRENCY, createInCalm, settleAll, type Run } from '../phases.ts';
import { createChance, type Chance } from '../world/chance.ts';
import { merchantIds } from '../world/merchants.ts';
import { short } from '../world/network.ts';

const SHARE = 30;
const DAY_MS = 24 * 3_600_000;
/** Longer than the delay of any merchant. */
const DUE_MS = 4 * DAY_MS;
/** Jobs begin a run in this time. */
const RUN_MS = 20_000;
/** From the first payment of a batch until it is closed takes about this long. */
const CLOSING_MS = 30;
const MOST = 8;

const paidByCard = {
  instrument: { type: 'CARD', instrumentNo: quietCards[0], expDate: '203012', cvv: '123' },
  device: browser,
};

export async function refundWhileClosing(run: Run): Promise<void> {
  const { world, findings, isOver } = run;
  const { schedule, storage } = world;
  const chance = createChance(world.seed, 61);
  if (!world.issuer.isThere || !chance.percent(SHARE)) return;
  const merchantId = chance.pick(merchantIds);
  for (let count = chance.between(1, 2); count > 0; count -= 1) {
    await createInCalm(run, merchantId, `to-close-${String(count)}`, paidByCard);
  }
  const open = (): Batch[] =>
    storage.memory.rows<Batch>(batches).filter(({ status }) => status === 'OPEN');
  schedule.jump(DUE_MS);
  const isTime = (): boolean => isOver() || open().length > 0;
  await schedule.runUntil(isTime, schedule.clock.now() + RUN_MS);
  for (let count = chance.between(1, MOST); count > 0; count -= 1) {
    const mark = `closing-refund-${String(count)}`;
    schedule.after(chance.below(CLOSING_MS), () => refundOne(run, chance, merchantId, mark));
  }
  await schedule.runUntil(isOver, schedule.clock.now() + CLOSING_MS);
  await settleAll(run);
  schedule.jump(DAY_MS);
  await schedule.runUntil(isOver, schedule.clock.now() + RUN_MS);
  await settleAll(run);
  for (const { batchId } of open()) {
    findings.expect(isOver(), 'M6 payouts', () => `batch ${short(batchId)} is never closed`);
  }
}

function refundOne({ world, driver }: Run, chance: Chance, merchantId: string, mark: string): void {
  const settled = world.storage.memory.rows<Payment>(payments).filter((one) => {
    const isLeft = one.status === 'SETTLED' && one.refundedMinor < one.capturedMinor;
    return isLeft && one.merchantId === merchantId && one.currency === CALM_CURRENCY;
  });
  if (settled.length === 0) return;
  const payment = chance.pick(settled);
  const params = { paymentId: payment.paymentId };
  const body = refundBody(world, chance, payment, mark);
  const caller = merchant(merchantId);
  void driver.send({ operation: 'refund', caller, params, body, key: null }, mark);
}
