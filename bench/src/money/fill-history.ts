// Fills the database with copies of one payment and all its rows, each with its own ids and an
// older time in them, as if the merchant had made so many payments before.

import type { Database } from '@bramka/gateway/storage/database.ts';

/** The tables with rows of a payment. */
const tables = [
  'payments',
  'payment_details',
  'attempts',
  'transactions',
  'events',
  'ledger_transfers',
] as const;
/** Columns that get a new id; equal ids stay equal. */
const ids = ['payment_id', 'attempt_id', 'trans_id', 'event_id', 'transfer_id'];
const CHUNK = 100_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface History {
  readonly merchantId: string;
  /** The payment that is copied. */
  readonly paymentId: string;
  readonly payments: number;
}

/** `number` is the number of the copy, `base` the time in milliseconds of the first id. */
function newId(column: string, base: number): string {
  const time = `lpad(to_hex(${String(base)} + number), 12, '0')`;
  const own = `substr(md5(${column}::text), 1, 3)`;
  return `(${time} || '7' || ${own} || '8000' || lpad(to_hex(number), 12, '0'))::uuid`;
}

function valueOf(table: string, column: string, base: number): string {
  if (ids.includes(column)) return newId(`o.${column}`, base);
  if (column === 'ext_order_id') return `'history-' || ${String(base)} || '-' || number`;
  if (table === 'payments' && column === 'status') return `'SETTLED'`;
  return `o.${column}`;
}

export async function fillHistory(database: Database, history: History): Promise<void> {
  const { merchantId, paymentId, payments } = history;
  const base = Date.now() - 60 * DAY_MS - payments;
  const run = (name: string, text: string, values: readonly unknown[] = []) =>
    database.run<{ name: string }>({ name: `bench.history-${name}`, text }, values);
  for (const table of tables) {
    const columns = await run(
      'columns',
      `select column_name as name from information_schema.columns
       where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
      [table],
    );
    const names = columns.map(({ name }) => name);
    const values = names.map((name) => valueOf(table, name, base));
    for (let from = 1; from <= payments; from += CHUNK) {
      const to = Math.min(payments, from + CHUNK - 1);
      await run(
        `${table}-${String(base)}-${String(from)}`,
        `insert into ${table} (${names.join(', ')})
         select ${values.join(', ')} from ${table} o
         cross join generate_series(${String(from)}::bigint, ${String(to)}) as number
         where o.merchant_id = $1 and o.payment_id = $2`,
        [merchantId, paymentId],
      );
    }
  }
  await addBalances(database, history);
  await run('analyze', 'vacuum analyze');
}

/** The balances of the copied transfers. */
async function addBalances(
  database: Database,
  { merchantId, paymentId, payments }: History,
): Promise<void> {
  const text = `update ledger_balances b set balance_minor = b.balance_minor + $3 * moved.by_minor
    from (select account, currency, sum(by_minor)::bigint as by_minor from (
        select debit as account, currency, -amount_minor as by_minor from ledger_transfers
        where merchant_id = $1 and payment_id = $2
        union all
        select credit, currency, amount_minor from ledger_transfers
        where merchant_id = $1 and payment_id = $2) as sides
      group by account, currency) as moved
    where b.merchant_id = $1 and b.account = moved.account and b.currency = moved.currency`;
  await database.run({ name: 'bench.history-balances', text }, [merchantId, paymentId, payments]);
}
