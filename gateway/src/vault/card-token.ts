// Cards that a merchant has stored as tokens. Each is sealed with a random key of its own row, and
// that key with the merchant's data key: discarding a token destroys its key, and a new data key
// only seals the row keys again.

import { defect } from '../core/assert.ts';
import type { RandomBytes } from '../core/random.ts';
import { seal, unseal } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { CardUse } from './audit/card-use.ts';
import type { CardToken, SealedToken, TokenKey } from './card-token.store.ts';
import type { DataKeys } from './data-keys.ts';

/** A stored card, or the network token that stands for it; never printed. */
export interface StoredCard {
  readonly number: Secret<string>;
  /** YYYYMM. */
  readonly expiry: Secret<string>;
  readonly holder: Secret<string> | null;
}

/** Who opens a stored card, why, and for which payment. */
interface TokenUse extends CardUse {
  readonly paymentId: string | null;
}

export interface TokenVault {
  /** The sealed columns of a token. */
  seal(key: TokenKey, card: StoredCard): Promise<SealedToken>;
  /** The card of a token that is not discarded; the use is recorded in the audit log first. */
  open(token: CardToken, use: TokenUse): Promise<StoredCard>;
  /** The key of the row, sealed with the merchant's newest data key; the card stays as it is. */
  readonly reseal: (row: SealedRowKey) => Promise<SealedRowKey>;
  /** A new random token number. */
  newNumber(): string;
}

interface SealedRowKey extends TokenKey {
  readonly keyVersion: number;
  readonly sealedRowKey: Uint8Array;
}

interface TokenVaultParts {
  readonly keys: DataKeys;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly random: RandomBytes;
}

const ROW_KEY_BYTES = 32;
const NUMBER_BYTES = 16;
/** Letters only, so that no token number can be mistaken for a card number. */
const NUMBER_LETTERS = 'BCDFGHJKLMNPRSTV';

export function createTokenVault({ keys, audit, random }: TokenVaultParts): TokenVault {
  return {
    async seal(key, { number, expiry, holder }) {
      const { version, key: dataKey } = await keys.current(key.merchantId);
      const rowKey = Buffer.from(random(ROW_KEY_BYTES));
      const text = JSON.stringify([open(number), open(expiry), holder && open(holder)]);
      return {
        keyVersion: version,
        sealedRowKey: seal(dataKey, rowKey, boundTo(key, 'sealed_row_key', version), random),
        sealedCard: seal(secret(rowKey), text, boundTo(key, 'sealed_card', null), random),
      };
    },
    async open(token, { actor, reason, paymentId }) {
      const { merchantId, tokenId, keyVersion, sealedRowKey, sealedCard } = token;
      if (keyVersion === null || !sealedRowKey || !sealedCard) {
        return defect('a discarded token has no card');
      }
      const [{ key: dataKey }] = await Promise.all([
        keys.find(merchantId, keyVersion),
        audit.record({ merchantId, actor, reason, paymentId, tokenId }),
      ]);
      const bound = boundTo(token, 'sealed_row_key', keyVersion);
      const rowKey = secret(unseal(dataKey, sealedRowKey, bound));
      const text = unseal(rowKey, sealedCard, boundTo(token, 'sealed_card', null)).toString('utf8');
      const [number, expiry, holder] = JSON.parse(text) as [string, string, string | null];
      return {
        number: secret(number),
        expiry: secret(expiry),
        holder: holder === null ? null : secret(holder),
      };
    },
    async reseal(row) {
      const { merchantId, keyVersion, sealedRowKey } = row;
      const from = await keys.find(merchantId, keyVersion);
      const to = await keys.current(merchantId);
      const rowKey = unseal(from.key, sealedRowKey, boundTo(row, 'sealed_row_key', keyVersion));
      const bound = boundTo(row, 'sealed_row_key', to.version);
      return {
        ...row,
        keyVersion: to.version,
        sealedRowKey: seal(to.key, rowKey, bound, random),
      };
    },
    newNumber: () =>
      Buffer.from(random(NUMBER_BYTES))
        .toString('hex')
        .replace(/./g, (digit) => NUMBER_LETTERS[parseInt(digit, 16)] ?? ''),
  };
}

/** A discarded token keeps nothing of its card. */
export const discardedCard = {
  status: 'DISCARDED',
  fingerprint: null,
  keyVersion: null,
  sealedRowKey: null,
  sealedCard: null,
} as const satisfies Partial<CardToken>;

/** The row key is bound to the version of its data key; the card outlives changes of that key. */
function boundTo(key: TokenKey, column: string, version: number | null): string {
  const row = `1|${key.merchantId}|card_tokens|${key.tokenId}|${column}`;
  return version === null ? row : `${row}|${String(version)}`;
}
