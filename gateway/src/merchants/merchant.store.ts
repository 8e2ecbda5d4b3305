// Merchants in the database, with a short-lived cache in memory for the hot path. A change on
// another node takes effect after at most one second.

import { isoTime, type Clock, type Instant } from '../core/clock.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import type { Merchant } from './merchant.ts';

const columns = `merchant_id as "merchantId", version, status, settings,
  secret_salt as "secretSalt", secrets, notification_secrets as "notificationSecrets",
  tokens_since as "tokensSince", agent_tokens_since as "agentTokensSince",
  created_at as "createdAt", updated_at as "updatedAt"`;

const find = statement('merchants.find', `select ${columns} from merchants where merchant_id = $1`);
const list = statement(
  'merchants.list',
  `select ${columns} from merchants where merchant_id > $1 order by merchant_id limit $2`,
);
const findExisting = statement(
  'merchants.known',
  'select merchant_id as "merchantId" from merchants where merchant_id = any ($1::text[])',
);
const insert = statement(
  'merchants.insert',
  `insert into merchants (merchant_id, version, status, settings, secrets, notification_secrets,
     tokens_since, agent_tokens_since, updated_at, secret_salt, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);
const replace = statement(
  'merchants.replace',
  `update merchants set version = version + 1, status = $3, settings = $4, secrets = $5,
     notification_secrets = $6, tokens_since = $7, agent_tokens_since = $8, updated_at = $9
   where merchant_id = $1 and version = $2 returning version`,
);
const bump = statement(
  'merchants.bump',
  `update merchants set version = version + 1, updated_at = $2 where merchant_id = $1
   returning version`,
);
const removeOthers = statement(
  'merchants.remove-others',
  'delete from merchants where merchant_id <> all ($1::text[])',
);

const removeOtherLogos = statement(
  'merchants.remove-other-logos',
  'delete from merchant_logos where merchant_id <> all ($1::text[])',
);

export const CACHE_MS = 1000;
const MAX_CACHED = 10_000;

export interface MerchantStore {
  /** May be up to one second old. */
  find(merchantId: string): Promise<Merchant | undefined>;
  /** From the cache, but read again when the cached copy is older than this version. */
  findSince(merchantId: string, version: number): Promise<Merchant | undefined>;
  /** The current record, not cached. */
  read(merchantId: string): Promise<Merchant | undefined>;
  list(after: string, limit: number): Promise<Merchant[]>;
  /** The ids in the list that belong to merchants. */
  known(merchantIds: readonly string[]): Promise<string[]>;
  /** False when the id is taken. */
  insert(merchant: Merchant): Promise<boolean>;
  /** Writes the record if its version is still `merchant.version`; false when it has changed. */
  replace(merchant: Merchant): Promise<boolean>;
  /** Removes all other merchants, to reset a sandbox. */
  removeOthers(merchantIds: readonly string[]): Promise<void>;
}

interface Cached {
  readonly merchant: Promise<Merchant | undefined>;
  readonly untilMs: number;
}

/**
 * After a change of what is stored beside the merchant's record: every node reads it again within a
 * second. The new version; undefined if there is no such merchant.
 */
export async function bumpMerchant(
  tx: Queryable,
  merchantId: string,
  at: Instant,
): Promise<number | undefined> {
  return (await tx.run<{ version: number }>(bump, [merchantId, isoTime(at)]))[0]?.version;
}

function merchantCache(read: MerchantStore['read'], clock: Clock) {
  const copies = new Map<string, Cached>();
  const cached = (merchantId: string): Cached => {
    const copy = copies.get(merchantId);
    if (copy && copy.untilMs > clock.monotonicMs()) return copy;
    if (copies.size >= MAX_CACHED) copies.clear();
    const merchant = read(merchantId);
    const fresh = { merchant, untilMs: clock.monotonicMs() + CACHE_MS };
    copies.set(merchantId, fresh);
    merchant.catch(() => copies.delete(merchantId));
    return fresh;
  };
  return {
    find: (merchantId: string) => cached(merchantId).merchant,
    findSince: async (merchantId: string, version: number): Promise<Merchant | undefined> => {
      const copy = cached(merchantId);
      const merchant = await copy.merchant;
      if (merchant && merchant.version >= version) return merchant;
      // Several requests may find the same old copy: only the first of them discards it.
      if (copies.get(merchantId) === copy) copies.delete(merchantId);
      return cached(merchantId).merchant;
    },
    forget: (merchantId: string): void => void copies.delete(merchantId),
    forgetAll: (): void => copies.clear(),
  };
}

/**
 * Nodes of 0.2.0, which may run beside this version, need a list of methods. So a merchant that may
 * use all has all their names, and this one for those that come later.
 */
const ALL_METHODS = '*';

function valuesOf(merchant: Merchant, methodNames: readonly string[]): (string | number)[] {
  const { settings } = merchant;
  const methods = settings.methods ?? [...methodNames, ALL_METHODS];
  return [
    merchant.merchantId,
    merchant.version,
    merchant.status,
    JSON.stringify({ ...settings, methods }),
    JSON.stringify(merchant.secrets),
    JSON.stringify(merchant.notificationSecrets),
    merchant.tokensSince,
    merchant.agentTokensSince,
    isoTime(merchant.updatedAt),
  ];
}

function fromStored(merchant: Merchant): Merchant {
  const { settings } = merchant;
  if (settings.methods?.includes(ALL_METHODS) !== true) return merchant;
  return { ...merchant, settings: { ...settings, methods: null } };
}

export function merchantStore(
  database: Queryable,
  clock: Clock,
  methodNames: readonly string[],
): MerchantStore {
  const load = async (...query: Parameters<Queryable['run']>): Promise<Merchant[]> =>
    (await database.run<Merchant>(...query)).map(fromStored);
  const read = async (merchantId: string) => (await load(find, [merchantId]))[0];
  const cache = merchantCache(read, clock);
  return {
    read,
    find: cache.find,
    findSince: cache.findSince,
    list: (after, limit) => load(list, [after, limit]),
    async known(merchantIds) {
      const rows = await database.run<{ merchantId: string }>(findExisting, [merchantIds]);
      return rows.map(({ merchantId }) => merchantId);
    },
    async insert(merchant) {
      try {
        const { secretSalt, createdAt } = merchant;
        const values = valuesOf(merchant, methodNames);
        await database.run(insert, [...values, secretSalt, isoTime(createdAt)]);
        cache.forget(merchant.merchantId);
        return true;
      } catch (error) {
        if (error instanceof UniqueViolation) return false;
        throw error;
      }
    },
    async replace(merchant) {
      const rows = await database.run(replace, valuesOf(merchant, methodNames));
      cache.forget(merchant.merchantId);
      return rows.length === 1;
    },
    async removeOthers(merchantIds) {
      const kept = `{${merchantIds.join(',')}}`;
      await database.run(removeOtherLogos, [kept]);
      await database.run(removeOthers, [kept]);
      cache.forgetAll();
    },
  };
}
