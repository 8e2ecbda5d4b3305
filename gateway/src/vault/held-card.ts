// Card data that waits for its next step, the only place where a PAN rests: sealed with the
// merchant's data key and bound to its row. The security code has a column of its own, so that it
// can go first.

import type { Instant } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { fingerprint, seal, unseal, type Key } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import type { Draft } from '../journal/entry.ts';
import type { Queryable } from '../storage/database.ts';
import type { DataKeys } from './data-keys.ts';
import {
  findDueCodes,
  findHeldCard,
  heldCards,
  type CardKey,
  type HeldCardRow,
} from './held-card.store.ts';

/** What is kept of a card: enough to go on, never printed. */
export interface CardData {
  readonly number: Secret<string>;
  readonly expiry: Secret<string>;
  readonly cvv: Secret<string> | null;
  readonly holder: Secret<string> | null;
}

/** As much of a card as was given so far, attribute by attribute. */
export interface CardPart extends Pick<CardData, 'cvv' | 'holder'> {
  readonly number: Secret<string> | null;
  readonly expiry: Secret<string> | null;
}

/** What the vault holds of a payment: the card, and its sealed row for the next entry. */
export interface HeldCard {
  readonly card: CardData;
  readonly row: HeldCardRow;
}

/** A part with the time of its security code. */
export interface HeldPart extends CardPart {
  readonly cvvUntil: Instant | null;
}

/** Codes are not used at this time any more, whether they have been wiped by then or not. */
export interface Vault {
  /** A card with number and expiry date; undefined while one of them is missing. */
  find(key: CardKey, at: Instant): Promise<HeldCard | undefined>;
  /** Whatever is held of a card. */
  findPart(key: CardKey, at: Instant): Promise<HeldPart | undefined>;
  /** The row as it is, still sealed. */
  row(key: CardKey): Promise<HeldCardRow | undefined>;
  /** Cards whose security code has to go by now, the oldest first. */
  dueCodes(now: Instant, limit: number): Promise<CardKey[]>;
  /**
   * The sealed row, for the entry of the step that waits. A code that was held before keeps its
   * time; a new one gets its own.
   */
  sealed(
    key: CardKey,
    card: CardPart,
    at: Instant,
    codeUntil?: Instant | null,
  ): Promise<HeldCardRow>;
  /** Recognises a card of a merchant; without the key it tells nothing of the number. */
  fingerprint(merchantId: string, number: Secret<string>): Buffer;
}

export interface VaultParts {
  readonly database: Queryable;
  readonly keys: DataKeys;
  /** Of the fingerprints of cards. */
  readonly fingerprintKey: Key;
  readonly random: RandomBytes;
  /** How long a security code may wait. */
  readonly codeLifeMs: number;
}

export function createVault(parts: VaultParts): Vault {
  const { database, keys, fingerprintKey, random, codeLifeMs } = parts;
  const opened = async (
    key: CardKey,
    at: Instant,
  ): Promise<{ part: CardPart; row: HeldCardRow } | undefined> => {
    const row = await findHeldCard(database, key);
    if (!row) return undefined;
    const { key: dataKey } = await keys.find(key.merchantId, row.keyVersion);
    const bound = (column: string) => boundTo(key, column, row.keyVersion);
    const text = unseal(dataKey, row.sealedCard, bound('sealed_card')).toString('utf8');
    const [number, expiry, holder] = JSON.parse(text) as (string | null)[];
    const isUsable = row.sealedCvv !== null && !isCodeDue(row, at);
    const cvv = isUsable ? unseal(dataKey, row.sealedCvv, bound('sealed_cvv')) : null;
    const part = {
      number: secretOrNull(number),
      expiry: secretOrNull(expiry),
      cvv: secretOrNull(cvv?.toString('utf8')),
      holder: secretOrNull(holder),
    };
    return { part, row };
  };
  return {
    async find(key, at) {
      const held = await opened(key, at);
      const { number = null, expiry = null } = held?.part ?? {};
      if (!held || !number || !expiry) return undefined;
      return { card: { ...held.part, number, expiry }, row: held.row };
    },
    async findPart(key, at) {
      const held = await opened(key, at);
      return held && { ...held.part, cvvUntil: held.row.cvvUntil };
    },
    row: (key) => findHeldCard(database, key),
    dueCodes: (now, limit) => findDueCodes(database, now, limit),
    async sealed(key, card, at, codeUntil) {
      const { version, key: dataKey } = await keys.current(key.merchantId);
      const bound = (column: string) => boundTo(key, column, version);
      const kept = [card.number, card.expiry, card.holder];
      const text = JSON.stringify(kept.map((value) => (value === null ? null : open(value))));
      return {
        ...key,
        keyVersion: version,
        sealedCard: seal(dataKey, text, bound('sealed_card'), random),
        sealedCvv:
          card.cvv === null ? null : seal(dataKey, open(card.cvv), bound('sealed_cvv'), random),
        cvvUntil: card.cvv === null ? null : (codeUntil ?? at + codeLifeMs),
        createdAt: at,
      };
    },
    fingerprint: (merchantId, number) =>
      fingerprint(fingerprintKey, `${merchantId}|${open(number)}`),
  };
}

/** Whether the time of the security code is over. */
export function isCodeDue({ sealedCvv, cvvUntil, createdAt }: HeldCardRow, at: Instant): boolean {
  return sealedCvv !== null && (cvvUntil ?? createdAt) <= at;
}

/** The security code goes with the entry before the provider is asked; it is never kept longer. */
export function withoutCode(row: HeldCardRow): HeldCardRow {
  return { ...row, sealedCvv: null, cvvUntil: null };
}

/** Everything of the card goes with the entry that no longer needs it. */
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
