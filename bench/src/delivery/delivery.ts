// Measures notifications to merchants: what they add to the processor time of a payment, how long
// after its commit an event reaches the receiver, and how fast a backlog is delivered.

import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMeter, type CpuCost } from '../cpu/cpu-time.ts';
import { warmUp } from '../cpu/warm-up.ts';
import { merchant, setNotificationUrl } from '../gateway-process.ts';
import { rampMs, type Latency, type Size } from '../measure.ts';
import { percentile } from '../numbers.ts';
import type { Stage } from '../stage.ts';
import { readMetrics } from './gateway-metrics.ts';
import { boundOf, readHistogram, since } from './histogram.ts';
import { startReceiver, type ReceiverProcess } from './receiver-process.ts';

/** One window of card payments, measured until all their events are finished. */
export interface DeliveryWindow {
  readonly paymentsPerSecond: number;
  readonly cpu: CpuCost | undefined;
}

export interface NotifiedWindow extends DeliveryWindow {
  readonly deliveriesPerSecond: number;
  /** From the commit of an event to its arrival. */
  readonly lag: Latency;
  /** The same by the gateway's own histogram: upper bounds of its buckets. */
  readonly ownLag: Latency;
}

export interface BacklogMeasured {
  readonly events: number;
  readonly perSecond: number;
  readonly cpu: CpuCost | undefined;
}

export interface DeliveryMeasured {
  /** Alternating with the notified ones. */
  readonly silent: readonly DeliveryWindow[];
  readonly notified: readonly NotifiedWindow[];
  readonly backlog: BacklogMeasured;
}

const WINDOW_SECONDS = 2;
const WARM_UP_SECONDS = 1;
const BACKLOG = 20_000;
const POLL_MS = 100;
const LIMIT_MS = 120_000;
const LAG_METRIC = 'bramka_delivery_lag_seconds';

/**
 * Of all payments: the provider has answered, and every event is finished. By the index, which
 * remembers deleted rows: reading the table would read all of them until it is vacuumed.
 */
const isAllDone = {
  name: 'bench.is-all-done',
  text: `select not exists (select 1 from attempts where check_at is not null)
      and not exists (select 1 from event_queue order by merchant_id limit 1) as "isDone"`,
};
const committedSince = {
  name: 'bench.events-since',
  text: `select event_id::text as id,
      1000 * extract(epoch from pg_xact_commit_timestamp(xmin))::float8 as "committedMs"
    from events where merchant_id = $1 and occurred_at >= to_timestamp($2 / 1000.0)`,
};
/** Events that were delivered before, as after a replay. */
const fillQueue = {
  name: 'bench.fill-queue',
  text: `insert into event_queue (merchant_id, payment_id, sequence, event_id, has_notify_url,
      due_at, attempts, earlier_attempts, is_leased, lease)
    select merchant_id, payment_id, sequence, event_id, false, now(), 0, 1, false, 0
    from events where merchant_id = $1 order by event_id desc limit $2 returning 1`,
};

export async function measureDelivery(
  stage: Stage,
  { connections }: Size,
  rounds: number,
): Promise<DeliveryMeasured> {
  const receiver = await startReceiver();
  const size = { connections, seconds: WINDOW_SECONDS };
  try {
    await setNotificationUrl(stage.gateway, receiver.url);
    await warmUp(() => notifiedWindow(stage, { ...size, seconds: WARM_UP_SECONDS }, receiver));
    const silent: DeliveryWindow[] = [];
    const notified: NotifiedWindow[] = [];
    const measureSilent = async (): Promise<void> => {
      await setNotificationUrl(stage.gateway, '');
      silent.push(await paymentsWindow(stage, size));
    };
    const measureNotified = async (): Promise<void> => {
      await setNotificationUrl(stage.gateway, receiver.url);
      notified.push(await notifiedWindow(stage, size, receiver));
    };
    for (let round = 0; round < rounds; round += 1) {
      // The order changes, so that a machine that becomes slower or faster favours neither.
      const both = [measureSilent, measureNotified];
      for (const measure of round % 2 === 0 ? both : both.reverse()) await measure();
    }
    await setNotificationUrl(stage.gateway, receiver.url);
    const backlog = await measureBacklog(stage, receiver);
    return { silent, notified, backlog };
  } finally {
    await setNotificationUrl(stage.gateway, '');
    await receiver.stop();
  }
}

async function paymentsWindow(stage: Stage, size: Size) {
  const meter = cpuMeter(stage);
  const result = await stage.load.run({
    kind: 'payments',
    target: stage.gateway.target,
    paymentKind: 'AUTH',
    connections: size.connections,
    rampMs,
    measureMs: size.seconds * 1000,
  });
  await untilDelivered(stage);
  const seconds = (result.toMs - result.fromMs) / 1000;
  const cpu = meter(result.answers);
  return { paymentsPerSecond: result.latenciesMs.length / seconds, cpu, result };
}

async function notifiedWindow(
  stage: Stage,
  size: Size,
  receiver: ReceiverProcess,
): Promise<NotifiedWindow> {
  const startMs = Date.now();
  const before = readHistogram(await readMetrics(stage.gateway), LAG_METRIC);
  const { paymentsPerSecond, cpu, result } = await paymentsWindow(stage, size);
  const { firstMs } = await receiver.take();
  const lags = since(before, readHistogram(await readMetrics(stage.gateway), LAG_METRIC));
  const rows = await stage.database.run<{ id: string; committedMs: number }>(committedSince, [
    merchant.merchantId,
    startMs,
  ]);
  const inWindow: number[] = [];
  let delivered = 0;
  for (const { id, committedMs } of rows) {
    const arrivedMs = firstMs.get(id);
    if (arrivedMs === undefined) throw new Error(`event ${id} was not delivered`);
    if (arrivedMs >= result.fromMs && arrivedMs < result.toMs) delivered += 1;
    if (committedMs >= result.fromMs && committedMs < result.toMs) {
      inWindow.push(arrivedMs - committedMs);
    }
  }
  return {
    paymentsPerSecond,
    cpu,
    deliveriesPerSecond: delivered / ((result.toMs - result.fromMs) / 1000),
    lag: { p50Ms: percentile(inWindow, 0.5), p99Ms: percentile(inWindow, 0.99) },
    ownLag: { p50Ms: 1000 * boundOf(lags, 0.5), p99Ms: 1000 * boundOf(lags, 0.99) },
  };
}

/** The queue is filled while nobody sends, so that all events are due at once. */
async function measureBacklog(stage: Stage, receiver: ReceiverProcess): Promise<BacklogMeasured> {
  const meter = cpuMeter(stage);
  const filled = await stage.database.run(fillQueue, [merchant.merchantId, BACKLOG]);
  const startMs = performance.now();
  await untilDelivered(stage);
  const seconds = (performance.now() - startMs) / 1000;
  const cpu = meter(filled.length);
  const { firstMs } = await receiver.take();
  if (firstMs.size !== filled.length) {
    throw new Error(`of ${filled.length} events in the queue ${firstMs.size} were delivered`);
  }
  return { events: filled.length, perSecond: filled.length / seconds, cpu };
}

async function untilDelivered(stage: Stage): Promise<void> {
  const deadlineMs = Date.now() + LIMIT_MS;
  for (;;) {
    const [row] = await stage.database.run<{ isDone: boolean }>(isAllDone);
    if (row?.isDone === true) return;
    if (Date.now() > deadlineMs) throw new Error('the events were not delivered');
    await sleep(POLL_MS);
  }
}
