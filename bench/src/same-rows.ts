// Verifies that both sides did the same work: each payment of the gateway and of pgbench left as
// many rows in every table as the traced one.

import type { Database } from '@bramka/gateway/storage/database.ts';
import type { Trace } from './plain/trace.ts';

export function rowsPerPayment(trace: Trace): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { table, operation } of trace.commits.flat()) {
    const by = { INSERT: 1, UPDATE: 0, DELETE: -1 }[operation];
    counts.set(table, (counts.get(table) ?? 0) + by);
  }
  return new Map([...counts].filter(([, count]) => count > 0));
}

export async function assertSameRows(name: string, database: Database, trace: Trace) {
  const expected = rowsPerPayment(trace);
  const payments = await countRows(database, 'public.payments');
  for (const [table, count] of expected) {
    const rows = await countRows(database, table);
    if (rows !== count * payments) {
      throw new Error(
        `${name} left ${rows} rows in ${table} for ${payments} payments, not ${count} each`,
      );
    }
  }
}

/** The demo merchants also have deposits, which belong to no payment. */
const ofPayments: Readonly<Record<string, string>> = {
  'public.ledger_transfers': 'where payment_id is not null',
};

async function countRows(database: Database, table: string): Promise<number> {
  const text = `select count(*)::integer as count from ${table} ${ofPayments[table] ?? ''}`;
  const rows = await database.run<{ count: number }>({ name: `bench.count.${table}`, text });
  return rows[0]?.count ?? 0;
}
