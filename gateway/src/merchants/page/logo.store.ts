// Logos of merchants, stored by the hash of their bytes. Drafts for previews are stored the same
// way and deleted by a later change once they are an hour old.

import { createHash } from 'node:crypto';
import { isoTime, type Clock } from '../../core/clock.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { Picture } from './picture.ts';

const insert = statement(
  'merchant-logos.insert',
  `insert into merchant_logos (merchant_id, hash, media_type, data, created_at)
   values ($1, $2, $3, $4, $5)
   on conflict (merchant_id, hash) do update set created_at = excluded.created_at`,
);
const find = statement(
  'merchant-logos.find',
  `select media_type as "mediaType", data as bytes from merchant_logos
   where merchant_id = $1 and hash = $2`,
);
const removeOthers = statement(
  'merchant-logos.remove-others',
  'delete from merchant_logos where merchant_id = $1 and hash <> $2 and created_at < $3',
);

export const DRAFT_MS = 3_600_000;

export interface LogoStore {
  /** Stores the logo and returns its hash. It is used once the merchant's settings name it. */
  add(merchantId: string, logo: Picture): Promise<string>;
  find(merchantId: string, hash: string): Promise<Picture | undefined>;
  /** Removes what is neither the current logo nor a recent draft. */
  removeOthers(merchantId: string, current: string | null): Promise<void>;
}

export function logoStore(database: Queryable, clock: Clock): LogoStore {
  return {
    async add(merchantId, { mediaType, bytes }) {
      const hash = hashOf({ mediaType, bytes });
      const now = isoTime(clock.now());
      await database.run(insert, [merchantId, hash, mediaType, bytes, now]);
      return hash;
    },
    async find(merchantId, hash) {
      return (await database.run<Picture>(find, [merchantId, hash]))[0];
    },
    async removeOthers(merchantId, current) {
      const before = isoTime(clock.now() - DRAFT_MS);
      await database.run(removeOthers, [merchantId, current ?? '', before]);
    },
  };
}

function hashOf({ mediaType, bytes }: Picture): string {
  return createHash('sha256').update(`${mediaType}\n`).update(bytes).digest('hex').slice(0, 32);
}
