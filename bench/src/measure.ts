// The measurements of one round: card payments and status reads through the gateway, then the same
// rows and the same reads by pgbench.

import type { Statement } from '@bramka/gateway/storage/database.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMeter, type CpuCost } from './cpu/cpu-time.ts';
import { merchant } from './gateway-process.ts';
import { percentile } from './numbers.ts';
import type { JobResult } from './load/load.ts';
import { statusPath, type PaymentKind } from './load/requests.ts';
import { runPgbench } from './plain/pgbench.ts';
import { readScript } from './plain/script.ts';
import type { Stage } from './stage.ts';

export interface Latency {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface PaymentsMeasured {
  readonly perSecond: number;
  readonly answer: Latency;
  /** From the creation to the commit of COMPLETED. */
  readonly completed: Latency;
  readonly cpu: CpuCost | undefined;
}

/** For reads, and for operations that are answered after their outcome is committed. */
export interface AnswersMeasured {
  readonly perSecond: number;
  readonly answer: Latency;
  readonly cpu: CpuCost | undefined;
}

export interface PlainMeasured {
  readonly perSecond: number;
  readonly cpu: CpuCost | undefined;
}

export const rampMs = 500;
const finishLimitMs = 60_000;
const readablePayments = 500;

const countByStatus: Statement = {
  name: 'bench.by-status',
  text: `select status, count(*)::integer as count from payments where method = $1
    group by status`,
};
const completedBetween: Statement = {
  name: 'bench.completed-between',
  text: `with done as (
      select pg_xact_commit_timestamp(xmin) as at, created_at from payments
      where status = 'COMPLETED' and method = $3
        and created_at > to_timestamp($1 / 1000.0) - interval '1 min'),
    measured as (
      select 1000 * extract(epoch from at - created_at)::float8 as ms from done
      where at >= to_timestamp($1 / 1000.0) and at < to_timestamp($2 / 1000.0))
    select count(*)::integer as count,
      percentile_disc(0.5) within group (order by ms) as "p50Ms",
      percentile_disc(0.99) within group (order by ms) as "p99Ms"
    from measured`,
};
const someIds: Statement = {
  name: 'bench.some-ids',
  text: `select payment_id::text as id from payments where merchant_id = $1
    order by md5(payment_id::text) limit $2`,
};

export interface Size {
  readonly connections: number;
  readonly seconds: number;
  /** Each connection pays once in this time; then the time until all are completed counts. */
  readonly everyMs?: number;
}

export async function gatewayPayments(
  stage: Stage,
  size: Size,
  paymentKind: PaymentKind = 'AUTH',
): Promise<PaymentsMeasured> {
  const { target } = stage.gateway;
  const method = paymentKind === 'BLIK' ? 'BLIK' : 'CARD';
  const before = await statusCounts(stage, method);
  const meter = cpuMeter(stage);
  const result = await stage.load.run({
    kind: 'payments',
    target,
    paymentKind,
    connections: size.connections,
    rampMs,
    measureMs: size.seconds * 1000,
    ...(size.everyMs === undefined ? {} : { everyMs: size.everyMs }),
  });
  const atAnswer = meter(result.answers);
  const completed = (before.get('COMPLETED') ?? 0) + result.answers;
  await untilAllCompleted(stage, method, new Map(before).set('COMPLETED', completed));
  const cpu = size.everyMs !== undefined ? meter(result.answers) : atAnswer;
  const [row] = await stage.database.run<Latency & { count: number }>(completedBetween, [
    result.fromMs,
    result.toMs,
    method,
  ]);
  if (!row) throw new Error('the completed payments could not be counted');
  const perSecond = row.count / ((result.toMs - result.fromMs) / 1000);
  const toCompleted = { p50Ms: row.p50Ms, p99Ms: row.p99Ms };
  return { perSecond, answer: latencyOf(result), completed: toCompleted, cpu };
}

async function statusCounts(stage: Stage, method: string): Promise<Map<string, number>> {
  const rows = await stage.database.run<{ status: string; count: number }>(countByStatus, [method]);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/** Every answered payment must become COMPLETED, and there must be no others. */
async function untilAllCompleted(
  stage: Stage,
  method: string,
  expected: ReadonlyMap<string, number>,
): Promise<void> {
  const deadlineMs = Date.now() + finishLimitMs;
  let counts = await statusCounts(stage, method);
  while ((counts.get('PENDING') ?? 0) > 0 && Date.now() < deadlineMs) {
    await sleep(50);
    counts = await statusCounts(stage, method);
  }
  const text = (of: ReadonlyMap<string, number>) =>
    [...of]
      .map(([status, count]) => `${status} ${String(count)}`)
      .sort()
      .join(', ');
  if (text(counts) !== text(expected)) {
    throw new Error(`payments should be ${text(expected)}, found ${text(counts)}`);
  }
}

export async function gatewayReads(stage: Stage, size: Size): Promise<AnswersMeasured> {
  const meter = cpuMeter(stage);
  const result = await stage.load.run({
    kind: 'reads',
    target: stage.gateway.target,
    paths: (await readableIds(stage)).map(statusPath),
    connections: size.connections,
    rampMs,
    measureMs: size.seconds * 1000,
  });
  return answersOf(result, meter(result.answers));
}

export function answersOf(result: JobResult, cpu: CpuCost | undefined): AnswersMeasured {
  const perSecond = result.latenciesMs.length / ((result.toMs - result.fromMs) / 1000);
  return { perSecond, answer: latencyOf(result), cpu };
}

function latencyOf({ latenciesMs }: JobResult): Latency {
  return { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
}

async function readableIds(stage: Stage): Promise<string[]> {
  const rows = await stage.database.run<{ id: string }>(someIds, [
    merchant.merchantId,
    readablePayments,
  ]);
  return rows.map(({ id }) => id);
}

export function plainPayments(
  stage: Stage,
  clients: number,
  seconds: number,
): Promise<PlainMeasured> {
  return plain(stage, stage.payScript, stage.plainUrl, clients, seconds);
}

/** On the gateway's own database, because it reads the same payments as the gateway did. */
export async function plainReads(
  stage: Stage,
  clients: number,
  seconds: number,
): Promise<PlainMeasured> {
  const script = readScript(merchant.merchantId, await readableIds(stage));
  return plain(stage, script, stage.gatewayUrl, clients, seconds);
}

async function plain(
  stage: Stage,
  script: string,
  databaseUrl: string,
  clients: number,
  seconds: number,
): Promise<PlainMeasured> {
  const { pgbenchProgram: program, folder } = stage;
  const meter = cpuMeter(stage);
  const done = await runPgbench({ program, folder, databaseUrl, script, clients, seconds });
  return { perSecond: done.perSecond, cpu: meter(done.transactions) };
}
