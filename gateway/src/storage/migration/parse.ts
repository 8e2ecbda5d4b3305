// What the file of a migration says: how it is run (its header) and its statements.

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Is run in its place: it does the same without long locks. The text of `sql` stays. */
  readonly online?: string;
}

interface Header {
  /** Each statement runs alone, outside a transaction, and can be repeated after a crash. */
  readonly isConcurrent: boolean;
  /** It removes what no release since this one uses. */
  readonly unusedSince: string | null;
  /** Its statement changes the rows of this table in batches, as a job. */
  readonly backfill: Backfill | null;
}

interface Backfill {
  readonly table: string;
  /** All releases since this one write new rows in the new form. */
  readonly writtenSince: string;
}

/** Lines at the beginning of the file, each with one of these forms. */
const concurrentLine = /^-- concurrent$/m;
const contractLine = /^-- contract: unused since (\d+\.\d+\.\d+)$/m;
const backfillLine = /^-- backfill: ([\w.]+), written since (\d+\.\d+\.\d+)$/m;

export function headerOf({ sql, online = sql }: Migration): Header {
  const head = /^(--.*\n)*/.exec(online)?.[0] ?? '';
  const [, table, writtenSince] = backfillLine.exec(head) ?? [];
  return {
    isConcurrent: concurrentLine.test(head),
    unusedSince: contractLine.exec(head)?.[1] ?? null,
    backfill: table && writtenSince ? { table, writtenSince } : null,
  };
}

/** Statements end with `;` at the end of a line. */
export function statementsOf({ sql, online = sql }: Migration): string[] {
  return online
    .split(/;[ \t]*$/m)
    .map((text) => text.replace(/^\s*--.*$/gm, '').trim())
    .filter((text) => text !== '');
}
