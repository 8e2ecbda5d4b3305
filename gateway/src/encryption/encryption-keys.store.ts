// Encryption keys in the database. A unique index allows at most one current key.

import { isoTime, type Instant } from '../core/clock.ts';
import { statement, type Database } from '../storage/database.ts';

export interface EncryptionKeyRow {
  readonly keyId: string;
  readonly x: string;
  readonly y: string;
  readonly sealedPrivate: Uint8Array;
  readonly createdAt: Instant;
  readonly retiredAt: Instant | null;
}

const readLive = statement(
  'encryption-keys.live',
  `select key_id as "keyId", public_x as x, public_y as y, sealed_private as "sealedPrivate",
     created_at as "createdAt", retired_at as "retiredAt"
   from encryption_keys
   where sealed_private is not null and (retired_at is null or retired_at >= $1)`,
);
const retire = statement(
  'encryption-keys.retire',
  `update encryption_keys set retired_at = $2 where key_id = $1 and retired_at is null
   returning key_id`,
);
const insert = statement(
  'encryption-keys.insert',
  `insert into encryption_keys (key_id, public_x, public_y, sealed_private, created_at)
   values ($1, $2, $3, $4, $5)`,
);
const erase = statement(
  'encryption-keys.erase',
  `update encryption_keys set sealed_private = null
   where retired_at < $1 and sealed_private is not null returning key_id`,
);

/** The current key and those retired at the given time or later. */
export function readLiveKeys(database: Database, retiredSince: Instant) {
  return database.run<EncryptionKeyRow>(readLive, [isoTime(retiredSince)]);
}

/**
 * Inserts the new key as the current one and retires the previous one. False if another key is
 * current by now.
 */
export function replaceKey(
  database: Database,
  fresh: Omit<EncryptionKeyRow, 'retiredAt'>,
  previous: string | null,
): Promise<boolean> {
  const at = isoTime(fresh.createdAt);
  return database.transaction(async (tx) => {
    const retired = previous === null ? [] : await tx.run(retire, [previous, at]);
    if (previous !== null && retired.length === 0) return false;
    await tx.run(insert, [fresh.keyId, fresh.x, fresh.y, fresh.sealedPrivate, at]);
    return true;
  });
}

/** Deletes the private part of keys that were retired before the given time. */
export async function erasePrivateParts(database: Database, before: Instant): Promise<number> {
  return (await database.run(erase, [isoTime(before)])).length;
}
