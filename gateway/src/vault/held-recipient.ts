// The card that receives the money of an account funding payment: sealed with the merchant's data
// key and bound to its row, until the authorization is sent. Of a stored card only the token is
// named, so that a discarded token leaves nothing behind.

import type { Instant } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { seal, unseal } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import type { Queryable } from '../storage/database.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { CardUse } from './audit/card-use.ts';
import type { TokenVault } from './card-token.ts';
import type { CardToken, TokenStore } from './card-token.store.ts';
import type { DataKeys } from './data-keys.ts';
import type { CardKey } from './held-card.store.ts';
import { findHeldRecipient, type HeldRecipientRow } from './held-recipient.store.ts';

/** What is sealed: a card number, or the id of a stored card. */
type RecipientCard =
  | { readonly number: Secret<string>; readonly tokenId: null }
  | { readonly number: null; readonly tokenId: string };

export interface FoundRecipient {
  readonly number: Secret<string>;
  /** The stored card that the number was read from. */
  readonly token: CardToken | null;
}

type SealedRecipient = CardKey & Pick<HeldRecipientRow, 'keyVersion' | 'sealedRecipient'>;

export interface RecipientVault {
  /** The sealed row, for the entry that registers the payment. */
  seal(key: CardKey, card: RecipientCard, at: Instant): Promise<HeldRecipientRow>;
  /**
   * Undefined if nothing is held, or if the stored card was discarded. The use is recorded in the
   * audit log before the number is decrypted.
   */
  find(key: CardKey, use: CardUse): Promise<FoundRecipient | undefined>;
  /** The number of a stored card. */
  open(token: CardToken, key: CardKey, use: CardUse): Promise<FoundRecipient>;
  /** The same recipient, sealed with the merchant's newest data key; for a rotation of keys. */
  readonly reseal: (row: SealedRecipient) => Promise<SealedRecipient>;
}

interface RecipientParts {
  readonly database: Queryable;
  readonly keys: DataKeys;
  readonly random: RandomBytes;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly tokenVault: Pick<TokenVault, 'open'>;
}

export function createRecipientVault(parts: RecipientParts): RecipientVault {
  const openToken: RecipientVault['open'] = async (token, { paymentId }, use) => {
    const { number } = await parts.tokenVault.open(token, { ...use, paymentId });
    return { number, token };
  };
  return {
    seal: (key, card, at) => sealRow(parts, key, card, at),
    async find(key, use) {
      const card = await openRow(parts, key, use);
      if (!card) return undefined;
      if (card.number) return { number: card.number, token: null };
      const { merchantId } = key;
      const token = await parts.tokens.find({ merchantId, tokenId: card.tokenId });
      return token?.status === 'ACTIVE' ? openToken(token, key, use) : undefined;
    },
    open: openToken,
    reseal: (row) => resealRow(parts, row),
  };
}

async function sealRow(
  { keys, random }: RecipientParts,
  { merchantId, paymentId }: CardKey,
  { number, tokenId }: RecipientCard,
  at: Instant,
): Promise<HeldRecipientRow> {
  const key = { merchantId, paymentId };
  const { version, key: dataKey } = await keys.current(merchantId);
  const text = JSON.stringify([number && open(number), tokenId]);
  const sealedRecipient = seal(dataKey, text, boundTo(key, version), random);
  return { ...key, keyVersion: version, sealedRecipient, createdAt: at };
}

async function openRow(
  { database, keys, audit }: RecipientParts,
  key: CardKey,
  { actor, reason }: CardUse,
): Promise<RecipientCard | undefined> {
  const row = await findHeldRecipient(database, key);
  if (!row) return undefined;
  const { merchantId, paymentId, keyVersion } = row;
  const [{ key: dataKey }] = await Promise.all([
    keys.find(merchantId, keyVersion),
    audit.record({ merchantId, actor, reason, paymentId, tokenId: null }),
  ]);
  const text = unseal(dataKey, row.sealedRecipient, boundTo(key, keyVersion)).toString('utf8');
  const [number, tokenId] = JSON.parse(text) as [string, null] | [null, string];
  return number === null ? { number, tokenId } : { number: secret(number), tokenId: null };
}

const rotation = { actor: 'job:rotate-keys', reason: 'ROTATE' } as const;

async function resealRow(
  { keys, audit, random }: RecipientParts,
  row: SealedRecipient,
): Promise<SealedRecipient> {
  const { merchantId, paymentId, keyVersion } = row;
  await audit.record({ merchantId, paymentId, tokenId: null, ...rotation });
  const from = await keys.find(merchantId, keyVersion);
  const to = await keys.current(merchantId);
  const plain = unseal(from.key, row.sealedRecipient, boundTo(row, keyVersion));
  const sealedRecipient = seal(to.key, plain, boundTo(row, to.version), random);
  return { ...row, keyVersion: to.version, sealedRecipient };
}

function boundTo({ merchantId, paymentId }: CardKey, version: number): string {
  return `1|${merchantId}|held_recipients|${paymentId}|sealed_recipient|${String(version)}`;
}
