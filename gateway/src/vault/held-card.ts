// Card data that waits for its next step: sealed with the merchant's data key and bound to its row.
// The security code has its own column, so that it can be wiped first. For a payment by token only
// the token is named; its card is read from there, so that a discarded token leaves nothing behind.
// A BLIK alias is held in the same way while its payment is unfinished.

import type { Instant } from '../core/clock.ts';
import { fingerprint, type Key } from '../core/seal.ts';
import { open, type Secret } from '../core/secret.ts';
import type { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import type { CardUse } from './audit/card-use.ts';
import type { TokenVault } from './card-token.ts';
import type { CardToken, TokenStore } from './card-token.store.ts';
import {
  findDueCodes,
  findHeldCard,
  heldCards,
  type CardKey,
  type HeldCardRow,
} from './held-card.store.ts';
import { createRecipientVault, type RecipientVault } from './held-recipient.ts';
import {
  openPart,
  resealRow,
  sealRow,
  type CardData,
  type CardPart,
  type HeldPart,
  type SealedCardRow,
  type SealParts,
} from './sealed-card.ts';

/** The card held for a payment, with its sealed row for the next entry. */
interface HeldCard {
  readonly card: CardData;
  readonly row: HeldCardRow;
  /** The stored card that the payment is made with. */
  readonly token: CardToken | null;
}

/** Security codes past their time at `at` are not returned, whether or not they have been wiped. */
export interface Vault {
  /**
   * A card with number and expiry date; undefined while one of them is missing, or if its token was
   * discarded. The use is recorded in the audit log before the card is decrypted.
   */
  find(key: CardKey, at: Instant, use: CardUse): Promise<HeldCard | undefined>;
  /** The parts of a card that are held. */
  findPart(key: CardKey, at: Instant, use: CardUse): Promise<HeldPart | undefined>;
  /** The row itself, still sealed. */
  row(key: CardKey): Promise<HeldCardRow | undefined>;
  /** Cards whose security code must be wiped now, the oldest first. */
  dueCodes(now: Instant, limit: number): Promise<CardKey[]>;
  /**
   * The sealed row, for the entry of the step that waits. A code that was held before keeps its
   * expiry; a new one gets its own.
   */
  seal(key: CardKey, card: CardPart, at: Instant, codeUntil?: Instant | null): Promise<HeldCardRow>;
  /** The same for a payment by token: of the card, only the security code is in the row. */
  sealCode(
    key: CardKey & Pick<CardToken, 'tokenId'>,
    cvv: Secret<string> | null,
    at: Instant,
    codeUntil?: Instant | null,
  ): Promise<HeldCardRow>;
  /** The same for a payment by BLIK alias: there is no card in the row. */
  sealAlias(key: CardKey, alias: Secret<string>, at: Instant): Promise<HeldCardRow>;
  /** The same card, sealed with the merchant's newest data key; for a rotation of keys. */
  readonly reseal: (row: SealedCardRow) => Promise<SealedCardRow>;
  /** The recipients of account funding payments. */
  readonly recipients: RecipientVault;
  /** Recognises a card of a merchant; reveals nothing about the number without the key. */
  fingerprint(merchantId: string, number: Secret<string>): Buffer;
}

interface VaultParts extends SealParts {
  readonly database: Queryable;
  /** The key of the fingerprints of cards. */
  readonly fingerprintKey: Key;
  /** The stored cards that payments are made with. */
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly tokenVault: Pick<TokenVault, 'open'>;
}

export function createVault(parts: VaultParts): Vault {
  const { database, fingerprintKey } = parts;
  return {
    find: (key, at, use) => findCard(parts, key, at, use),
    findPart: async (key, at, use) => (await openRow(parts, key, at, use))?.part,
    row: (key) => findHeldCard(database, key),
    dueCodes: (now, limit) => findDueCodes(database, now, limit),
    seal: (key, card, at, codeUntil) => sealRow(parts, key, card, at, codeUntil),
    sealCode: ({ merchantId, paymentId, tokenId }, cvv, at, codeUntil) =>
      sealRow(parts, { merchantId, paymentId }, { ...noCard, cvv }, at, codeUntil, { tokenId }),
    sealAlias: ({ merchantId, paymentId }, alias, at) =>
      sealRow(parts, { merchantId, paymentId }, { ...noCard, cvv: null }, at, null, { alias }),
    reseal: (row) => resealRow(parts, row),
    recipients: createRecipientVault(parts),
    fingerprint: (merchantId, number) =>
      fingerprint(fingerprintKey, `${merchantId}|${open(number)}`),
  };
}

const noCard = { number: null, expiry: null, holder: null };

async function findCard(
  parts: VaultParts,
  key: CardKey,
  at: Instant,
  use: CardUse,
): Promise<HeldCard | undefined> {
  const held = await openRow(parts, key, at, use);
  if (!held) return undefined;
  const { part, row } = held;
  if (row.tokenId !== null) {
    const { merchantId, paymentId } = key;
    const token = await parts.tokens.find({ merchantId, tokenId: row.tokenId });
    if (!token || token.status === 'DISCARDED') return undefined;
    const stored = await parts.tokenVault.open(token, { ...use, paymentId });
    return { card: { ...stored, cvv: part.cvv }, row, token };
  }
  const { number, expiry, cvv, holder } = part;
  return number && expiry ? { card: { number, expiry, cvv, holder }, row, token: null } : undefined;
}

async function openRow(
  { database, keys, audit }: VaultParts,
  key: CardKey,
  at: Instant,
  { actor, reason }: CardUse,
): Promise<{ part: HeldPart; row: HeldCardRow } | undefined> {
  const row = await findHeldCard(database, key);
  if (!row) return undefined;
  const { merchantId, paymentId } = key;
  const [dataKey] = await Promise.all([
    keys.find(merchantId, row.keyVersion),
    audit.record({ merchantId, actor, reason, paymentId, tokenId: row.tokenId }),
  ]);
  return { part: openPart(dataKey.key, key, row, at), row };
}

/** The entry before the provider call removes the security code; it is never held longer. */
export function dropCode(row: HeldCardRow): HeldCardRow {
  return { ...row, sealedCvv: null, cvvUntil: null };
}

/** Removes the card in the entry that no longer needs it. */
export function wipeCard(draft: Draft, key: CardKey): void {
  const { merchantId, paymentId } = key;
  draft.delete(heldCards, { merchantId, paymentId });
}
