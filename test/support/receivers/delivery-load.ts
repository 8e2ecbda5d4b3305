// Commits many events on a real database and delivers them with the real engine and client to
// receivers of which a part misbehaves in every way. Later these recover, and at the end every
// event must have been delivered as promised.
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { movableClock, systemClock, type Clock } from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { announceEvents } from '@bramka/gateway/events/committed-events.ts';
import { createDelivery } from '@bramka/gateway/events/delivery/deliver.ts';
import { createEgress } from '@bramka/gateway/events/egress/egress.ts';
import { addEvent } from '@bramka/gateway/events/event-queue.ts';
import { eventRow } from '@bramka/gateway/events/event.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { runSql } from '../engines.ts';
import { until } from '../waiting/until.ts';
import { deliveryOf, findMissing, findViolations } from './delivery-check.ts';
import type { Delivery } from './delivery-check.ts';
import { alwaysAccepting, misbehaving, newTrouble, recover, type Trouble } from './misbehaving.ts';
import { openReceiver, type Receiver } from './receiver.ts';

export interface LoadPlan {
  readonly events: number;
  readonly receivers: number;
  /** How many of them misbehave. */
  readonly bad: number;
  readonly eventsPerSecond: number;
  /** The limit of the client for one delivery. */
  readonly timeoutMs: number;
  readonly onProgress?: (text: string) => void;
}

export interface LoadResult {
  readonly violations: readonly string[];
  readonly missing: readonly string[];
  readonly deliveries: number;
  /** Deliveries that receivers held without an answer when the healthy ones had everything. */
  readonly held: number;
  /** From the commit to the arrival at receivers that behave well, in milliseconds. */
  readonly lagMs: { readonly p50: number; readonly p99: number };
  readonly seconds: number;
}

const EVENTS_PER_PAYMENT = 4;
const CLAIM_MS = 500;
/** Longer than a lease and than the pause of a receiver. */
const STEP_MS = 90_000;

interface Shop {
  readonly merchantId: string;
  readonly receiver: Receiver;
  readonly isBad: boolean;
}

export async function runDeliveryLoad(database: Database, plan: LoadPlan): Promise<LoadResult> {
  const deliveries: Delivery[] = [];
  const arrivedMs = new Map<string, number>();
  const state = newTrouble();
  const shops: Shop[] = [];
  for (let number = 0; number < plan.receivers; number += 1) {
    const isBad = number < plan.bad;
    const behaveNext = isBad ? misbehaving(state, number) : alwaysAccepting;
    const receiver = await openReceiver((socket, request) => {
      const [result, behave] = behaveNext(socket);
      const delivery = deliveryOf(request, result);
      deliveries.push(delivery);
      if (!arrivedMs.has(delivery.eventId)) arrivedMs.set(delivery.eventId, performance.now());
      behave(socket, request);
      receiver.received.length = 0;
    });
    shops.push({ merchantId: String(30_000 + number), receiver, isBad });
  }
  const started = performance.now();
  const { committed, unfinished, held } = await deliverTo(shops, database, plan, state);
  for (const { receiver } of shops) await receiver.close();
  const bad = new Set(shops.filter(({ isBad }) => isBad).map(({ merchantId }) => merchantId));
  const lags = committed
    .filter(({ merchantId }) => !bad.has(merchantId))
    .map(({ eventId, atMs }) => (arrivedMs.get(eventId) ?? Infinity) - atMs)
    .sort((a, b) => a - b);
  const percentile = (share: number): number => lags[Math.floor(lags.length * share)] ?? Infinity;
  const ids = committed.map(({ eventId }) => eventId);
  return {
    violations: findViolations(deliveries),
    missing: [...findMissing(deliveries, ids), ...unfinished],
    deliveries: deliveries.length,
    held,
    lagMs: { p50: percentile(0.5), p99: percentile(0.99) },
    seconds: (performance.now() - started) / 1000,
  };
}

interface CommittedAt {
  readonly merchantId: string;
  readonly eventId: string;
  readonly atMs: number;
}

