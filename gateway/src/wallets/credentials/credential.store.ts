// Wallet credentials in the database. One expression here decides which state a credential is in,
// for lists, metrics and warnings alike.

import { isoTime, type Instant } from '../../core/clock.ts';
import { FIRST_ID } from '../../core/id.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { CredentialKind, CredentialRecord, CredentialState } from './credential.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const SOON_MS = 30 * DAY_MS;
export const OVERDUE_MS = 14 * DAY_MS;
const WARN_EVERY_MS = DAY_MS;
/** The maximum number of usable and requested credentials of each kind per owner. */
export const MAX_PER_KIND = 10;

/** The columns of a new row. */
export type CredentialRow = Omit<CredentialRecord, 'state' | 'removedAt'> & {
  readonly sealedPrivateKey: Uint8Array;
};

const columns = `c.credential_id as "credentialId", c.kind, c.merchant_id as "merchantId", c.name,
  c.algorithm, c.status, c.public_key as "publicKey", c.public_key_hash as "publicKeyHash",
  c.certificate, c.created_at as "createdAt", c.activated_at as "activatedAt",
  c.expires_at as "expiresAt", c.removed_at as "removedAt"`;

/** $1 is now, $2 until when a certificate expires soon, $3 since when a request is overdue. */
const state = `case
  when c.status = 'REMOVED' then 'REMOVED'
  when c.status = 'REQUESTED' then
    case when c.created_at <= $3::timestamptz then 'OVERDUE' else 'REQUESTED' end
  when c.expires_at is null or c.expires_at > $2::timestamptz then 'ACTIVE'
  when exists (select 1 from wallet_credentials n where n.status = 'ACTIVE' and n.kind = c.kind
    and coalesce(n.merchant_id, '') = coalesce(c.merchant_id, '') and n.name = c.name
    and n.expires_at > c.expires_at) then 'REPLACED'
  when c.expires_at <= $1::timestamptz then 'EXPIRED'
  else 'EXPIRES_SOON' end`;

const stateTimes = (now: Instant): string[] =>
  [now, now + SOON_MS, now - OVERDUE_MS].map((at) => isoTime(at));

const insert = statement(
  'wallet-credentials.insert',
  `insert into wallet_credentials (credential_id, kind, merchant_id, name, algorithm, status,
     public_key, public_key_hash, certificate, sealed_private_key, created_at, activated_at,
     expires_at)
   select $1, $2::text, $3::text, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
   where (select count(*) from wallet_credentials where status <> 'REMOVED' and kind = $2::text
     and coalesce(merchant_id, '') = coalesce($3::text, '')) < $14::integer
   returning credential_id`,
);
const activate = statement(
  'wallet-credentials.activate',
  `update wallet_credentials set status = 'ACTIVE', certificate = $2, expires_at = $3,
     activated_at = $4 where credential_id = $1 and status = 'REQUESTED' returning credential_id`,
);
const remove = statement(
  'wallet-credentials.remove',
  `update wallet_credentials set status = 'REMOVED', sealed_private_key = null, removed_at = $2
   where credential_id = $1 and status <> 'REMOVED' returning credential_id`,
);
const find = statement(
  'wallet-credentials.find',
  `select ${columns}, ${state} as state from wallet_credentials c where c.credential_id = $4`,
);
const list = statement(
  'wallet-credentials.list',
  `select ${columns}, ${state} as state from wallet_credentials c
   where ($4::text is null or c.merchant_id = $4) and c.credential_id > $5
     and ($7::text is null or c.kind = $7)
   order by c.credential_id limit $6`,
);
const usable = statement(
  'wallet-credentials.usable',
  `select ${columns}, c.sealed_private_key as "sealedPrivateKey" from wallet_credentials c
   where c.status = 'ACTIVE' and c.kind = $1 and coalesce(c.merchant_id, '') = $2
   order by c.activated_at desc, c.credential_id desc`,
);
const count = statement(
  'wallet-credentials.count',
  `select c.kind, ${state} as state, count(*)::integer as count from wallet_credentials c
   where c.status <> 'REMOVED' group by 1, 2`,
);
const claimWarnings = statement(
  'wallet-credentials.claim-warnings',
  `update wallet_credentials w set warned_at = $1
   from (select ${columns}, ${state} as state from wallet_credentials c
     where c.status <> 'REMOVED') as s
   where w.credential_id = s."credentialId"
     and s.state in ('OVERDUE', 'EXPIRES_SOON', 'EXPIRED')
     and (w.warned_at is null or w.warned_at <= $4)
   returning s.*`,
);
const clear = statement('wallet-credentials.clear', 'delete from wallet_credentials');

/** False: the owner has too many of this kind. */
export async function insertCredential(database: Queryable, row: CredentialRow): Promise<boolean> {
  const time = (at: Instant | null): string | null => (at === null ? null : isoTime(at));
  const rows = await database.run(insert, [
    row.credentialId,
    row.kind,
    row.merchantId,
    row.name,
    row.algorithm,
    row.status,
    row.publicKey,
    row.publicKeyHash,
    row.certificate,
    row.sealedPrivateKey,
    time(row.createdAt),
    time(row.activatedAt),
    time(row.expiresAt),
    MAX_PER_KIND,
  ]);
  return rows.length > 0;
}

/** False: it is not REQUESTED. */
export async function activateCredential(
  database: Queryable,
  credentialId: string,
  { certificate, expiresAt, at }: { certificate: Buffer; expiresAt: Instant; at: Instant },
): Promise<boolean> {
  const values = [credentialId, certificate, isoTime(expiresAt), isoTime(at)];
  return (await database.run(activate, values)).length > 0;
}

export async function removeCredential(
  database: Queryable,
  credentialId: string,
  at: Instant,
): Promise<void> {
  await database.run(remove, [credentialId, isoTime(at)]);
}

export async function findCredential(
  database: Queryable,
  credentialId: string,
  now: Instant,
): Promise<CredentialRecord | undefined> {
  return (await database.run<CredentialRecord>(find, [...stateTimes(now), credentialId]))[0];
}

interface ListedPage {
  /** Null: credentials of all owners. */
  readonly merchantId: string | null;
  /** Null: credentials of every kind. */
  readonly kind: CredentialKind | null;
  readonly after: string | null;
  readonly limit: number;
}

export function listCredentials(
  database: Queryable,
  { merchantId, kind, after, limit }: ListedPage,
  now: Instant,
): Promise<CredentialRecord[]> {
  const values = [...stateTimes(now), merchantId, after ?? FIRST_ID, limit, kind];
  return database.run<CredentialRecord>(list, values);
}

/** The newest first; with sealed private keys. */
export function readUsable(
  database: Queryable,
  kind: CredentialKind,
  merchantId: string | null,
): Promise<CredentialRow[]> {
  return database.run<CredentialRow>(usable, [kind, merchantId ?? '']);
}

interface CredentialCount {
  readonly kind: CredentialKind;
  readonly state: CredentialState;
  readonly count: number;
}

export function countCredentials(database: Queryable, now: Instant): Promise<CredentialCount[]> {
  return database.run<CredentialCount>(count, stateTimes(now));
}

/** Credentials to warn about now; each is returned to one node, once a day. */
export function claimDueWarnings(database: Queryable, now: Instant): Promise<CredentialRecord[]> {
  const values = [...stateTimes(now), isoTime(now - WARN_EVERY_MS)];
  return database.run<CredentialRecord>(claimWarnings, values);
}

export async function clearCredentials(database: Queryable): Promise<void> {
  await database.run(clear);
}
