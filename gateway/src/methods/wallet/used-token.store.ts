// Wallet tokens that payments have used. The row is written with the step that uses the token, so
// that of two payments with one token only one goes on. Only a hash of the token's id is stored.

import { createHash } from 'node:crypto';
import { isoTime, type Instant } from '../../core/clock.ts';
import { table, typed } from '../../journal/table.ts';
import { statement, type Queryable } from '../../storage/database.ts';
import type { WalletName } from '../../wallets/wallet-card.ts';

const ONCE = 'used_wallet_tokens_once';

/** What a second use of a token violates; within one merchant it may be either. */
export const usedTokenConstraints: readonly string[] = [ONCE, 'used_wallet_tokens_pkey'];

export const usedWalletTokens = table('used_wallet_tokens', {
  columns: {
    wallet: typed<WalletName>('text'),
    tokenHash: 'bytea',
    merchantId: 'text',
    paymentId: 'uuid',
    expiresAt: 'timestamptz',
  },
  key: ['merchantId', 'wallet', 'tokenHash'],
  unique: [{ name: ONCE, columns: ['wallet', 'tokenHash'] }],
});

export function tokenHash(tokenId: string): Buffer {
  return createHash('sha256').update(tokenId).digest();
}

export interface UsedTokenStore {
  /** The payment that has used the token; undefined: none has. */
  userOf(wallet: WalletName, hash: Uint8Array): Promise<string | undefined>;
}

const find = statement(
  'used-wallet-tokens.find',
  `select payment_id as "paymentId" from used_wallet_tokens where wallet = $1 and token_hash = $2`,
);

export function sqlUsedTokenStore(database: Queryable): UsedTokenStore {
  return {
    async userOf(wallet, hash) {
      const [row] = await database.run<{ paymentId: string }>(find, [wallet, hash]);
      return row?.paymentId;
    },
  };
}

const remove = statement(
  'used-wallet-tokens.remove',
  `delete from used_wallet_tokens u using (
     select wallet, token_hash from used_wallet_tokens
     where expires_at <= $1 order by expires_at limit $2) as old
   where u.wallet = old.wallet and u.token_hash = old.token_hash returning u.wallet`,
);

/** A token is refused after its own expiry anyway; a day more covers clocks that differ. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/** For a job: removes tokens that have expired; returns how many. */
export async function forgetUsedTokens(
  database: Queryable,
  now: Instant,
  limit: number,
): Promise<number> {
  return (await database.run(remove, [isoTime(now - KEEP_MS), limit])).length;
}
