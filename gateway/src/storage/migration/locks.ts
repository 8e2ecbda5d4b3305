// Waits for the locks of a migration without blocking the nodes that are serving: each try waits a
// moment only, because everybody else queues behind a waiting statement, and is repeated later.

import { isoTime, type Clock } from '../../core/clock.ts';
import { statement, type Queryable } from '../database.ts';
import { RetryableFailure } from '../errors.ts';

export interface MigrationLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface LockParts {
  /** Asks who blocks. */
  readonly database: Queryable;
  readonly clock: Clock;
  readonly log: MigrationLog;
  /** How long locks are tried in all. */
  readonly lockLimitMs: number;
}

/** Who holds a lock, without the text of queries, which may contain data. */
export interface Blocker {
  readonly pid: number;
  readonly application: string;
  /** client backend, autovacuum worker … */
  readonly kind: string;
  readonly state: string | null;
  /** How long its transaction has been open; null if the login may not see it. */
  readonly seconds: number | null;
}

const readBlockers = statement(
  'migrate.blockers',
  `select distinct a.pid, a.application_name as application,
     coalesce(a.backend_type, 'not visible') as kind, a.state,
     round(extract(epoch from $2::timestamptz - a.xact_start))::integer as seconds
   from pg_locks l join pg_stat_activity a on a.pid = l.pid
   where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
     and l.relation = any (select to_regclass(name) from unnest($1::text[]) as name)
   order by seconds desc nulls last, a.pid limit 10`,
);
const readTransactions = statement(
  'migrate.transactions',
  `select pid, application_name as application, coalesce(backend_type, 'not visible') as kind,
     state, round(extract(epoch from $1::timestamptz - xact_start))::integer as seconds
   from pg_stat_activity
   where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
   order by xact_start, pid limit 10`,
);
const readDeadlockTimeout = statement(
  'migrate.deadlock-timeout',
  `select setting::integer as ms from pg_settings where name = 'deadlock_timeout'`,
);

/** How long a try may keep others waiting. */
const LOCK_TIMEOUT_MS = 500;
/** A vacuum in the background ends for whoever has waited for `deadlock_timeout`, not before. */
const VACUUM_MARGIN_MS = 200;
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 10_000;

/** A lock could not be had in time; the migration has changed nothing. */
export class MigrationBlocked extends Error {}

type AskParts = Pick<LockParts, 'database' | 'clock'>;

/** The oldest open transactions of this database: a concurrent index build waits for them. */
export function openTransactions({ database, clock }: AskParts): Promise<Blocker[]> {
  return database.run<Blocker>(readTransactions, [isoTime(clock.realNow())]);
}

/** Who holds locks on these tables. */
export function blockersOf(
  { database, clock }: AskParts,
  tables: readonly string[],
): Promise<Blocker[]> {
  return database.run<Blocker>(readBlockers, [tables, isoTime(clock.realNow())]);
}

/**
 * Repeats the work while it does not get its locks. `work` gets the time that its statements may
 * wait for locks in all, and `tables` names those that the last try wanted.
 */
export async function withLocks<T>(
  parts: LockParts,
  name: string,
  tables: () => readonly string[],
  work: (lockTimeoutMs: number) => Promise<T>,
): Promise<T> {
  const { clock, log } = parts;
  const endMs = clock.monotonicMs() + parts.lockLimitMs;
  let timeoutMs = LOCK_TIMEOUT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LAST_PAUSE_MS)) {
    try {
      return await work(timeoutMs);
    } catch (error) {
      if (!(error instanceof RetryableFailure)) throw error;
      const blockers = await blockersOf(parts, tables());
      if (clock.monotonicMs() >= endMs) {
        throw new MigrationBlocked(sentenceOf(name, tables(), blockers), { cause: error });
      }
      log.warn({ migration: name, tables: tables(), blockers }, 'a migration waits for a lock');
      timeoutMs = await timeoutFor(parts, blockers);
    }
    await clock.sleep(pauseMs);
  }
}

async function timeoutFor({ database }: LockParts, blockers: readonly Blocker[]): Promise<number> {
  if (!blockers.some(({ kind }) => kind === 'autovacuum worker')) return LOCK_TIMEOUT_MS;
  const [setting] = await database.run<{ ms: number }>(readDeadlockTimeout);
  return Math.max(LOCK_TIMEOUT_MS, (setting?.ms ?? 0) + VACUUM_MARGIN_MS);
}

function sentenceOf(name: string, tables: readonly string[], blockers: readonly Blocker[]): string {
  const who = blockers.map(blockerText).join(', ');
  const held = who === '' ? 'others hold it' : `held by ${who}`;
  const what = tables.length === 0 ? 'what it names' : tables.join(', ');
  return `migration ${name} got no lock on ${what}: ${held}; end them and try again`;
}

export function blockerText({ pid, application, kind, seconds }: Blocker): string {
  const what = kind === 'client backend' ? application || 'no name' : kind;
  return `pid ${pid} (${what}, ${seconds === null ? 'age not visible' : `for ${seconds} s`})`;
}
