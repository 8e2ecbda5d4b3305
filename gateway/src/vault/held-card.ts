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
import { findHeldCard, heldCards, type CardKey, type HeldCardRow } from './held-card.store.ts';

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

export interface Vault {
  /** A card with number and expiry date; undefined while one of them is missing. */
  find(key: CardKey): Promise<HeldCard | undefined>;
  /** Whatever is held of a card. */
  findPart(key: CardKey): Promise<CardPart | undefined>;
  /** The sealed row, for the entry of the step that waits. */
  sealed(key: CardKey, card: CardPart, at: Instant): Promise<HeldCardRow>;
  /** Recognises a card of a merchant; without the key it tells nothing of the number. */
  fingerprint(merchantId: string, number: Secret<string>): Buffer;
}

export interface VaultParts {
  readonly database: Queryable;
  readonly keys: DataKeys;
  /** Of the fingerprints of cards. */
  readonly fingerprintKey: Key;
  readonly random: RandomBytes;
}

export function createVault({ database, keys, fingerprintKey, random }: VaultParts): Vault {
  const opened = async (
    key: CardKey,
  ): Promise<{ part: CardPart; row: HeldCardRow } | undefined> => {
    const row = await findHeldCard(database, key);
    if (!row) return undefined;
    const { key: dataKey } = await keys.find(key.merchantId, row.keyVersion);
    const bound = (column: string) => boundTo(key, column, row.keyVersion);
    const text = unseal(dataKey, row.sealedCard, bound('sealed_card')).toString('utf8');
    const [number, expiry, holder] = JSON.parse(text) as (string | null)[];
    const cvv = row.sealedCvv ? unseal(dataKey, row.sealedCvv, bound('sealed_cvv')) : null;
    const part = {
      number: secretOrNull(number),
      expiry: secretOrNull(expiry),
      cvv: secretOrNull(cvv?.toString('utf8')),
      holder: secretOrNull(holder),
    };
    return { part, row };
  };
  return {
    async find(key) {
      const held = await opened(key);
      const { number = null, expiry = null } = held?.part ?? {};
      if (!held || !number || !expiry) return undefined;
      return { card: { ...held.part, number, expiry }, row: held.row };
    },
    async findPart(key) {
      return (await opened(key))?.part;
    },
    async sealed(key, card, at) {
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
        createdAt: at,
      };
    },
    fingerprint: (merchantId, number) =>
      fingerprint(fingerprintKey, `${merchantId}|${open(number)}`),
  };
}

/** The security code goes with the entry before the provider is asked; it is never kept longer. */
export function withoutCode(row: HeldCardRow): HeldCardRow {
  return { ...row, sealedCvv: null };
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
