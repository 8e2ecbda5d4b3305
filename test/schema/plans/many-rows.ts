// Fills the tables with many rows, most of them of one merchant, so that the planner has the
// statistics of a large installation. Values follow from the type of a column; those that a
// condition of a statement names are given here. Constraints on single values are dropped first.
import { runSql } from '../../support/engines.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';

export const ROWS = 4_000;
export const MERCHANT = '1000';
const START = Date.parse('2026-01-01T00:00:00.000Z');
/** Row number n has this time and this id. */
export const timeOf = (n: number): string => new Date(START + n * 1000).toISOString();
export const idOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const time = `timestamptz '2026-01-01Z' + n * interval '1 second'`;
const id = `('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
/** One row in ten is of another merchant; these are many. */
const merchant = `case when n % 10 = 0 then (1000 + n)::text else '${MERCHANT}' end`;
/** A value that two or three rows have. */
const seldom = (value: string, usual: string): string =>
  `case when n % 1500 = 8 then ${value} else ${usual} end`;

const byType: Readonly<Record<string, string>> = {
  text: `'x' || n`,
  uuid: id,
  integer: 'n',
  bigint: 'n',
  boolean: 'false',
  jsonb: `'{}'`,
  bytea: `decode(md5(n::text), 'hex')`,
  'timestamp with time zone': time,
};

type Values = Readonly<Record<string, string>>;
/** Columns that may be null are null unless they are here. */
const ofTable: Readonly<Record<string, Values>> = {
  attempts: {
    verb: `'authorize'`,
    provider: `'sandbox'`,
    state: seldom(`'OPEN'`, `'APPROVED'`),
    check_at: seldom(time, 'null'),
    finished_at: seldom('null', time),
  },
  audit_chains: {},
  audit_log: {
    chain_no: '1',
    seq: 'n',
    payment_id: id,
    token_id: `'x' || n`,
    subject_id: seldom(`'x' || n`, 'null'),
  },
  authentications: {},
  budgets: { kind: `'ADDRESS_DECLINES'`, used: seldom('5', '1'), most: '5' },
  card_tokens: {
    status: seldom(`'DISCARDED'`, `'ACTIVE'`),
    type: `'COF'`,
    instrument_ref: `'x' || n`,
    fingerprint: `decode(md5(n::text), 'hex')`,
    ext_customer_id: `'x' || n / 3`,
    card_mask: `'x' || n / 3`,
    key_version: '1',
    remove_at: `case when n % 1500 = 9 then ${time} end`,
  },
  checkout_confirmations: { state: seldom(`'WAITING'`, `'CONFIRMED'`) },
  data_keys: { merchant_id: '(1000 + n)::text', key_version: '1', rotation_id: '1' },
  deadlines: {},
  delivery_attempts: { attempt: '1', result: seldom(`'FAILED'`, `'ACCEPTED'`) },
  deposits: {},
  event_queue: { sequence: '1', lease: '0' },
  events: { sequence: '1' },
  fee_rules: {},
  held_cards: { key_version: '1', sealed_cvv: seldom(`'\\x00'::bytea`, 'null') },
  held_recipients: { key_version: '1' },
  idempotency_keys: {},
  ledger_balances: { merchant_id: '(1000 + n)::text' },
  ledger_checks: {
    state: seldom(`'RUNNING'`, `'DONE'`),
    started_by: `case when n % 2 = 0 then 'OPERATOR' else 'SCHEDULE' end`,
  },
  ledger_transfers: { payment_id: id, kind: `'SALE'`, debit: `'RECEIVABLE:sandbox'` },
  merchant_logos: { merchant_id: '(1000 + n / 3)::text' },
  merchants: { merchant_id: '(999 + n)::text', status: `'ACTIVE'` },
  payment_details: {},
  payments: { status: `'COMPLETED'`, ext_order_id: `'x' || n`, method: `'CARD'` },
  receivers: { merchant_id: '(1000 + n / 3)::text', consecutive_failures: seldom('1', '0') },
  disputes: { stage: seldom(`'LOST'`, `'OPENED'`), reference: `'x' || n`, history: `'[]'` },
  reconciliation_imports: {
    provider: `case when n % 2 = 0 then 'sandbox' else 'blik' end`,
    state: `case when n = 8 then 'COMPARING' else 'DONE' end`,
  },
  reconciliation_items: {
    import_id: `('00000000-0000-7000-8000-' || lpad((n / 4)::text, 12, '0'))::uuid`,
    provider: seldom(`'blik'`, `'sandbox'`),
    kind: seldom(`'EXTRA'`, `'MISSING'`),
    line_no: 'n',
    resolved_at: seldom('null', time),
  },
  reconciliation_lines: {
    import_id: `('00000000-0000-7000-8000-' || lpad((n / 400)::text, 12, '0'))::uuid`,
    result: `'MATCHED'`,
  },
  provider_credentials: { merchant_id: '(999 + n)::text', account: `'x' || n`, used_until: time },
  reconciliation_totals: {},
  recurring_agreements: {},
  refund_parts: {},
  settlement_batches: {
    payee_id: `case when n % 3 = 0 then '2000' else ${merchant} end`,
    settlement_date: `to_char(date '2020-01-01' + n / 4, 'YYYY-MM-DD')`,
    status: seldom(`'OPEN'`, `'CLOSED'`),
  },
  settlement_cursors: { merchant_id: '(999 + n)::text' },
  settlement_items: {
    batch_id: `('00000000-0000-7000-8000-' || lpad((n / 400)::text, 12, '0'))::uuid`,
  },
  settlement_runs: { finished_at: `case when n % 1000 = 0 then null else ${time} end` },
  settlement_totals: {},
  settlement_waiting: {},
  subpayments: {},
  tokenization_checks: {},
  tokenizations: { status: `'COMPLETED'`, token_id: id },
  transactions: { ext_refund_id: `'x' || n` },
  used_wallet_tokens: {},
  wallet_credentials: { status: `'ACTIVE'`, merchant_id: '(999 + n)::text', expires_at: time },
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
}

export async function fillTables(database: Database): Promise<void> {
  const checks = await runSql<{ text: string }>(
    database,
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
     from pg_constraint
     where contype in ('c', 'f') and connamespace = 'public'::regnamespace`,
  );
  for (const { text } of checks) await runSql(database, text);
  for (const [table, values] of Object.entries(ofTable)) {
    const columns = await runSql<Column>(
      database,
      `select attname::text as name, format_type(atttypid, null) as type,
         attnotnull as "isNeeded" from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const filled = columns.filter(({ name, isNeeded }) => isNeeded || name in values);
    const names = filled.map(({ name }) => name).join(', ');
    const list = filled.map(({ name, type }) => values[name] ?? valueOf(table, name, type));
    await runSql(database, `alter table ${table} disable trigger user`);
    await runSql(
      database,
      `insert into ${table} (${names})
       select ${list.join(', ')} from generate_series(1, ${ROWS}) as n`,
    );
  }
  await runSql(database, 'vacuum analyze');
}

function valueOf(table: string, name: string, type: string): string {
  if (name === 'merchant_id') return merchant;
  const value = byType[type];
  if (value === undefined) throw new Error(`${table}.${name}: no value for the type ${type}`);
  return value;
}
