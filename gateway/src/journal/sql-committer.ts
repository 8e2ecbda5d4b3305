// Commits batches on a database. A batch that hits a constraint is repeated entry by entry, so that
// only the failing entry fails; a lost answer is resolved by looking for a row with the entry's own
// id.

import type { Database, Queryable, Statement } from '../storage/database.ts';
import {
  CheckViolation,
  ConnectionLost,
  RetryableFailure,
  UniqueViolation,
} from '../storage/errors.ts';
import { batchStatement } from './batch-sql.ts';
import type { Entry, CommitResult } from './entry.ts';
import type { EntryAnswer, Committer } from './group-commit.ts';
import { arrayElement, columnName, keyOf, type ColumnType } from './table.ts';

const MAX_TRIES = 5;

/** Planner settings for the journal's connections: always use indexes and cache plans. */
export const journalSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  jit: 'off',
  // A row locked by another session must not delay the other entries of a batch for long.
  lock_timeout: '2000',
} as const;

export function sqlCommitter(database: Database): Committer {
  return {
    async apply(batch) {
      const sorted = sortByKey(batch);
      if (sorted.some((item) => item.entry.changes.length > 1))
        return commitEachAlone(database, batch);
      try {
        const { statement, values } = batchStatement(sorted.map((item) => item.entry));
        const won = new Set(
          (await database.run<{ entry: number }>(statement, values)).map(entryIndex),
        );
        const results: CommitResult[] = [];
        sorted.forEach((item, position) => {
          results[item.index] = won.has(position) ? { kind: 'committed' } : { kind: 'stale' };
        });
        return results;
      } catch (error) {
        if (wasNeverSent(error)) return batch.map(() => failedAnswer(error));
        return commitEachAlone(database, batch, error instanceof ConnectionLost);
      }
    },
  };
}

function entryIndex(row: { entry: number }): number {
  return row.entry;
}

/** Sorted by guarded row, so that two nodes lock the same rows in the same order. */
function sortByKey(batch: readonly Entry[]): { entry: Entry; index: number; key: string }[] {
  return batch
    .map((entry, index) => {
      const change = entry.changes[0];
      return { entry, index, key: change ? keyOf(change.table, change.row) : '' };
    })
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.index - b.index));
}

/**
 * Commits each entry alone, so that only the failing one fails; stops sending once the connection
 * is lost. In doubt: the batch was sent and may have taken effect, or may still do so.
 */
async function commitEachAlone(
  database: Database,
  batch: readonly Entry[],
  isInDoubt = false,
): Promise<EntryAnswer[]> {
  const answers: EntryAnswer[] = [];
  for (const entry of batch) {
    const before = answers.at(-1);
    const isAway = before?.kind === 'failed' && before.error instanceof ConnectionLost;
    answers.push(
      isAway ? before : await commitAlone(database, entry, isInDoubt).catch(failedAnswer),
    );
  }
  return answers;
}

/**
 * A row of an entry in doubt is locked by the earlier try, whose commit has not finished. Waiting
 * longer would block the lane for as long as the server's standby is away.
 */
function isStillLocked(error: unknown): boolean {
  const code = error instanceof RetryableFailure && (error.cause as { code?: unknown }).code;
  return code === '55P03' || code === '57014';
}

/** There was no connection: nothing has to be resolved, and waiting for one again is useless. */
function wasNeverSent(error: unknown): boolean {
  return error instanceof ConnectionLost && !error.mayHaveArrived;
}

function failedAnswer(error: unknown): EntryAnswer {
  return { kind: 'failed', error };
}

/**
 * Safe to repeat whatever happened to the earlier try: the entry's inserted rows have their own
 * ids, so it can be written only once, and finding one of them proves that it was written.
 */
async function commitAlone(
  database: Database,
  entry: Entry,
  wasInDoubt: boolean,
): Promise<CommitResult> {
  let isInDoubt = wasInDoubt;
  let last: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      if (await isWritten(database, entry)) return { kind: 'committed' };
      const result = await tryOnce(database, entry);
      if (result.kind === 'committed') return result;
      return (await isWritten(database, entry)) ? { kind: 'committed' } : result;
    } catch (error) {
      if (error instanceof UniqueViolation || error instanceof CheckViolation) {
        if (await isWritten(database, entry)) return { kind: 'committed' };
        return { kind: 'conflict', constraint: error.constraint };
      }
      if (wasNeverSent(error)) throw error;
      if (isInDoubt && isStillLocked(error)) throw new ConnectionLost(error as Error);
      isInDoubt ||= error instanceof ConnectionLost;
      if (!(error instanceof ConnectionLost || error instanceof RetryableFailure)) throw error;
      last = error;
    }
  }
  throw last;
}

class NotAllWon extends Error {}

async function tryOnce(database: Database, entry: Entry): Promise<CommitResult> {
  const { statement, values } = batchStatement([entry]);
  if (entry.changes.length <= 1) {
    const rows = await database.run(statement, values);
    return rows.length === 1 ? { kind: 'committed' } : { kind: 'stale' };
  }
  try {
    // Rolls back the guards that won when not all did.
    await database.transaction(async (tx) => {
      const rows = await tx.run(statement, values);
      if (rows.length !== 1) throw new NotAllWon();
    });
    return { kind: 'committed' };
  } catch (error) {
    if (error instanceof NotAllWon) return { kind: 'stale' };
    throw error;
  }
}

const proofs = new Map<string, Statement>();

/**
 * Whether a row with its own id exists, which only this entry can have written. Entries without
 * such a row (leases) count as not written: their repeat is stale, which is safe.
 */
async function isWritten(database: Queryable, entry: Entry): Promise<boolean> {
  const proof = entry.inserts.find(({ table }) => table.hasOwnId);
  if (!proof) return false;
  const { table, row } = proof;
  let statement = proofs.get(table.name);
  if (!statement) {
    const match = table.key.map((field, index) => {
      const type = table.columns[field] as ColumnType;
      return `${columnName(field)} = ($${String(index + 1)}::${type}[])[1]`;
    });
    const text = `select 1 as found from ${table.name} where ${match.join(' and ')}`;
    proofs.set(table.name, (statement = { name: `journal.proof.${table.name}`, text }));
  }
  const values = table.key.map(
    (field) => `{${arrayElement(table.columns[field] as ColumnType, row[field])}}`,
  );
  return (await database.run(statement, values)).length > 0;
}
