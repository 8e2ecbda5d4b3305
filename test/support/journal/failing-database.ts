// A database in which some statements fail, as for a row that cannot be read.
import type { Database, Statement } from '@bramka/gateway/storage/database.ts';

export function failingDatabase(
  of: Database,
  fails: (statement: Statement, values: readonly unknown[]) => boolean,
): Database {
  return {
    kind: of.kind,
    run: (statement, values = []) =>
      fails(statement, values)
        ? Promise.reject(new Error('unreadable'))
        : of.run(statement, values),
    transaction: (work) => of.transaction(work),
    session: (work) => of.session(work),
    close: () => Promise.resolve(),
  };
}
