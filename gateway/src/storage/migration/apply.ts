// Applies one migration as its header says: in one transaction, statement by statement, or as a
// backfill that a job works off.

import { isoTime } from '../../core/clock.ts';
import { statement, type Database, type Queryable } from '../database.ts';
import { createBackfiller, findUnfinished, startBackfill } from './backfill.ts';
import { effectsOf, type Effect } from './effects/effects.ts';
import { blocks } from './effects/form.ts';
import { withLocks, type LockParts } from './locks.ts';
import { headerOf, statementsOf, type Migration } from './parse.ts';

export interface ApplyParts extends LockParts {
  /** The connection that holds the lock of all migrations. */
  readonly session: Queryable;
  /** Watches the session while it works. */
  readonly others: Queryable;
  readonly kind: Database['kind'];
  readonly migrations: readonly Migration[];
  /** Records that the migration is applied, in the transaction that applied it if there is one. */
  readonly record: (migration: Migration) => Promise<void>;
}

const WATCH_MS = 10_000;
const BUSY_MS = 100;

const limitLocks = statement('migrate.limit-locks', `select set_config('lock_timeout', $1, false)`);
const findInvalid = statement(
  'migrate.invalid-index',
  'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
);
const readBuild = statement(
  'migrate.index-build',
  `select p.phase, p.blocks_done::float8 as "blocksDone", p.blocks_total::float8 as "blocksTotal",
     a.pid as "waitsForPid", a.application_name as "waitsFor"
   from pg_stat_progress_create_index p
   left join pg_stat_activity a on a.pid = nullif(p.current_locker_pid, 0)
   where p.relid = any (select to_regclass(name) from unnest($1::text[]) as name)`,
);

export async function applyMigration(parts: ApplyParts, migration: Migration): Promise<void> {
  const { session, clock, record } = parts;
  const { isConcurrent, unusedSince, backfill } = headerOf(migration);
  if (unusedSince !== null) await finishBackfills(parts, migration);
  if (backfill) {
    const nowIso = isoTime(clock.now());
    await together(session, async () => {
      await startBackfill(session, migration.name, backfill.table, nowIso);
      await record(migration);
    });
  } else if (isConcurrent) {
    for (const text of statementsOf(migration)) await applyStep(parts, migration, text);
    await record(migration);
  } else await applyTogether(parts, migration);
}

/** What a contract step removes may still be needed by a backfill. */
async function finishBackfills(parts: ApplyParts, { name }: Migration): Promise<void> {
  const { session, clock, migrations } = parts;
  const names = migrations.filter((one) => headerOf(one).backfill).map((one) => one.name);
  if (names.length === 0) return;
  const transaction: Database['transaction'] = (work) => together(session, () => work(session));
  const run = createBackfiller({ ...parts, database: { transaction } });
  await setTimeLimit(parts, 0);
  while ((await session.run(findUnfinished, [names])).length > 0) {
    const done = await withLocks(parts, name, () => ['backfills'], run);
    // Another node has the next batch.
    if (done === 0) await clock.sleep(BUSY_MS);
  }
}

async function together<T>(session: Queryable, work: () => Promise<T>): Promise<T> {
  const run = (text: string) => session.run({ name: '', text });
  await run('begin');
  try {
    const result = await work();
    await run('commit');
    return result;
  } catch (error) {
    await run('rollback').catch(() => undefined);
    throw error;
  }
}

function tablesOf(effects: readonly Effect[]): string[] {
  return [...new Set(effects.flatMap(({ table }) => table ?? []))];
}

async function applyTogether(parts: ApplyParts, migration: Migration): Promise<void> {
  const { session, clock } = parts;
  let tables: readonly string[] = [];
  await withLocks(
    parts,
    migration.name,
    () => tables,
    (lockMs) =>
      together(session, async () => {
        // What a first statement has locked waits for the others: they share the time.
        const endMs = clock.monotonicMs() + lockMs;
        for (const text of statementsOf(migration)) {
          const effects = effectsOf(text);
          tables = tablesOf(effects);
          const leftMs = Math.max(1, endMs - clock.monotonicMs());
          if (effects.some(({ lock }) => lock !== null)) await setTimeLimit(parts, leftMs);
          await session.run({ name: '', text });
        }
        await parts.record(migration);
      }),
  );
}

async function setTimeLimit({ kind, session }: ApplyParts, ms: number): Promise<void> {
  // The embedded engine has one session: nobody else has locks.
  if (kind === 'postgres') await session.run(limitLocks, [`${Math.ceil(ms)}ms`]);
}

/** Repeatable, so that after a crash the file starts again at its first statement. */
async function applyStep(parts: ApplyParts, migration: Migration, text: string): Promise<void> {
  const { session, kind } = parts;
  const effects = effectsOf(text);
  const tables = tablesOf(effects);
  const index = effects.find(({ work }) => work === 'index')?.subject;
  const isBlocking = effects.some(({ lock }) => blocks(lock) !== null);
  const sql = kind === 'postgres' ? text : text.replace(/\bconcurrently\b/i, '');
  await withLocks(
    parts,
    migration.name,
    () => tables,
    async (lockMs) => {
      // Who waits for a lock that blocks nobody may wait long.
      await setTimeLimit(parts, isBlocking ? lockMs : 0);
      if (index !== undefined) await dropInvalid(session, index);
      try {
        await watched(parts, migration, tables, () => session.run({ name: '', text: sql }));
      } catch (error) {
        // It would slow down writes, and a unique one would refuse rows.
        if (index !== undefined) await dropInvalid(session, index).catch(() => undefined);
        throw error;
      }
    },
  );
}

/** What a crash or an error in the middle of a concurrent build has left. */
async function dropInvalid(session: Queryable, index: string): Promise<void> {
  if ((await session.run(findInvalid, [index])).length === 0) return;
  await session.run({ name: '', text: `drop index concurrently if exists ${index}` });
}

/** Logs how far an index build has come, and for whom it waits. */
async function watched<T>(
  { others, clock, log, kind }: ApplyParts,
  { name }: Migration,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(WATCH_MS, ended.signal);
      if (ended.signal.aborted) return;
      const [build] = await others.run<object>(readBuild, [tables]).catch(() => []);
      if (build) log.info({ migration: name, tables, ...build }, 'an index is being built');
    }
  };
  const watching = kind === 'postgres' ? watch() : undefined;
  try {
    return await work();
  } finally {
    ended.abort();
    await watching;
  }
}
