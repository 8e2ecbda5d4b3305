// What the tests of the simulated acquirer share: a clock that moves by hand, the acquirer over
// each kind of storage, and requests with defaults.

import type { PlainReply, PlainRequest, Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import { isoTime, type Clock } from '@bramka/gateway/core/clock.ts';
import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/random.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/memory-committer.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { createAcquirer, type SimulatedAcquirer } from '../acquirer/acquirer.ts';
import { memoryChargeStore, sqlChargeStore } from '../acquirer/acquirer.store.ts';
import type { ChargeStore } from '../acquirer/acquirer.store.ts';
import { sandboxMigrations } from '../compose.ts';

export interface HandClock extends Clock {
  advance(ms: number): void;
  /** How many sleepers wait. */
  sleeping(): number;
}

export function handClock(start = Date.parse('2026-03-01T12:00:00Z')): HandClock {
  let now = start;
  let sleepers: { at: number; wake: () => void }[] = [];
  return {
    now: () => now,
    monotonicMs: () => now - start,
    sleeping: () => sleepers.length,
    sleep: (ms) => new Promise((wake) => sleepers.push({ at: now + ms, wake })),
    advance(ms) {
      now += ms;
      for (const sleeper of sleepers.filter(({ at }) => at <= now)) sleeper.wake();
      sleepers = sleepers.filter(({ at }) => at > now);
    },
  };
}

export interface Rig {
  readonly acquirer: SimulatedAcquirer;
  readonly withoutTriggers: SimulatedAcquirer;
  /** Loses requests that are under way for more than a minute. */
  readonly impatient: SimulatedAcquirer;
  readonly journal: Journal;
  readonly store: ChargeStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  readonly database: Database | undefined;
  close(): Promise<void>;
}

export type Backing = 'memory' | 'embedded' | 'postgres';

/** PostgreSQL only when the run has one: the address of its server. */
export function backingsWith(postgres: string | undefined): readonly Backing[] {
  return postgres ? ['memory', 'embedded', 'postgres'] : ['memory', 'embedded'];
}

/** Makes an empty database on the run's PostgreSQL server. */
export type MakeDatabase = () => Promise<{ url: string; drop(): Promise<void> } | undefined>;

export async function openRig(backing: Backing, make?: MakeDatabase): Promise<Rig> {
  if (backing === 'memory') {
    const memory = createMemory();
    return rigOver(batched(memory.committer, 1), memoryChargeStore(memory));
  }
  const { database, drop } = await openDatabase(backing, make);
  await migrate(database, sandboxMigrations, isoTime(0));
  const lanes = backing === 'postgres' ? 4 : 1;
  const journal = batched(sqlCommitter(database), lanes);
  return rigOver(journal, sqlChargeStore(database), database, async () => {
    await journal.idle();
    await database.close();
    await drop();
  });
}

function batched(committer: Parameters<typeof groupCommit>[0], lanes: number): Journal {
  return groupCommit(committer, { lanes, batchSize: 16, defer: setImmediate });
}

function rigOver(
  journal: Journal,
  store: ChargeStore,
  database?: Database,
  close = () => Promise.resolve(),
): Rig {
  const clock = handClock();
  const random = seededRandom(7);
  const ids = createIds(clock, random);
  const parts = { journal, store, clock, ids, random };
  const acquirer = createAcquirer(parts);
  const withoutTriggers = createAcquirer({ ...parts, triggers: false });
  const impatient = createAcquirer({ ...parts, maxInFlightMs: 60_000 });
  return { acquirer, withoutTriggers, impatient, journal, store, clock, ids, database, close };
}

async function openDatabase(backing: 'embedded' | 'postgres', make?: MakeDatabase) {
  if (backing === 'embedded') {
    return { database: await openEmbedded(), drop: () => Promise.resolve() };
  }
  const made = await make?.();
  if (!made) throw new Error('this run has no PostgreSQL');
  return { database: openPostgres({ url: made.url, connections: 6 }), drop: () => made.drop() };
}

export const CARD = { number: '4111111111111111', expiry: '203012', cvv: '987', holder: null };

/** An authorization of 100.00 PLN with a card that is always approved. */
export function authorizeRequest(ids: Ids, other: Partial<PlainRequest> = {}): PlainRequest {
  return {
    attemptId: ids.next(),
    merchantId: 'shop-1',
    paymentId: ids.next(),
    amountMinor: '10000',
    currency: 'PLN',
    kind: 'sale',
    card: CARD,
    ...other,
  };
}

/** An operation on an earlier authorization, for its whole amount unless told otherwise. */
export function followUpOf(
  ids: Ids,
  original: PlainRequest,
  other: Partial<PlainRequest> = {},
): PlainRequest {
  const { merchantId, paymentId, amountMinor, currency } = original as Required<PlainRequest>;
  return {
    attemptId: ids.next(),
    originalAttemptId: original.attemptId,
    merchantId,
    paymentId,
    amountMinor,
    currency,
    ...other,
  };
}

/** Sends and expects an answer with status 200. */
export async function reply(
  acquirer: SimulatedAcquirer,
  verb: Verb,
  request: PlainRequest,
): Promise<PlainReply> {
  const answer = await acquirer.handle(verb, request);
  if (answer?.status !== 200) throw new Error(`${verb} was answered ${JSON.stringify(answer)}`);
  return answer.body as PlainReply;
}
