// Credentials of merchants at providers in the database. A row is in use from one time to another,
// and payments of that time are followed up with it later; so rows are never deleted.

import { isoTime, type Instant } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';

export interface CredentialRow {
  readonly merchantId: string;
  readonly credentialId: string;
  readonly provider: string;
  /** Null: the provider has no public name of the account. */
  readonly account: string | null;
  readonly fieldNames: readonly string[];
  readonly sealedFields: Uint8Array;
  /** 1, and one more with each replacement of the values. */
  readonly version: number;
  readonly createdAt: Instant;
  readonly changedAt: Instant;
  /** Attempts of this time are made with this account. */
  readonly usedFrom: Instant;
  /** Null: it is in use. */
  readonly usedUntil: Instant | null;
}

const columns = `merchant_id as "merchantId", credential_id as "credentialId", provider, account,
  field_names as "fieldNames", sealed_fields as "sealedFields", version,
  created_at as "createdAt", changed_at as "changedAt", used_from as "usedFrom",
  used_until as "usedUntil"`;

const list = statement(
  'provider-credentials.list',
  `select ${columns} from provider_credentials where merchant_id = $1
   order by used_from, credential_id`,
);
const findAccount = statement(
  'provider-credentials.find-account',
  `select ${columns} from provider_credentials where provider = $1 and account = $2
   order by used_until desc nulls first, used_from desc limit 1`,
);
const insert = statement(
  'provider-credentials.insert',
  `insert into provider_credentials (merchant_id, credential_id, provider, account, field_names,
     sealed_fields, version, created_at, changed_at, used_from)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
);
const replace = statement(
  'provider-credentials.replace',
  `update provider_credentials set field_names = $3, sealed_fields = $4, version = version + 1,
     changed_at = $5 where merchant_id = $1 and credential_id = $2`,
);
const end = statement(
  'provider-credentials.end',
  `update provider_credentials set used_until = greatest(used_from, $3::timestamptz)
   where merchant_id = $1 and credential_id = $2`,
);
const clear = statement('provider-credentials.clear', 'delete from provider_credentials');

/** Of all providers, in the order of their use; also those that are no longer in use. */
export function listCredentials(database: Queryable, merchantId: string): Promise<CredentialRow[]> {
  return database.run<CredentialRow>(list, [merchantId]);
}

/** The one in use, otherwise the one that was in use last. */
export async function findByAccount(
  database: Queryable,
  provider: string,
  account: string,
): Promise<CredentialRow | undefined> {
  return (await database.run<CredentialRow>(findAccount, [provider, account]))[0];
}

export async function insertCredential(tx: Queryable, row: CredentialRow): Promise<void> {
  await tx.run(insert, [
    row.merchantId,
    row.credentialId,
    row.provider,
    row.account,
    JSON.stringify(row.fieldNames),
    row.sealedFields,
    row.version,
    isoTime(row.createdAt),
    isoTime(row.usedFrom),
  ]);
}

export async function replaceFields(tx: Queryable, row: CredentialRow): Promise<void> {
  const { merchantId, credentialId, fieldNames, sealedFields, changedAt } = row;
  const values = [JSON.stringify(fieldNames), sealedFields, isoTime(changedAt)];
  await tx.run(replace, [merchantId, credentialId, ...values]);
}

export async function endUse(
  tx: Queryable,
  { merchantId, credentialId }: CredentialRow,
  at: Instant,
): Promise<void> {
  await tx.run(end, [merchantId, credentialId, isoTime(at)]);
}

export async function clearCredentials(database: Queryable): Promise<void> {
  await database.run(clear);
}
