// Signing keys in the database. A unique index allows at most one current key.

import { isoTime, type Instant } from '../core/clock.ts';
import { statement, type Database } from '../storage/database.ts';

interface KeyRow {
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
  readonly retiredAt: Instant | null;
}

const readLive = statement(
  'signing-keys.live',
  `select key_id as "keyId", sealed_key as "sealedKey", retired_at as "retiredAt"
   from signing_keys where retired_at is null or retired_at > $1`,
);
const retire = statement(
  'signing-keys.retire',
  'update signing_keys set retired_at = $1 where retired_at is null',
);
const insert = statement(
  'signing-keys.insert',
  'insert into signing_keys (key_id, sealed_key, created_at) values ($1, $2, $3)',
);

/** The current key and those retired after the given time. */
export function readLiveKeys(database: Database, retiredAfter: Instant): Promise<KeyRow[]> {
  return database.run<KeyRow>(readLive, [isoTime(retiredAfter)]);
}

/** Inserts the new key as the current one and retires the previous one. */
export async function insertKey(
  database: Database,
  keyId: string,
  sealed: Uint8Array,
  at: Instant,
): Promise<void> {
  const now = isoTime(at);
  await database.transaction(async (tx) => {
    await tx.run(retire, [now]);
    await tx.run(insert, [keyId, sealed, now]);
  });
}
