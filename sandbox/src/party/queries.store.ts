// Read queries of simulated parties as data: the rows of a table under a condition. A store is a
// record of them, bound to a database.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { columnName, selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable, type Statement } from '@bramka/gateway/storage/database.ts';

type Query<Args extends never[], Result> = (on: Queryable) => (...args: Args) => Promise<Result>;

/** All rows under the condition, whose parameters are the arguments. */
export function rowsWhere<Row, Args extends (string | number | null)[]>(
  name: string,
  table: Table,
  condition: string,
) {
  const found = select(name, table, condition);
  return (on: Queryable) =>
    (...values: Args): Promise<Row[]> =>
      on.run<Row>(found, values);
}

/** The first row under the condition. */
export function rowWhere<Row, Args extends (string | number)[]>(
  name: string,
  table: Table,
  condition: string,
) {
  const rows = rowsWhere<Row, Args>(name, table, condition);
  return (on: Queryable) =>
    async (...values: Args): Promise<Row | undefined> =>
      (await rows(on)(...values))[0];
}

/** Rows that are due at this time, the oldest first. */
export function rowsDue<Row>(name: string, table: Table, dueField = 'dueAt') {
  const [due, key] = [columnName(dueField), table.key.map(columnName).join(', ')];
  const found = select(name, table, `${due} <= $1::timestamptz order by ${due}, ${key} limit $2`);
  return (on: Queryable) =>
    (now: Instant, most: number): Promise<Row[]> =>
      on.run<Row>(found, [isoTime(now), most]);
}

/** Finds a row if something is due; $1 is the time. */
export function someDue(name: string, table: string, due = 'due_at'): Statement {
  const text = `select 1 from ${table} where ${due} <= $1::timestamptz order by ${due}`;
  return statement(`sandbox.${name}`, text);
}

function select(name: string, table: Table, condition: string): Statement {
  const text = `select ${selectList(table)} from ${table.name} where ${condition}`;
  return statement(`sandbox.${name}`, text);
}

type Bound<Queries> = {
  readonly [Name in keyof Queries]: Queries[Name] extends (on: Queryable) => infer Run
    ? Run
    : never;
};

export function storeOf<Queries extends Record<string, Query<never[], unknown>>>(
  queries: Queries,
): (on: Queryable) => Bound<Queries> {
  return (on) =>
    Object.fromEntries(
      Object.entries(queries).map(([name, query]) => [name, query(on)]),
    ) as Bound<Queries>;
}
