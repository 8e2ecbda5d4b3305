// Opens each kind of storage that the simulated providers are tested on: a journal and its read
// side.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory, type Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { sandboxMigrations } from '../compose.ts';

export type Backing = 'memory' | 'embedded' | 'postgres';

/** `postgres`: the URL of the test run's PostgreSQL server, if there is one. */
export function backingsWith(postgres: string | undefined): readonly Backing[] {
  return postgres ? ['memory', 'embedded', 'postgres'] : ['memory', 'embedded'];
}

/** Creates an empty database on the test run's PostgreSQL server. */
export type MakeDatabase = () => Promise<{ url: string; drop(): Promise<void> } | undefined>;

export interface OpenBacking {
  /** Another journal on the same storage, as a second node would have. */
  journal(): Journal;
  /** The storage of the rows: either `memory` or `database` is set. */
  readonly memory: Memory | undefined;
  readonly database: Database | undefined;
  close(): Promise<void>;
}

export async function openBacking(backing: Backing, make?: MakeDatabase): Promise<OpenBacking> {
  if (backing === 'memory') {
    const memory = createMemory();
    const journal = (): Journal => batched(memory.committer, 1);
    return { journal, memory, database: undefined, close: () => Promise.resolve() };
  }
  const { database, drop } = await openDatabase(backing, make);
  await migrate(database, sandboxMigrations, isoTime(0));
  const journals: Journal[] = [];
  return {
    memory: undefined,
    database,
    journal() {
      const made = batched(sqlCommitter(database), backing === 'postgres' ? 4 : 1);
      journals.push(made);
      return made;
    },
    async close() {
      await Promise.all(journals.map((one) => one.idle()));
      await database.close();
      await drop();
    },
  };
}

function batched(committer: Parameters<typeof groupCommit>[0], lanes: number): Journal {
  return groupCommit(committer, { lanes, batchSize: 16, defer: setImmediate });
}

async function openDatabase(backing: 'embedded' | 'postgres', make?: MakeDatabase) {
  if (backing === 'embedded') {
    return { database: await openEmbedded(), drop: () => Promise.resolve() };
  }
  const made = await make?.();
  if (!made) throw new Error('this run has no PostgreSQL');
  return { database: openPostgres({ url: made.url, connections: 6 }), drop: () => made.drop() };
}
