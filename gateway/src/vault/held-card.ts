// Card data that waits for its next step: sealed with the merchant's data key and bound to its row.
// The security code has its own column, so that it can be wiped first. For a payment by token only
// the token is named; its card is read from there, so that a discarded token leaves nothing behind.
// A BLIK alias is held in the same way while its payment is unfinished.

import { assert } from '../core/assert.ts';
import type { Instant } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { fingerprint, seal, unseal, type Key } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import type { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { CardUse } from './audit/card-use.ts';
import type { TokenVault } from './card-token.ts';
import type { CardToken, TokenStore } from './card-token.store.ts';
import type { DataKeys } from './data-keys.ts';
import {
  findDueCodes,
  findHeldCard,
  heldCards,
  type CardKey,
  type HeldCardRow,
} from './held-card.store.ts';
import { createRecipientVault, type RecipientVault } from './held-recipient.ts';

/** The card data needed to continue; never printed. */
export interface CardData {
  readonly number: Secret<string>;
  readonly expiry: Secret<string>;
  readonly cvv: Secret<string> | null;
  readonly holder: Secret<string> | null;
}

/** The part of a card that was sent so far, attribute by attribute. */
export interface CardPart extends Pick<CardData, 'cvv' | 'holder'> {
  readonly number: Secret<string> | null;
  readonly expiry: Secret<string> | null;
}

/** The card held for a payment, with its sealed row for the next entry. */
export interface HeldCard {
  readonly card: CardData;
  readonly row: HeldCardRow;
  /** The stored card that the payment is made with. */
  readonly token: CardToken | null;
}

/** A part of a card with the expiry of its security code. */
export interface HeldPart extends CardPart {
  readonly cvvUntil: Instant | null;
  /** The stored card that stands for number and expiry date. */
  readonly tokenId: string | null;
  /** A BLIK alias is held instead of a card. */
  readonly alias: Secret<string> | null;
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

export type SealedCardRow = CardKey & Pick<HeldCardRow, 'keyVersion' | 'sealedCard' | 'sealedCvv'>;

export interface VaultParts {
  readonly database: Queryable;
  readonly keys: DataKeys;
  /** The key of the fingerprints of cards. */
  readonly fingerprintKey: Key;
  readonly random: RandomBytes;
  readonly audit: Pick<AuditLog, 'record'>;
  /** The stored cards that payments are made with. */
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly tokenVault: Pick<TokenVault, 'open'>;
  /** How long a security code may be held. */
  readonly codeLifeMs: number;
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
  const [{ key: dataKey }] = await Promise.all([
    keys.find(merchantId, row.keyVersion),
    audit.record({ merchantId, actor, reason, paymentId, tokenId: row.tokenId }),
  ]);
  const bound = (column: string) => boundTo(key, column, row.keyVersion);
  const text = unseal(dataKey, row.sealedCard, bound('sealed_card')).toString('utf8');
  const [number, expiry, holder, tokenId = null, alias] = JSON.parse(text) as (string | null)[];
  assert(tokenId === row.tokenId, 'a held card names the token that is sealed in it');
  const isUsable = row.sealedCvv !== null && !isCodeDue(row, at);
  const cvv = isUsable ? unseal(dataKey, row.sealedCvv, bound('sealed_cvv')) : null;
  const part = {
    number: secretOrNull(number),
    expiry: secretOrNull(expiry),
    cvv: secretOrNull(cvv?.toString('utf8')),
    holder: secretOrNull(holder),
    cvvUntil: row.cvvUntil,
    tokenId,
    alias: secretOrNull(alias),
  };
  return { part, row };
}

async function sealRow(
  { keys, random, codeLifeMs }: VaultParts,
  key: CardKey,
  card: CardPart,
  at: Instant,
  codeUntil: Instant | null | undefined,
  { tokenId = null, alias }: { tokenId?: string | null; alias?: Secret<string> } = {},
): Promise<HeldCardRow> {
  const { version, key: dataKey } = await keys.current(key.merchantId);
  const bound = (column: string) => boundTo(key, column, version);
  const kept = [card.number, card.expiry, card.holder].map((value) => value && open(value));
  const named = alias ? [tokenId, open(alias)] : tokenId === null ? [] : [tokenId];
  const text = JSON.stringify([...kept, ...named]);
  return {
    ...key,
    keyVersion: version,
    sealedCard: seal(dataKey, text, bound('sealed_card'), random),
    sealedCvv:
      card.cvv === null ? null : seal(dataKey, open(card.cvv), bound('sealed_cvv'), random),
    cvvUntil: card.cvv === null ? null : (codeUntil ?? at + codeLifeMs),
    createdAt: at,
    tokenId,
  };
}

const rotation = { actor: 'job:rotate-keys', reason: 'ROTATE' } as const;

async function resealRow(
  { keys, audit, random }: VaultParts,
  row: SealedCardRow,
): Promise<SealedCardRow> {
  const { merchantId, paymentId, keyVersion } = row;
  await audit.record({ merchantId, paymentId, tokenId: null, ...rotation });
  const from = await keys.find(merchantId, keyVersion);
  const to = await keys.current(merchantId);
  const move = (sealed: Uint8Array, column: string): Buffer => {
    const plain = unseal(from.key, sealed, boundTo(row, column, keyVersion));
    return seal(to.key, plain, boundTo(row, column, to.version), random);
  };
  return {
    ...row,
    keyVersion: to.version,
    sealedCard: move(row.sealedCard, 'sealed_card'),
    sealedCvv: row.sealedCvv && move(row.sealedCvv, 'sealed_cvv'),
  };
}

/** Whether the security code has expired. */
export function isCodeDue({ sealedCvv, cvvUntil, createdAt }: HeldCardRow, at: Instant): boolean {
  return sealedCvv !== null && (cvvUntil ?? createdAt) <= at;
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

function secretOrNull(value: string | null | undefined): Secret<string> | null {
  return value === null || value === undefined ? null : secret(value);
}

function boundTo(key: CardKey, column: string, version: number): string {
  return `1|${key.merchantId}|held_cards|${key.paymentId}|${column}|${String(version)}`;
}
