// Measures refunds and balance reads of a merchant with few and with many payments: neither may
// become slower with the history.

import { demoMerchants, type DemoMerchant } from '@bramka/gateway/merchants/demo.ts';
import { cpuMeter } from '../cpu/cpu-time.ts';
import { warmUp } from '../cpu/warm-up.ts';
import { logIn } from '../gateway-process.ts';
import { answersOf, gatewayPayments, rampMs, type AnswersMeasured, type Size } from '../measure.ts';
import { operate } from '../operations.ts';
import type { Stage } from '../stage.ts';
import { fillHistory } from './fill-history.ts';

export interface HistoryPoint {
  /** Payments of the merchant before the measurement. */
  readonly payments: number;
  readonly refunds: AnswersMeasured;
  readonly balances: AnswersMeasured;
}

export interface HistoryMeasured {
  readonly few: HistoryPoint;
  readonly many: HistoryPoint;
}

export const FEW = 100;
const seconds = 2;
const warmUpSeconds = 1;
const balancePath = '/v1/ecommerce/payment/refunds/balance';
/** Another merchant than that of the rounds, so that it has no other payments. */
const merchant = demoMerchants[1] as DemoMerchant;

const onePayment = {
  name: 'bench.one-payment',
  text: `select payment_id::text as "paymentId" from payments
    where merchant_id = $1 and status = 'COMPLETED' and refunded_minor = 0 limit 1`,
};

export async function measureHistory(
  stage: Stage,
  { connections }: Size,
  payments: number,
): Promise<HistoryMeasured> {
  const { port } = stage.gateway.target;
  const token = await logIn(`http://127.0.0.1:${String(port)}`, merchant);
  const stageOfMerchant: Stage = {
    ...stage,
    gateway: { ...stage.gateway, target: { port, token } },
  };
  const size = { connections, seconds };
  const few = await measurePoint(stageOfMerchant, size, FEW, FEW);
  const many = await measurePoint(stageOfMerchant, size, payments - FEW, payments);
  return { few, many };
}

async function measurePoint(
  stage: Stage,
  size: Size,
  added: number,
  payments: number,
): Promise<HistoryPoint> {
  const { merchantId } = merchant;
  await gatewayPayments(stage, { ...size, seconds: warmUpSeconds });
  const [copied] = await stage.database.run<{ paymentId: string }>(onePayment, [merchantId]);
  if (!copied) throw new Error('there is no payment to copy');
  await fillHistory(stage.database, { merchantId, payments: added, ...copied });
  await warmUp(() => gatewayPayments(stage, { ...size, seconds: warmUpSeconds }));
  await operate(stage, { ...size, seconds: warmUpSeconds }, 'refund', merchantId);
  const refunds = await operate(stage, size, 'refund', merchantId);
  const meter = cpuMeter(stage);
  const result = await stage.load.run({
    kind: 'reads',
    target: stage.gateway.target,
    paths: [balancePath],
    connections: size.connections,
    rampMs,
    measureMs: size.seconds * 1000,
  });
  return { payments, refunds, balances: answersOf(result, meter(result.answers)) };
}
