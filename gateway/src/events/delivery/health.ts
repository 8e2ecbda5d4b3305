// The health of receivers as this node learns it from its deliveries. Results are gathered in
// memory; a job writes them, and a change between good and bad is written at once, at most once a
// second for each receiver. No delivery waits for it.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Queryable } from '../../storage/database.ts';
import type { DeliveryCause, DeliveryResult } from '../delivery-attempt.ts';
import { recordReceivers, type ReceiverNews } from './receiver.store.ts';

/** How often the row of a receiver may be written. */
const WRITE_MS = 1000;
/** How often the row is written while a receiver is good and stays good. */
const GOOD_WRITE_MS = 30_000;
/** Entries without news are forgotten beyond this number. */
const MAX_KNOWN = 20_000;
/** Receivers written by one statement. */
const BATCH = 500;

export interface ReceiverWatch {
  onResult(
    merchantId: string,
    origin: string,
    cause: DeliveryCause,
    result: DeliveryResult,
    at: Instant,
  ): void;
  /** Writes what is due; returns the number of receivers written. */
  write(): Promise<number>;
  /** Writes everything, before the node ends. */
  close(): Promise<void>;
}

interface ReceiverWatchParts {
  readonly database: Queryable;
  readonly clock: Clock;
  readonly log: { warn(facts: object, message: string): void };
}

interface WatchedReceiver {
  readonly merchantId: string;
  readonly origin: string;
  /** Undefined before the first result. */
  isGood: boolean | undefined;
  /** Its change between good and bad is not written yet. */
  hasChanged: boolean;
  writtenMs: number;
  news: News | undefined;
}

type News = {
  -readonly [Field in 'successAt' | 'failureAt' | 'cause' | 'failures']: ReceiverNews[Field];
};

export function createReceiverWatch({ database, clock, log }: ReceiverWatchParts): ReceiverWatch {
  const watched = new Map<string, WatchedReceiver>();
  let writing: Promise<number> | undefined;

  const entryOf = (merchantId: string, origin: string): WatchedReceiver => {
    const key = `${merchantId} ${origin}`;
    const existing = watched.get(key);
    if (existing) return existing;
    const fresh = { merchantId, origin, isGood: undefined, hasChanged: false, news: undefined };
    const receiver: WatchedReceiver = { ...fresh, writtenMs: -Infinity };
    watched.set(key, receiver);
    return receiver;
  };
  const writeAll = async (isDueAt: (one: WatchedReceiver) => boolean): Promise<number> => {
    const due = [...watched.values()].filter((one) => one.news && isDueAt(one));
    for (let at = 0; at < due.length; at += BATCH) {
      await writeBatch(database, clock, due.slice(at, at + BATCH));
    }
    if (watched.size > MAX_KNOWN) forgetClean(watched);
    return due.length;
  };
  const isDue = (one: WatchedReceiver): boolean => {
    const waitMs = one.isGood && !one.hasChanged ? GOOD_WRITE_MS : WRITE_MS;
    return clock.monotonicMs() - one.writtenMs >= waitMs;
  };
  const write = (): Promise<number> => {
    writing ??= writeAll(isDue).finally(() => (writing = undefined));
    return writing;
  };
  /** What cannot be written now is written by the job. */
  const writeSoon = (): void => {
    write().catch((error: unknown) => {
      log.warn({ err: error }, 'the health of receivers could not be written');
    });
  };

  return {
    onResult(merchantId, origin, cause, result, at) {
      const one = entryOf(merchantId, origin);
      const isGood = result === 'ACCEPTED';
      one.news = isGood ? afterSuccess(one.news, at) : afterFailure(one.news, at, cause);
      if (one.isGood === isGood) return;
      one.isGood = isGood;
      one.hasChanged = true;
      if (!writing && isDue(one)) writeSoon();
    },
    write,
    async close() {
      await writing?.catch(() => 0);
      await writeAll(() => true);
    },
  };
}

/** Results that arrive during the write are kept for the next one. */
async function writeBatch(
  database: Queryable,
  clock: Clock,
  batch: readonly WatchedReceiver[],
): Promise<void> {
  const taken = batch.map((one) => ({ one, news: one.news, hadChanged: one.hasChanged }));
  for (const { one } of taken) {
    one.news = undefined;
    one.hasChanged = false;
    one.writtenMs = clock.monotonicMs();
  }
  try {
    const rows = taken.flatMap(({ one: { merchantId, origin }, news }) =>
      news ? [{ merchantId, origin, ...news }] : [],
    );
    await recordReceivers(database, rows, clock.now());
  } catch (error) {
    for (const { one, news, hadChanged } of taken) {
      one.news = news && one.news ? joined(news, one.news) : (one.news ?? news);
      one.hasChanged ||= hadChanged;
    }
    throw error;
  }
}

function afterSuccess(before: News | undefined, at: Instant): News {
  const { failureAt = null, cause = null } = before ?? {};
  return { successAt: at, failureAt, cause, failures: 0 };
}

function afterFailure(before: News | undefined, at: Instant, cause: DeliveryCause): News {
  const { successAt = null, failures = 0 } = before ?? {};
  return { successAt, failureAt: at, cause, failures: failures + 1 };
}

/** Combines the news of two periods. */
function joined(earlier: News, later: News): News {
  const { successAt, failureAt, cause, failures } = later;
  return {
    successAt: successAt ?? earlier.successAt,
    failureAt: failureAt ?? earlier.failureAt,
    cause: cause ?? earlier.cause,
    failures: successAt === null ? earlier.failures + failures : failures,
  };
}

function forgetClean(watched: Map<string, WatchedReceiver>): void {
  for (const [key, one] of watched) if (!one.news) watched.delete(key);
}
