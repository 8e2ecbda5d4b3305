// How far the migrations of a database are.

import { isoTime } from '../../core/clock.ts';
import { statement, type Queryable } from '../database.ts';
import { compareApplied } from '../migrate.ts';
import { readBackfills } from './backfill.ts';
import type { Migration } from './parse.ts';

export interface MigrationStatus {
  readonly missing: readonly string[];
  /** Applied by a later version. */
  readonly unknown: readonly string[];
  readonly backfills: readonly {
    readonly name: string;
    readonly rowsDone: number;
    readonly rowsTotal: number;
    readonly startedAt: string;
    readonly updatedAt: string;
    readonly finishedAt: string | null;
  }[];
}

const findTable = statement(
  'backfills.has-table',
  `select to_regclass('backfills') is not null as "isFound"`,
);

export async function readStatus(
  database: Queryable,
  migrations: readonly Migration[],
): Promise<MigrationStatus> {
  const { missing, unknown } = await compareApplied(database, migrations);
  const [table] = await database.run<{ isFound: boolean }>(findTable);
  const states = table?.isFound ? await readBackfills(database) : [];
  const backfills = states.map(({ name, done, total, startedAt, updatedAt, finishedAt }) => ({
    name,
    rowsDone: done,
    rowsTotal: total,
    startedAt: isoTime(startedAt),
    updatedAt: isoTime(updatedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  }));
  return { missing: missing.map(({ name }) => name), unknown, backfills };
}
