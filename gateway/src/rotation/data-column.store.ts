// Tables with values that are sealed with the data key of a merchant: cards of payments and of
// recipients, stored cards, and proofs of authentication. A row names the version of its key.

import { FIRST_ID } from '../core/id.ts';
import { columnName } from '../journal/table.ts';
import { statement, type Queryable, type Statement } from '../storage/database.ts';

export interface DataTable {
  readonly name: string;
  /** The fields of the key after the merchant, and the sealed fields. */
  readonly key: readonly string[];
  readonly sealed: readonly string[];
  readonly page: Statement;
  readonly count: Statement;
  readonly swap: Statement;
}

/** A row as its module writes it. */
export type DataRow = Readonly<Record<string, unknown>> & {
  readonly merchantId: string;
  readonly keyVersion: number;
};

function dataTable(name: string, key: readonly string[], sealed: readonly string[]): DataTable {
  const old = `t.key_version is not null and ($1::text is null or t.merchant_id = $1)
    and t.key_version < (
      select max(k.key_version) from data_keys k where k.merchant_id = t.merchant_id)`;
  const fields = ['merchantId', ...key, 'keyVersion', ...sealed];
  const list = fields.map((field) => `t.${columnName(field)} as "${field}"`).join(', ');
  const names = ['t.merchant_id', ...key.map((field) => `t.${columnName(field)}`)];
  const cursor = ['$3', ...key.map((_, index) => `$${String(index + 4)}::uuid`)];
  const values = ['keyVersion', ...sealed];
  const set = values.map((field, index) => `${columnName(field)} = $${String(index + 1)}`);
  const same = values.map(
    (field, index) =>
      `${columnName(field)} is not distinct from $${String(values.length + index + 1)}`,
  );
  const at = 2 * values.length + 1;
  const match = ['merchantId', ...key].map(
    (field, index) => `${columnName(field)} = $${String(at + index)}`,
  );
  return {
    name,
    key,
    sealed,
    page: statement(
      `rotate.${name}.page`,
      `select ${list} from ${name} t where ${old} and (${names.join(', ')}) > (${cursor.join(', ')})
       order by ${names.join(', ')} limit $2`,
    ),
    count: statement(
      `rotate.${name}.count`,
      `select count(*)::integer as count from ${name} t where ${old}`,
    ),
    swap: statement(
      `rotate.${name}.swap`,
      `update ${name} set ${set.join(', ')} where ${[...match, ...same].join(' and ')}
       returning 1 as done`,
    ),
  };
}

export const dataTables = {
  heldCards: dataTable('held_cards', ['paymentId'], ['sealedCard', 'sealedCvv']),
  heldRecipients: dataTable('held_recipients', ['paymentId'], ['sealedRecipient']),
  cardTokens: dataTable('card_tokens', ['tokenId'], ['sealedRowKey']),
  authentications: dataTable('authentications', ['paymentId', 'authenticationId'], ['sealedCavv']),
} as const;

/** Rows after this key whose data key was replaced; of one merchant, or of all. */
export function readRows(
  database: Queryable,
  { page, key }: DataTable,
  merchantId: string | null,
  after: readonly string[],
  limit: number,
): Promise<DataRow[]> {
  const start = after.length > 0 ? after : ['', ...key.map(() => FIRST_ID)];
  return database.run<DataRow>(page, [merchantId, limit, ...start]);
}

export async function countRows(
  database: Queryable,
  { count }: DataTable,
  merchantId: string | null,
): Promise<number> {
  return (await database.run<{ count: number }>(count, [merchantId]))[0]?.count ?? 0;
}

/** Writes only if the row has not changed since it was read. */
export async function swapRow(
  database: Queryable,
  { swap, key, sealed }: DataTable,
  before: DataRow,
  next: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const values = ['keyVersion', ...sealed];
  const parameters = [
    ...values.map((field) => next[field] ?? null),
    ...values.map((field) => before[field] ?? null),
    ...['merchantId', ...key].map((field) => before[field]),
  ];
  return (await database.run(swap, parameters)).length > 0;
}