/** The real delivery, with the address of each shop. */
function openDelivery(shops: readonly Shop[], database: Database, clock: Clock, plan: LoadPlan) {
  const urls = new Map(shops.map(({ merchantId, receiver }) => [merchantId, receiver.url]));
  return createDelivery({
    database,
    targets: {
      secretsOf: () => Promise.resolve([]),
      of: ({ merchantId }) => {
        const origin = urls.get(merchantId) ?? '';
        const url = `${origin}/payment`;
        return Promise.resolve({ url, origin, secrets: [secret('s')] });
      },
    },
    egress: createEgress({ allowsPrivate: true, requiresHttps: false, timeoutMs: plan.timeoutMs }),
    clock,
    random: systemRandom,
    failpoints: noFailpoints,
    observer: {
      onStart: () => undefined,
      onAnswer: () => undefined,
      onResult: () => undefined,
    },
    log: { error: (facts, message) => console.error(message, facts) },
  });
}

async function deliverTo(
  shops: readonly Shop[],
  database: Database,
  plan: LoadPlan,
  state: Trouble,
): Promise<{ committed: CommittedAt[]; unfinished: string[]; held: number }> {
  const { clock, set } = movableClock(systemClock);
  const delivery = openDelivery(shops, database, clock, plan);
  const committer = sqlCommitter(database);
  const group = groupCommit(committer, { lanes: 2, batchSize: 64, defer: setImmediate });
  const hasAddress = () => Promise.resolve(true);
  const journal = announceEvents(group, hasAddress, (events) => delivery.offer(events));
  const claiming = setInterval(() => void delivery.claim().catch(console.error), CLAIM_MS);
  const queued = async (): Promise<string[]> => {
    const text = 'select event_id::text as id from event_queue';
    return (await runSql<{ id: string }>(database, text)).map(({ id }) => id);
  };
  const committed = await commitAll(shops, journal, plan, createIds(clock, systemRandom));
  const healthy = new Set(shops.filter(({ isBad }) => !isBad).map((one) => one.merchantId));
  const waiting = new Set(
    committed.filter((one) => healthy.has(one.merchantId)).map(({ eventId }) => eventId),
  );
  const isServed = async () => !(await queued()).some((eventId) => waiting.has(eventId));
  await until(isServed, 'all deliveries to healthy receivers');
  plan.onProgress?.('healthy receivers have everything; the others recover');
  const held = recover(state);
  clearInterval(claiming);
  // The clock moves over leases, so only while nothing is being sent or recorded.
  const settle = async (): Promise<void> => {
    while (delivery.inProgress().length > 0) await Promise.all(delivery.inProgress());
  };
  await settle();
  let unfinished = await queued();
  for (let step = 1; unfinished.length > 0 && step < 2000; step += 1) {
    set({ offsetMs: step * STEP_MS, frozenAt: null });
    await delivery.claim();
    await settle();
    unfinished = await queued();
    if (step % 20 === 0) plan.onProgress?.(`${unfinished.length} events left`);
  }
  await delivery.close();
  return { committed, unfinished, held };
}

/** The events of a payment one after the other; payments of all merchants at the same time. */
async function commitAll(
  shops: readonly Shop[],
  journal: Journal,
  plan: LoadPlan,
  ids: ReturnType<typeof createIds>,
): Promise<CommittedAt[]> {
  const committed: CommittedAt[] = [];
  const payments = Math.ceil(plan.events / EVENTS_PER_PAYMENT);
  const started = performance.now();
  const pay = async (number: number): Promise<void> => {
    const { merchantId } = shops[number % shops.length] as Shop;
    const paymentId = ids.next();
    for (let sequence = 1; sequence <= EVENTS_PER_PAYMENT; sequence += 1) {
      const eventId = ids.next();
      const facts = { event: 'PAYMENT_STATUS', status: 'NEW', channel: 'WEBAPI' } as const;
      const occurredAt = Date.now();
      const draft = new Draft();
      const row = eventRow({ ...facts, eventId, occurredAt, merchantId, paymentId, sequence });
      addEvent(draft, row, false);
      await journal.commit(draft);
      committed.push({ merchantId, eventId, atMs: performance.now() });
    }
  };
  const running: Promise<void>[] = [];
  for (let number = 0; number < payments; number += 1) {
    const dueMs = started + (number * EVENTS_PER_PAYMENT * 1000) / plan.eventsPerSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    running.push(pay(number));
    if (number % 2500 === 0) plan.onProgress?.(`${number} of ${payments} payments`);
  }
  await Promise.all(running);
  return committed;
}
