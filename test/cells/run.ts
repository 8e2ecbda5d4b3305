// Makes cells in one database, runs all statements and payments in them, on Citus moves one of them
// meanwhile, and compares what was answered with what is there.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { openPostgres } from '@bramka/gateway/storage/postgres.ts';
import { acquirerServer, openAcquirerFixture } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import { accountOf } from '../support/counterparts/plain.ts';
import { patience } from '../support/database.ts';
import { runSql } from '../support/engines.ts';
import { ask } from '../support/journal/database-server.ts';
import { checkLedger } from '../support/journal/check-ledger.ts';
import { startCell, type Cell } from './cell.ts';
import { openCitus, type CitusCluster } from './citus.ts';
import { checkFeed } from './feed.ts';
import { compare, type PaymentRow, type Taken } from './judge.ts';
import { runLoad, type CellLoad } from './load.ts';
import type { CellRow, CellsReport } from './report.ts';
import { runStatements } from './statements.ts';

const MAX_FAULTS = 40;
const MOVE_AFTER_MS = 2_000;
const REST_LIMIT_MS = 60_000;

interface RunOptions {
  readonly url: string;
  readonly schemas: number;
  readonly seconds: number;
  readonly print: (line: string) => void;
}

type Acquirer = Awaited<ReturnType<typeof startAcquirer>>;

/** The simulated acquirer, with its records in memory. */
async function startAcquirer() {
  const fixture = await openAcquirerFixture('memory');
  const { acquirer } = fixture;
  const server = acquirerServer(acquirer);
  const url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/acquirer`;
  return {
    url,
    takenFor: (paymentId: string): Promise<Taken> => accountOf(acquirer, paymentId),
    async close() {
      await server.close();
      await fixture.close();
    },
  };
}

export async function runCells(options: RunOptions): Promise<CellsReport> {
  const { url, schemas, print } = options;
  const citus = await openCitus(url);
  print(
    citus
      ? 'Citus is installed: every cell is a distributed schema.'
      : 'Citus is not installed in this database: the cells are plain schemas of PostgreSQL.',
  );
  const prefix = `cell_${randomBytes(4).toString('hex')}`;
  const names = Array.from({ length: schemas }, (_, at) => `${prefix}_${at + 1}`);
  const acquirer = await startAcquirer();
  const cells: Cell[] = [];
  try {
    for (const name of names) cells.push(await startCell(url, name, acquirer.url));
    print(`${cells.length} cells are migrated and serve requests.`);
    return await testCells(options, cells, acquirer, citus);
  } finally {
    await Promise.all(cells.map((cell) => cell.close()));
    await acquirer.close();
    for (const name of names) await ask(url, `drop schema if exists ${name} cascade`);
  }
}

async function testCells(
  { url, seconds, print }: RunOptions,
  cells: readonly Cell[],
  acquirer: Acquirer,
  citus: CitusCluster | undefined,
): Promise<CellsReport> {
  const checked = [];
  const faults: string[] = [];
  for (const { schema } of cells) {
    checked.push(await runStatements(url, schema));
    faults.push(...(await checkFeed(url, schema)));
  }
  const until = performance.now() + seconds * 1000;
  const running = cells.map((cell) => runLoad(cell, () => performance.now() > until));
  const moving = citus && cells[0] ? moveOne(citus, cells[0].schema, print) : [];
  const loads = await Promise.all(running);
  faults.push(...checked.flatMap((one) => one.faults), ...(await moving));
  const rows: CellRow[] = [];
  for (const [at, cell] of cells.entries()) {
    const load = loads[at] as CellLoad;
    faults.push(...load.faults, ...(await judge(url, cell, load, acquirer)));
    const node = await citus?.nodeOf(cell.schema);
    if (citus && node === undefined) faults.push(`${cell.schema} is not a distributed schema`);
    rows.push({
      schema: cell.schema,
      ...(node === undefined ? {} : { node }),
      statements: checked[at]?.statements ?? 0,
      payments: load.orders.filter(({ paymentId }) => paymentId !== undefined).length,
      captures: load.orders.filter(({ captured }) => captured).length,
      refunds: load.orders.filter(({ refunded }) => refunded).length,
      repeats: load.repeats,
      longestGapMs: load.longestGapMs,
    });
  }
  return { rows, faults: faults.slice(0, MAX_FAULTS) };
}

/** While the load runs. */
async function moveOne(
  citus: CitusCluster,
  schema: string,
  print: (line: string) => void,
): Promise<string[]> {
  await sleep(MOVE_AFTER_MS);
  const from = await citus.nodeOf(schema);
  const began = performance.now();
  try {
    const to = await citus.move(schema);
    if (to === undefined) return [`${schema} cannot be moved: Citus has one node only`];
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print(`${schema} moved from ${String(from)} to ${to} in ${seconds} s under load.`);
    return to === from ? [`${schema} is still on ${to}`] : [];
  } catch (error) {
    return [`the move of ${schema} failed: ${String(error)}`];
  }
}

const paymentsText = `select payment_id::text as id, status, ext_order_id as "orderId",
  captured_minor as "capturedMinor", refunded_minor as "refundedMinor" from payments`;

/** Waits until nothing is in progress, then compares. */
async function judge(
  url: string,
  { schema }: Cell,
  { orders }: CellLoad,
  acquirer: Acquirer,
): Promise<string[]> {
  const settings = { search_path: schema };
  const database = openPostgres({ url, connections: 2, settings, ...patience });
  try {
    const deadline = performance.now() + REST_LIMIT_MS;
    let rows = await runSql<PaymentRow>(database, paymentsText);
    while (!(await isAtRest(database)) && performance.now() < deadline) {
      await sleep(500);
      rows = await runSql<PaymentRow>(database, paymentsText);
    }
    const taken = new Map<string, Taken>();
    for (const { id } of rows) taken.set(id, await acquirer.takenFor(id));
    const imbalances = await checkLedger(database);
    const ledger = imbalances.map((one) => `the ledger of ${one.merchantId} is out of balance`);
    return [...compare(orders, rows, taken), ...ledger].map((fault) => `${schema}: ${fault}`);
  } finally {
    await database.close();
  }
}

async function isAtRest(database: Database): Promise<boolean> {
  const text = `select 1 from payments where status in ('PENDING', 'NEW')
    union all select 1 from attempts where finished_at is null limit 1`;
  return (await runSql(database, text)).length === 0;
}
