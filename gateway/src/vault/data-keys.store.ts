// Data keys in the database, sealed. When two nodes create the first key at the same time, both use
// the one that was written first.

import { statement, type Queryable } from '../storage/database.ts';

interface DataKeyRow {
  readonly keyVersion: number;
  readonly sealedKey: Uint8Array;
}

const readAll = statement(
  'data-keys.read',
  `select key_version as "keyVersion", sealed_key as "sealedKey" from data_keys
   where merchant_id = $1 order by key_version`,
);
const insert = statement(
  'data-keys.insert',
  `insert into data_keys (merchant_id, key_version, sealed_key, created_at)
   values ($1, $2, $3, $4) on conflict do nothing`,
);

export function readDataKeys(database: Queryable, merchantId: string): Promise<DataKeyRow[]> {
  return database.run<DataKeyRow>(readAll, [merchantId]);
}

export async function insertDataKey(
  database: Queryable,
  merchantId: string,
  keyVersion: number,
  sealed: Uint8Array,
  atIso: string,
): Promise<void> {
  await database.run(insert, [merchantId, keyVersion, sealed, atIso]);
}
