// Checks of the ledger in the database, and the parts of the ledger that they read: a slice of the
// transfers of a merchant, or its balances with the latest transfers in one statement.

import { isoTime, type Instant } from '../../core/clock.ts';
import { columnName, selectList } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import { ledgerChecks, type Compared, type LedgerCheck, type Moved } from './ledger-check.ts';

const fields = Object.keys(ledgerChecks.columns) as (keyof LedgerCheck)[];

const insert = statement(
  'ledger-checks.insert',
  `insert into ledger_checks (${fields.map(columnName).join(', ')})
   values (${fields.map((_, index) => `$${index + 1}`).join(', ')})
   on conflict do nothing returning check_id`,
);
const update = statement(
  'ledger-checks.update',
  `update ledger_checks set state = $4, current_merchant = $5, last_merchant = $6,
     position_id = $7, until_id = $8, is_repeat = $9, sums = $10, merchants = $11,
     transfers = $12, differences = $13, finished_at = $14, version = version + 1
   where merchant_id = $1 and check_id = $2 and version = $3 returning version`,
);
const running = statement(
  'ledger-checks.running',
  `select ${selectList(ledgerChecks)} from ledger_checks where state = 'RUNNING'
   order by started_by, check_id limit 1`,
);
const find = statement(
  'ledger-checks.find',
  `select ${selectList(ledgerChecks)} from ledger_checks where check_id = $1`,
);
const scheduledSince = statement(
  'ledger-checks.scheduled-since',
  `select 1 as found from ledger_checks where merchant_id = $1 and started_by = 'SCHEDULE'
     and started_at > $2 limit 1`,
);
const nextMerchant = statement(
  'ledger-checks.next-merchant',
  `select min(merchant_id) as "merchantId" from (
     (select merchant_id from ledger_balances where merchant_id > $1
      order by merchant_id limit 1)
     union all
     (select merchant_id from ledger_transfers where merchant_id > $1
      order by merchant_id limit 1)) as next`,
);
const slice = statement(
  'ledger-checks.slice',
  `with part as (
     select transfer_id, debit, credit, currency, amount_minor from ledger_transfers
     where merchant_id = $1 and transfer_id > $2 and transfer_id < $3
     order by transfer_id limit $4),
   moved as (
     select debit as account, currency, -amount_minor as by_minor from part
     union all select credit, currency, amount_minor from part)
   select account, currency, sum(by_minor)::bigint as "movedMinor",
     (select count(*) from part)::integer as count,
     (select transfer_id from part order by transfer_id desc limit 1) as "lastId"
   from moved group by account, currency`,
);
const countLatest = statement(
  'ledger-checks.count-latest',
  `select count(*)::integer as count from (
     select 1 from ledger_transfers where merchant_id = $1 and transfer_id >= $2 limit $3) as part`,
);
const compare = statement(
  'ledger-checks.compare',
  `with latest as (
     select debit, credit, currency, amount_minor from ledger_transfers
     where merchant_id = $1 and transfer_id >= $2),
   both_sides as (
     select debit as account, currency, -amount_minor as by_minor, 0 as balance from latest
     union all select credit, currency, amount_minor, 0 from latest
     union all select account, currency, 0, balance_minor from ledger_balances
       where merchant_id = $1)
   select account, currency, sum(by_minor)::bigint as "movedMinor",
     sum(balance)::bigint as "balanceMinor",
     (select count(*) from latest)::integer as "latestCount"
   from both_sides group by account, currency`,
);

/** False: a scheduled check is running already. */
export async function insertCheck(database: Queryable, check: LedgerCheck): Promise<boolean> {
  const values = fields.map((field) => valueOf(check, field));
  return (await database.run(insert, values)).length > 0;
}

function valueOf(check: LedgerCheck, field: keyof LedgerCheck): unknown {
  const value = check[field];
  const type = ledgerChecks.columns[field];
  if (type === 'jsonb') return JSON.stringify(value);
  return type === 'timestamptz' && typeof value === 'number' ? isoTime(value) : value;
}

/** False: another node has made the step that began at this version. */
export async function updateCheck(database: Queryable, check: LedgerCheck): Promise<boolean> {
  const names = ['merchantId', 'checkId', 'version', 'state', 'currentMerchant'] as const;
  const others = ['lastMerchant', 'positionId', 'untilId', 'isRepeat', 'sums'] as const;
  const results = ['merchants', 'transfers', 'differences', 'finishedAt'] as const;
  const values = [...names, ...others, ...results].map((field) => valueOf(check, field));
  return (await database.run(update, values)).length > 0;
}

/** The check to work on: those of the operator come first, in the order of their start. */
export async function findRunning(database: Queryable): Promise<LedgerCheck | undefined> {
  return (await database.run<LedgerCheck>(running))[0];
}

export async function findCheck(
  database: Queryable,
  checkId: string,
): Promise<LedgerCheck | undefined> {
  return (await database.run<LedgerCheck>(find, [checkId]))[0];
}

export async function wasScheduledSince(
  database: Queryable,
  scope: string,
  since: Instant,
): Promise<boolean> {
  return (await database.run(scheduledSince, [scope, isoTime(since)])).length > 0;
}

export async function findNextMerchant(database: Queryable, after: string): Promise<string | null> {
  const [row] = await database.run<{ merchantId: string | null }>(nextMerchant, [after]);
  return row?.merchantId ?? null;
}

type SliceRow = Moved & { readonly count: number; readonly lastId: string };

export function readSlice(
  database: Queryable,
  { currentMerchant, positionId, untilId }: LedgerCheck,
  limit: number,
): Promise<SliceRow[]> {
  return database.run<SliceRow>(slice, [currentMerchant, positionId, untilId, limit]);
}

/** Whether more transfers than this are to be read together with the balances. */
export async function hasManyLatest(
  database: Queryable,
  { currentMerchant, untilId }: LedgerCheck,
  limit: number,
): Promise<boolean> {
  const values = [currentMerchant, untilId, limit + 1];
  const [row] = await database.run<{ count: number }>(countLatest, values);
  return (row?.count ?? 0) > limit;
}

export function readCompared(
  database: Queryable,
  { currentMerchant, untilId }: LedgerCheck,
): Promise<Compared[]> {
  return database.run<Compared>(compare, [currentMerchant, untilId]);
}
