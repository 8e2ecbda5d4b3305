// Stored answers of idempotent requests, by merchant and key.

import { isoTime, type Instant } from '../core/clock.ts';
import { selectList, table, typed, type RowOf } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';

export const idempotencyKeys = table('idempotency_keys', {
  columns: {
    merchantId: 'text',
    idempotencyKey: 'text',
    requestFingerprint: 'bytea',
    status: 'integer',
    answer: 'bytea',
    expiresAt: typed<number>('timestamptz'),
  },
  key: ['merchantId', 'idempotencyKey'],
  mutable: ['status', 'answer'],
});

export type IdempotencyRow = RowOf<typeof idempotencyKeys>;

const findKept = statement(
  'idempotency.find',
  `select ${selectList(idempotencyKeys)} from idempotency_keys
   where merchant_id = $1 and idempotency_key = $2`,
);
const removeExpired = statement(
  'idempotency.expire',
  `delete from idempotency_keys where (merchant_id, idempotency_key) in (
     select merchant_id, idempotency_key from idempotency_keys where expires_at <= $1 limit $2)
   returning 1 as removed`,
);

const removeOne = statement(
  'idempotency.expire-one',
  `delete from idempotency_keys
   where merchant_id = $1 and idempotency_key = $2 and expires_at <= $3`,
);

export function idempotencyStore(database: Queryable) {
  return {
    /** An expired answer counts as absent and is removed, so that the key is free again. */
    async find(merchantId: string, key: string, now: Instant): Promise<IdempotencyRow | undefined> {
      const row = (await database.run<IdempotencyRow>(findKept, [merchantId, key]))[0];
      if (!row || row.expiresAt > now) return row;
      await database.run(removeOne, [merchantId, key, isoTime(now)]);
      return undefined;
    },
    removeExpired: async (now: Instant, limit: number) =>
      (await database.run(removeExpired, [isoTime(now), limit])).length,
  };
}
