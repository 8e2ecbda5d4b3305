// The counts of budgets, shared by all nodes. One statement counts and decides: whoever comes after
// the last allowed one changes nothing, also if many come at the same time.

import { isoTime, type Instant } from '../../core/clock.ts';
import {
  arrayElement,
  selectList,
  table,
  typed,
  type ColumnType,
  type RowOf,
  type Value,
} from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { BudgetKind } from './budget-settings.ts';

/** A table of the journal, so that a reset of the sandbox empties it. */
const budgets = table('budgets', {
  columns: {
    merchantId: 'text',
    kind: typed<BudgetKind>('text'),
    subject: 'text',
    used: 'integer',
    /** The limit when it was last counted. */
    most: 'integer',
    /** From then on the count starts again. */
    endsAt: 'timestamptz',
  },
  key: ['merchantId', 'kind', 'subject'],
  mutable: ['used', 'most', 'endsAt'],
});

export type BudgetRow = RowOf<typeof budgets>;
/** What is counted. An empty merchantId counts in the whole installation. */
export type Budget = Pick<BudgetRow, 'merchantId' | 'kind' | 'subject'>;

const list = selectList(budgets, 'b');

// With step 0 the row is locked and nothing is counted: a right guess waits for the wrong ones
// before it. Rows are locked in the same order everywhere. The join adds nothing: with it
// Citus runs the whole statement on the node of the table, with its parameters.
const take = statement(
  'budgets.take',
  `insert into budgets as b (merchant_id, kind, subject, used, most, ends_at)
   select t.merchant_id, t.kind, t.subject, $6, t.most, t.ends_at
   from unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::timestamptz[])
     as t (merchant_id, kind, subject, most, ends_at)
   left join (select 1 from budgets limit 0) as none on true
   order by 1, 2, 3
   on conflict (merchant_id, kind, subject) do update set
     used = case when b.ends_at <= $7 then 0 else b.used end + $6,
     ends_at = case when b.ends_at <= $7 then excluded.ends_at else b.ends_at end,
     most = excluded.most
   where b.ends_at <= $7 or b.used < excluded.most
   returning ${list}`,
);
const usedUp = statement(
  'budgets.used-up',
  `select ${list} from budgets b where b.used >= b.most and b.ends_at > $1
   order by b.ends_at desc limit $2`,
);
const forget = statement(
  'budgets.forget',
  `delete from budgets where (merchant_id, kind, subject) in (
     select merchant_id, kind, subject from budgets where ends_at <= $1 limit $2)
   returning 1 as removed`,
);

export type BudgetStore = ReturnType<typeof sqlBudgetStore>;

export function sqlBudgetStore(database: Queryable) {
  return {
    /** Returns the rows that had something left. `step` is 1, or 0 to count nothing. */
    take(rows: readonly Omit<BudgetRow, 'used'>[], step: 0 | 1, at: Instant) {
      const all = (type: ColumnType, field: keyof Omit<BudgetRow, 'used'>): string =>
        `{${rows.map((row) => arrayElement(type, row[field] as Value)).join(',')}}`;
      return database.run<BudgetRow>(take, [
        all('text', 'merchantId'),
        all('text', 'kind'),
        all('text', 'subject'),
        all('integer', 'most'),
        all('timestamptz', 'endsAt'),
        step,
        isoTime(at),
      ]);
    },
    usedUp: (at: Instant, limit: number) => database.run<BudgetRow>(usedUp, [isoTime(at), limit]),
    forget: async (at: Instant, limit: number) =>
      (await database.run(forget, [isoTime(at), limit])).length,
  };
}
