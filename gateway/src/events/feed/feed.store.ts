// The events of a merchant in the order in which they were committed. Only events below the horizon
// are returned: all transactions that can write below it have ended, so that an event that commits
// late cannot appear behind a cursor.

import { statement, type Queryable } from '../../storage/database.ts';
import type { EventName } from '../event.ts';
import type { SeenEvent } from '../event.view.ts';
import type { DeliveryState } from '../meanings.ts';
import { deliveryJoins, seenColumns } from '../seen-event.store.ts';
import type { Position } from './cursor.ts';

/** An event with its position in the order. */
export interface FeedEvent extends SeenEvent {
  readonly order: bigint;
}

export interface FeedFilter {
  /** The payment or the tokenization. */
  readonly paymentId: string | null;
  readonly event: EventName | null;
  readonly state: DeliveryState | null;
}

export interface FeedPage {
  readonly after: Position;
  readonly horizon: bigint;
  readonly limit: number;
}

/** One reader of the stream: its merchant and how far it has read. */
interface StreamReader {
  readonly merchantId: string;
  readonly after: Position;
}

export interface StreamEvent extends Position {
  readonly event: EventName;
  readonly paymentId: string;
  readonly body: string;
}

export interface FeedStore {
  /** All events below it are visible from now on; later ones have this order or a higher one. */
  horizon(): Promise<bigint>;
  page(merchantId: string, page: FeedPage): Promise<FeedEvent[]>;
  /** The same for one payment or tokenization. */
  ofPayment(merchantId: string, paymentId: string, page: FeedPage): Promise<FeedEvent[]>;
  /** Events that may be in this state, found without reading all others. */
  inState(merchantId: string, state: IndexedState, page: FeedPage): Promise<FeedEvent[]>;
  /** The next events of each reader, at most `limit` for each, in one statement. */
  nextOf(readers: readonly StreamReader[], limit: number): Promise<StreamEvent[][]>;
}

/** States that few events are in, each found by an index. */
export const indexedStates = ['PENDING', 'REFUSED', 'FAILED'] as const;
type IndexedState = (typeof indexedStates)[number];

const beginEpoch = statement('event-feed.begin-epoch', 'select begin_event_epoch() as "isNew"');

const readEpoch = statement('event-feed.epoch', 'select epoch, history from event_epoch');

/**
 * The first transaction that may still write an event. A transaction locks the table `events`
 * before it gets its id, because the journal writes in one statement. The locks are read after the
 * snapshot was taken: a transaction with a lower id than the next one of the snapshot either still
 * has its lock, or has ended and is visible to the statements that follow. The ids in locks have 32
 * bits. It reads no table: on Citus a statement with a table runs on the node of that table, and
 * the locks, ids and history are those of the node that we are connected to.
 */
const readFirstRunning = statement(
  'event-feed.first-running',
  `with now as (
     select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next_xid),
   locks as materialized (
     select locktype, relation, database, mode, transactionid, virtualtransaction from pg_locks),
   running as (
     select (now.next_xid - other.transactionid::text::bigint) & 4294967295 as age
     from now, locks other
     where other.locktype = 'transactionid' and other.mode = 'ExclusiveLock'
       and other.virtualtransaction in (
         select virtualtransaction from locks
         where locktype = 'relation' and relation = 'events'::regclass
           and database = (select oid from pg_database where datname = current_database())
           and mode = 'RowExclusiveLock'))
   select next_xid - coalesce((select max(age) from running where age < 2147483648), 0) as xid,
     wal_history() as history
   from now`,
);

const columns = `${seenColumns}, e.commit_xid as "order"`;

/** Commit order, after the position ($2, $3) and below the horizon $4, at most $5. */
const window = `(commit_xid, event_id) > ($2::bigint, $3::uuid) and commit_xid < $4::bigint
  order by commit_xid, event_id limit $5`;

const readPage = statement(
  'event-feed.page',
  `select ${columns}
   from (select * from events where merchant_id = $1 and ${window}) e ${deliveryJoins}
   order by e.commit_xid, e.event_id`,
);

/** `offset 0` here and below: the few events are found first, without reading all in order. */
const readPayment = statement(
  'event-feed.of-payment',
  `select ${columns}
   from (select * from (select * from events where merchant_id = $1 and payment_id = $6::uuid
       offset 0) as own where ${window}) e
   ${deliveryJoins}
   order by e.commit_xid, e.event_id`,
);

const readState = statement(
  'event-feed.in-state',
  `with found as materialized (
     select event_id from event_queue where merchant_id = $1 and $6 = 'PENDING'
     union
     select event_id from delivery_attempts
     where merchant_id = $1 and result in ('REFUSED', 'FAILED') and result = $6)
   select ${columns}
   from (select own.* from (select event.* from found cross join lateral (select * from events
       where merchant_id = $1 and event_id = found.event_id offset 0) as event) as own
     where ${window}) e ${deliveryJoins}
   order by e.commit_xid, e.event_id`,
);

const readNext = statement(
  'event-feed.next',
  `select reader.no::integer as "readerNo", e.event_id as "eventId", e.event,
     e.payment_id as "paymentId", e.body, e.commit_xid as "order"
   from unnest($1::text[], $2::bigint[], $3::uuid[]) with ordinality
     as reader (merchant_id, after_order, after_id, no)
   cross join lateral (
     select * from events where merchant_id = reader.merchant_id
       and (commit_xid, event_id) > (reader.after_order, reader.after_id)
       and commit_xid < $4::bigint
     order by commit_xid, event_id limit $5) e
   order by reader.no, e.commit_xid, e.event_id`,
);

export function sqlFeedStore(database: Queryable): FeedStore {
  const read = (at: typeof readPage, values: readonly unknown[]) =>
    database.run<FeedEvent>(at, values);
  const valuesOf = (merchantId: string, { after, horizon, limit }: FeedPage): unknown[] => [
    merchantId,
    String(after.order),
    after.eventId,
    String(horizon),
    limit,
  ];
  const horizon = async (): Promise<bigint> => {
    // The epoch first: if another one begins after that, the histories differ.
    const [epoch] = await database.run<{ epoch: number; history: string }>(readEpoch);
    const [first] = await database.run<{ xid: bigint; history: string }>(readFirstRunning);
    if (epoch && first?.history === epoch.history) return (BigInt(epoch.epoch) << 48n) + first.xid;
    await followHistory(database);
    return horizon();
  };
  return {
    horizon,
    page: (merchantId, page) => read(readPage, valuesOf(merchantId, page)),
    ofPayment: (merchantId, paymentId, page) =>
      read(readPayment, [...valuesOf(merchantId, page), paymentId]),
    inState: (merchantId, state, page) => read(readState, [...valuesOf(merchantId, page), state]),
    async nextOf(readers, limit) {
      const rows = await database.run<StreamEvent & { readerNo: number }>(readNext, [
        arrayText(readers.map(({ merchantId }) => merchantId)),
        arrayText(readers.map(({ after }) => String(after.order))),
        arrayText(readers.map(({ after }) => after.eventId)),
        String(await horizon()),
        limit,
      ]);
      const events: StreamEvent[][] = readers.map(() => []);
      for (const { readerNo, ...event } of rows) events[readerNo - 1]?.push(event);
      return events;
    },
  };
}

/**
 * Begins a new epoch if the transaction ids belong to another history than before: the database was
 * restored or a standby has taken over. True if it did.
 */
export async function followHistory(database: Queryable): Promise<boolean> {
  const [done] = await database.run<{ isNew: boolean }>(beginEpoch);
  return done?.isNew ?? false;
}

/** None of the values contains a character that needs quotes. */
function arrayText(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}
