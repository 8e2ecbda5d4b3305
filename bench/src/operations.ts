// Measures operations on COMPLETED payments, each used once: captures of preauthorizations created
// for this purpose, and cancellations of payments left by the rounds.

import type { Statement } from '@bramka/gateway/storage/database.ts';
import { cpuMeter } from './cpu/cpu-time.ts';
import type { PaymentOperation } from './load/requests.ts';
import { answersOf, gatewayPayments, rampMs, type AnswersMeasured, type Size } from './measure.ts';
import type { Stage } from './stage.ts';

export interface OperationsMeasured {
  readonly captures: AnswersMeasured;
  readonly cancels: AnswersMeasured;
}

/** Longer windows would only need more payments. */
const maxSeconds = 3;
/** Preauthorizations are created for this multiple of a window, so that captures rarely run out. */
const poolShare = 1.6;
const maxPayments = 30_000;
/** A window that ended earlier, because payments ran out, gives no rate. */
const minMs = 300;

const pool: Statement = {
  name: 'bench.pool',
  text: `select payment_id::text as id from payments
    where status = 'COMPLETED' and trans_kind = $1 order by payment_id limit $2`,
};
const countDone: Statement = {
  name: 'bench.count-done',
  text: `select count(*)::integer as count
    from transactions t join payments p using (merchant_id, payment_id)
    where t.type = $1 and t.status = 'COMPLETED' and p.status = $2`,
};

/** What an operation needs, and what it writes to the database. */
const traces = {
  capture: { transKind: 'PREAUTH', type: 'CAPTURE', status: 'COMPLETED' },
  cancel: { transKind: 'AUTH', type: 'REVERSAL', status: 'CANCELLED' },
} as const satisfies Record<
  PaymentOperation,
  { transKind: 'AUTH' | 'PREAUTH'; type: string; status: string }
>;

export async function gatewayOperations(stage: Stage, size: Size): Promise<OperationsMeasured> {
  const seconds = Math.min(size.seconds, maxSeconds);
  await gatewayPayments(stage, { ...size, seconds: seconds * poolShare }, 'PREAUTH');
  const captures = await operate(stage, { ...size, seconds }, 'capture');
  const cancels = await operate(stage, { ...size, seconds }, 'cancel');
  return { captures, cancels };
}

async function operate(
  stage: Stage,
  size: Size,
  operation: PaymentOperation,
): Promise<AnswersMeasured> {
  const { transKind, type, status } = traces[operation];
  const rows = await stage.database.run<{ id: string }>(pool, [transKind, maxPayments]);
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
  const [done] = await stage.database.run<{ count: number }>(countDone, [type, status]);
  if (done?.count !== result.answers) {
    throw new Error(`${result.answers} answers to ${operation}, but ${done?.count ?? 0} were done`);
  }
  if (result.toMs - result.fromMs < minMs) {
    throw new Error(`${rows.length} payments are too few to measure ${operation}`);
  }
  return measured;
}
