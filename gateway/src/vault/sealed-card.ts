// The content of a held card: what is sealed in its columns, opened and sealed again.

import { assert } from '../core/assert.ts';
import type { Instant } from '../core/clock.ts';
import type { RandomBytes } from '../core/random.ts';
import { seal, unseal, type Key } from '../core/seal.ts';
import { open, secret, type Secret } from '../core/secret.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { DataKeys } from './data-keys.ts';
import type { CardKey, HeldCardRow } from './held-card.store.ts';

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

/** A part of a card with the expiry of its security code. */
export interface HeldPart extends CardPart {
  readonly cvvUntil: Instant | null;
  /** The stored card that stands for number and expiry date. */
  readonly tokenId: string | null;
  /** A BLIK alias is held instead of a card. */
  readonly alias: Secret<string> | null;
}

export type SealedCardRow = CardKey & Pick<HeldCardRow, 'keyVersion' | 'sealedCard' | 'sealedCvv'>;

export interface SealParts {
  readonly keys: DataKeys;
  readonly random: RandomBytes;
  readonly audit: Pick<AuditLog, 'record'>;
  /** How long a security code may be held. */
  readonly codeLifeMs: number;
}

/**
 * The row must be bound to the key under which it was looked up. A security code past its time at
 * `at` is not opened.
 */
export function openPart(dataKey: Key, key: CardKey, row: HeldCardRow, at: Instant): HeldPart {
  const bound = (column: string) => boundTo(key, column, row.keyVersion);
  const text = unseal(dataKey, row.sealedCard, bound('sealed_card')).toString('utf8');
  const [number, expiry, holder, tokenId = null, alias] = JSON.parse(text) as (string | null)[];
  assert(tokenId === row.tokenId, 'a held card names the token that is sealed in it');
  const isUsable = row.sealedCvv !== null && !isCodeDue(row, at);
  const cvv = isUsable ? unseal(dataKey, row.sealedCvv, bound('sealed_cvv')) : null;
  return {
    number: secretOrNull(number),
    expiry: secretOrNull(expiry),
    cvv: secretOrNull(cvv?.toString('utf8')),
    holder: secretOrNull(holder),
    cvvUntil: row.cvvUntil,
    tokenId,
    alias: secretOrNull(alias),
  };
}

export async function sealRow(
  { keys, random, codeLifeMs }: SealParts,
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

export async function resealRow(
  { keys, audit, random }: SealParts,
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

function secretOrNull(value: string | null | undefined): Secret<string> | null {
  return value === null || value === undefined ? null : secret(value);
}

function boundTo(key: CardKey, column: string, version: number): string {
  return `1|${key.merchantId}|held_cards|${key.paymentId}|${column}|${String(version)}`;
}
