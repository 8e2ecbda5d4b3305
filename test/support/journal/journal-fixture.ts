// Opens the journal on PostgreSQL, on the embedded engine and in memory, with the tables of the
// contract tests.
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit, type Committer } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { journalSettings, sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import { selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { embedded, noPostgres, runSql, postgres, type OpenEngine } from '../engines.ts';
import { schema } from './tables.ts';

export interface JournalFixture {
  readonly committer: Committer;
  /** Undefined in memory. */
  readonly engine: OpenEngine | undefined;
  journal(lanes?: number, batchSize?: number, committer?: Committer): Journal;
  /** All rows, ordered by key. */
  rows<R>(of: Table): Promise<R[]>;
  close(): Promise<void>;
}

export interface Kind {
  readonly name: 'memory' | 'embedded' | 'postgres';
  readonly skip: string | false;
  open(): Promise<JournalFixture>;
}

function journalOver(committer: Committer, lanes: number, batchSize: number): Journal {
  return groupCommit(committer, { lanes, batchSize, defer: setImmediate });
}

function byKey(of: Table): (a: object, b: object) => number {
  const keyOf = (row: object) => JSON.stringify(of.key.map((field) => row[field as never]));
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1);
}

const memoryKind: Kind = {
  name: 'memory',
  skip: false,
  async open() {
    const memory = createMemory();
    return {
      committer: memory.committer,
      engine: undefined,
      journal: (lanes = 2, batchSize = 16, committer = memory.committer) =>
        journalOver(committer, lanes, batchSize),
      rows: async <R>(of: Table) => memory.rows<R & object>(of).sort(byKey(of)),
      close: () => Promise.resolve(),
    };
  },
};

async function openSql(engine: OpenEngine): Promise<JournalFixture> {
  const { database } = engine;
  for (const text of schema.split(';\n').filter((part) => part.trim() !== '')) {
    await runSql(database, text);
  }
  const committer = sqlCommitter(database);
  return {
    committer,
    engine,
    journal: (lanes = 2, batchSize = 16, other = committer) => journalOver(other, lanes, batchSize),
    rows: async <R>(of: Table) => {
      const text = `select ${selectList(of)} from ${of.name}`;
      return (await runSql<R & object>(database, text)).sort(byKey(of));
    },
    close: () => engine.close(),
  };
}

export const postgresKind: Kind = {
  name: 'postgres',
  skip: noPostgres,
  open: async () => openSql(await postgres.open({ settings: journalSettings })),
};

export const kinds: readonly Kind[] = [
  memoryKind,
  { name: 'embedded', skip: false, open: async () => openSql(await embedded.open()) },
  postgresKind,
];
