// Reads the tables of an installation: beside the gateway on PostgreSQL; on the embedded database
// after it has ended, or through a borrowed gateway. Compares what it recorded with what the
// acquirer did.
import assert from 'node:assert/strict';
import type { Database, Queryable } from '@bramka/gateway/storage/database.ts';
import { openEmbedded } from '@bramka/gateway/storage/embedded.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { patience } from './database.ts';
import type { Installation } from './installation.ts';
import { remoteTables } from './pool/remote-tables.ts';

/** Where tables are: an installation, or only a data directory. */
export type TableLocation = Pick<Installation, 'dataDir' | 'databaseUrl' | 'sqlSocket'>;

type Run = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

export function rowsOf<Row>(
  location: TableLocation,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withTables(location, (run) => run<Row>(text, values));
}

/** For several queries on one connection. */
export async function withTables<T>(
  location: TableLocation,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  if (location.sqlSocket !== undefined) return work(asRun(remoteTables(location.sqlSocket)));
  const known = opened.get(location);
  if (known) return work(asRun(known));
  const database = await openTables(location);
  try {
    return await work(asRun(database));
  } finally {
    await database.close();
  }
}

const opened = new WeakMap<TableLocation, Database>();

/** All queries at this location use one connection until the work is done. */
export async function keepTablesOpen<T>(
  location: TableLocation,
  work: () => Promise<T>,
): Promise<T> {
  const database = await openTables(location);
  opened.set(location, database);
  try {
    return await work();
  } finally {
    opened.delete(location);
    await database.close();
  }
}

async function openTables({ databaseUrl, dataDir }: TableLocation): Promise<Database> {
  if (databaseUrl === undefined) return openEmbedded(dataDir);
  return openPostgres({ url: databaseUrl, connections: 1, ...patience });
}

function asRun(database: Queryable): Run {
  return (text, values = []) => database.run({ name: '', text }, values);
}

export interface PaymentTotals {
  readonly paymentId: string | null;
  readonly status: string | null;
  readonly amountMinor: bigint | null;
  readonly capturedMinor: bigint | null;
  readonly approved: bigint;
  readonly chargedMinor: bigint;
  readonly open: bigint;
}

/**
 * Every payment with its charges at the simulated acquirer, including charges without a payment.
 */
export function readPaymentTotals(installation: Installation): Promise<PaymentTotals[]> {
  return rowsOf<PaymentTotals>(
    installation,
    `select p.payment_id as "paymentId", p.status, p.amount_minor as "amountMinor",
       p.captured_minor as "capturedMinor",
       count(*) filter (where c.result = 'APPROVED' and c.verb <> 'refund') as approved,
       coalesce(sum(c.amount_minor) filter (
         where c.result = 'APPROVED' and c.verb <> 'refund'), 0)::bigint as "chargedMinor",
       (select count(*) from attempts a
        where a.payment_id = p.payment_id and a.finished_at is null) as open
     from payments p full join sandbox.charges c on c.payment_id = p.payment_id
     group by p.payment_id, p.status, p.amount_minor, p.captured_minor`,
  );
}

/** Money was charged exactly once for COMPLETED payments and not at all for others. */
export function assertTotalsMatch(rows: readonly PaymentTotals[]): void {
  for (const row of rows) {
    const about = JSON.stringify(row, (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    assert.notEqual(row.paymentId, null, `a charge has no payment: ${about}`);
    assert.notEqual(row.status, 'PENDING', `a payment is stuck: ${about}`);
    assert.equal(row.open, 0n, `an attempt is left open: ${about}`);
    const isPaid = row.status === 'COMPLETED';
    assert.equal(row.approved, isPaid ? 1n : 0n, `status and acquirer disagree: ${about}`);
    if (!isPaid) continue;
    assert.equal(row.chargedMinor, row.amountMinor, `another amount was charged: ${about}`);
    assert.equal(row.capturedMinor, row.amountMinor, `another amount was recorded: ${about}`);
  }
}
