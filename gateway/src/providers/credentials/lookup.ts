// The credentials with which a provider is called for a merchant. Which account an attempt belongs
// to follows from the time in its id, so the attempt is followed up with the same account whatever
// is set later. A node reads the rows of a merchant again when the merchant's record has a new
// version, which is cached for a second; so a payment costs no read of its own.

import { timeOfId } from '../../core/id.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { Queryable } from '../../storage/database.ts';
import type { CredentialLookup, Credentials } from './credentials.ts';
import { findByAccount, listCredentials, type CredentialRow } from './credential.store.ts';
import { unsealFields } from './sealed-fields.ts';

export const MAX_CACHED = 10_000;

/** The credentials of merchants at one provider. */
export interface AttemptCredentials extends CredentialLookup {
  /** Those of the account with which the attempt is or was made. */
  ofAttempt(merchantId: string, attemptId: string): Promise<Credentials | null>;
}

export type CredentialLookups = ReturnType<typeof createCredentialLookups>;

interface LookupParts {
  readonly database: Queryable;
  readonly ring: Keyring;
  readonly clock: Pick<Clock, 'now'>;
  readonly merchants: Pick<MerchantStore, 'find'>;
}

interface OpenRow extends CredentialRow {
  readonly fields: Promise<Credentials>;
}

export function createCredentialLookups(parts: LookupParts) {
  const copies = new Map<string, { version: number; rows: Promise<readonly OpenRow[]> }>();
  const rowsOf = async (merchantId: string): Promise<readonly OpenRow[]> => {
    const merchant = await parts.merchants.find(merchantId);
    // Messages that are not proven yet name any merchant: they fill no memory.
    if (!merchant) return [];
    const { version } = merchant;
    const known = copies.get(merchantId);
    if (known?.version === version) return known.rows;
    if (copies.size >= MAX_CACHED) copies.clear();
    const rows = readRows(parts, merchantId);
    copies.set(merchantId, { version, rows });
    // What could not be read or opened is tried again: a key may be missing for a moment only.
    void rows
      .then((all) => Promise.all(all.map(({ fields }) => fields)))
      .catch(() => copies.delete(merchantId));
    return rows;
  };
  const usedAt = async (provider: string, merchantId: string, at: Instant) => {
    const rows = (await rowsOf(merchantId)).filter((row) => row.provider === provider);
    const used = rows.find((row) => row.usedFrom <= at && at < (row.usedUntil ?? Infinity));
    if (!used) return null;
    // The merchant may have left an account and come back: its newest values count.
    const newest = rows.findLast(({ account }) => account !== null && account === used.account);
    return (newest ?? used).fields;
  };
  return {
    at: (provider: string): AttemptCredentials => ({
      ofMerchant: (merchantId) => usedAt(provider, merchantId, parts.clock.now()),
      ofAttempt: (merchantId, attemptId) => usedAt(provider, merchantId, timeOfId(attemptId)),
      async byAccount(account) {
        const row = await findByAccount(parts.database, provider, account);
        return row ? unsealFields(parts.ring, row) : null;
      },
    }),
    /** After a reset of a sandbox. */
    forget: () => copies.clear(),
  };
}

/** A row that does not open fails where it is used, not the others of its merchant. */
async function readRows({ database, ring }: LookupParts, merchantId: string): Promise<OpenRow[]> {
  const rows = await listCredentials(database, merchantId);
  return rows.map((row) => ({ ...row, fields: unsealFields(ring, row) }));
}
