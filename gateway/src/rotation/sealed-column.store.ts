// Every column of the database with values that are sealed with a root key. A test compares the
// list with the schema.

import { statement, type Queryable, type Statement } from '../storage/database.ts';

/** A column with values that are sealed with a root key. */
export interface RootColumn {
  readonly name: string;
  readonly keyLength: number;
  readonly page: Statement;
  readonly count: Statement;
  readonly swap: Statement;
}

function rootColumn(
  table: string,
  column: string,
  key: readonly string[],
  old = `${column} is not null and substring(${column} from 1 for length($1::bytea)) <> $1`,
): RootColumn {
  const names = key.map((name) => `${name}::text`);
  const list = names.map((name, index) => `${name} as "k${String(index)}"`).join(', ');
  const cursor = key.map((_, index) => `$${String(index + 3)}`).join(', ');
  const match = names.map((name, index) => `${name} = $${String(index + 3)}`).join(' and ');
  return {
    name: `${table}.${column}`,
    keyLength: key.length,
    page: statement(
      `rotate.${table}.page`,
      `select ${list}, ${column} as sealed from ${table} where ${old}
         and (${names.join(', ')}) > (${cursor}) order by ${names.join(', ')} limit $2`,
    ),
    count: statement(
      `rotate.${table}.count`,
      `select count(*)::integer as count from ${table} where ${old}`,
    ),
    swap: statement(
      `rotate.${table}.swap`,
      `update ${table} set ${column} = $1 where ${column} = $2 and ${match} returning 1 as done`,
    ),
  };
}

export const rootColumns = {
  dataKeys: rootColumn('data_keys', 'sealed_key', ['merchant_id', 'key_version']),
  signingKeys: rootColumn('signing_keys', 'sealed_key', ['key_id']),
  storedKeys: rootColumn('stored_keys', 'sealed_key', ['name']),
  encryptionKeys: rootColumn('encryption_keys', 'sealed_private', [
    'key_id',
    'public_x',
    'public_y',
  ]),
  walletCredentials: rootColumn('wallet_credentials', 'sealed_private_key', [
    'credential_id',
    'kind',
    "coalesce(merchant_id, '')",
    "encode(public_key_hash, 'hex')",
  ]),
  providerCredentials: rootColumn('provider_credentials', 'sealed_fields', [
    'merchant_id',
    'credential_id',
    'provider',
    "coalesce(account, '')",
  ]),
  answers: rootColumn('idempotency_keys', 'answer', ['merchant_id', 'idempotency_key']),
} as const;

/** A column with a JSON array of secrets, each of them sealed. */
export const notificationSecrets = rootColumn(
  'merchants',
  'notification_secrets',
  ['merchant_id'],
  `exists (select 1 from jsonb_array_elements(notification_secrets) as one
     where substring(decode(one ->> 'sealed', 'base64') from 1 for length($1::bytea)) <> $1)`,
);

/** What a column contains: one sealed value, or JSON. */
export interface SealedValue<T extends object> {
  readonly key: readonly string[];
  readonly sealed: T;
}

/** Values after this key that do not begin with this prefix. */
export async function readValues<T extends object>(
  database: Queryable,
  column: RootColumn,
  prefix: Uint8Array,
  after: readonly string[],
  limit: number,
): Promise<SealedValue<T>[]> {
  const start = after.length > 0 ? after : Array.from({ length: column.keyLength }, () => '');
  const rows = await database.run<Record<string, string> & { sealed: T }>(column.page, [
    prefix,
    limit,
    ...start,
  ]);
  return rows.map((row) => ({
    key: start.map((_, index) => row[`k${String(index)}`] ?? ''),
    sealed: row.sealed,
  }));
}

export async function countValues(
  database: Queryable,
  column: RootColumn,
  prefix: Uint8Array,
): Promise<number> {
  return (await database.run<{ count: number }>(column.count, [prefix]))[0]?.count ?? 0;
}

/** Writes only if the value has not changed since it was read. */
export async function swapValue<T extends object>(
  database: Queryable,
  column: RootColumn,
  { key, sealed }: SealedValue<T>,
  next: T,
): Promise<boolean> {
  const values = [next, sealed].map((one) =>
    one instanceof Uint8Array ? one : JSON.stringify(one),
  );
  return (await database.run(column.swap, [...values, ...key])).length > 0;
}
