// Measures operations on COMPLETED payments, each used once: captures of preauthorizations created
// for this purpose, and cancellations and refunds of payments left by the rounds.

import type { Statement } from '@bramka/gateway/storage/database.ts';
import { cpuMeter } from './cpu/cpu-time.ts';
import { merchant } from './gateway-process.ts';
import type { PaymentOperation } from './load/requests.ts';
import { answersOf, gatewayPayments, rampMs, type AnswersMeasured, type Size } from './measure.ts';
import type { Stage } from './stage.ts';

export interface OperationsMeasured {
  readonly captures: AnswersMeasured;
  readonly cancels: AnswersMeasured;
  readonly refunds: AnswersMeasured;
}

/** Longer windows would only need more payments. */
const maxSeconds = 3;
/** Preauthorizations are created for this multiple of a window, so that captures rarely run out. */
const poolShare = 2.2;
/** Each operation runs this long before it is measured. */
const warmUpSeconds = 1;
const maxPayments = 30_000;
/** A window that ended earlier, because payments ran out, gives no rate. */
const minMs = 300;

const pool: Statement = {
  name: 'bench.pool',
  text: `select payment_id::text as id from payments
    where merchant_id = $3 and status = 'COMPLETED' and trans_kind = $1 and refunded_minor = 0
      and (trans_kind = 'AUTH' or captured_minor = 0)
    order by payment_id limit $2`,
};
const countDone: Statement = {
  name: 'bench.count-done',
  text: `select count(*)::integer as count
    from transactions t join payments p using (merchant_id, payment_id)
    where merchant_id = $3 and t.type = $1 and t.status = 'COMPLETED' and p.status = $2`,
};

/** What an operation needs, and what it writes to the database. */
const traces = {
  capture: { transKind: 'PREAUTH', type: 'CAPTURE', status: 'COMPLETED' },
  cancel: { transKind: 'AUTH', type: 'REVERSAL', status: 'CANCELLED' },
  refund: { transKind: 'AUTH', type: 'REFUND', status: 'COMPLETED' },
} as const satisfies Record<
  PaymentOperation,
  { transKind: 'AUTH' | 'PREAUTH'; type: string; status: string }
>;

export async function gatewayOperations(stage: Stage, size: Size): Promise<OperationsMeasured> {
  const seconds = Math.min(size.seconds, maxSeconds);
  await gatewayPayments(stage, { ...size, seconds: seconds * poolShare }, 'PREAUTH');
  const measure = async (operation: PaymentOperation) => {
    await operate(stage, { ...size, seconds: warmUpSeconds }, operation);
    return operate(stage, { ...size, seconds }, operation);
  };
  const captures = await measure('capture');
  const cancels = await measure('cancel');
  const refunds = await measure('refund');
  return { captures, cancels, refunds };
}

export async function operate(
  stage: Stage,
  size: Size,
  operation: PaymentOperation,
  merchantId = merchant.merchantId,
): Promise<AnswersMeasured> {
  const { transKind, type, status } = traces[operation];
  const countOf = async (): Promise<number> => {
    const [row] = await stage.database.run<{ count: number }>(countDone, [
      type,
      status,
      merchantId,
    ]);
    return row?.count ?? 0;
  };
  const rows = await stage.database.run<{ id: string }>(pool, [transKind, maxPayments, merchantId]);
  const before = await countOf();
  const meter = cpuMeter(stage);
  const result = await stage.load.run({
    kind: 'operations',
    operation,
    target: stage.gateway.target,
    paymentIds: rows.map(({ id }) => id),
    connections: size.connections,
    rampMs,
    measureMs: size.seconds * 1000,
  });
  const measured = answersOf(result, meter(result.answers));
  const done = (await countOf()) - before;
  if (done !== result.answers) {
    throw new Error(`${result.answers} answers to ${operation}, but ${done} were done`);
  }
  if (result.toMs - result.fromMs < minMs) {
    throw new Error(`${rows.length} payments are too few to measure ${operation}`);
  }
  return measured;
}
