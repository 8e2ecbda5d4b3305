// Cryptograms: 20 bytes, the counter of the token and a keyed hash over token, merchant, amount and
// counter. Each is valid for one authorization and for a limited time.

import { timingSafeEqual } from 'node:crypto';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { Safe } from './numbers.ts';
import type { CryptogramRow } from './rows.ts';

export const CRYPTOGRAM_LIFE_MS = 60 * 60_000;
const COUNTER_BYTES = 4;
const MAC_BYTES = 16;
/** The largest number of the column. */
const MAX_COUNTER = 0x7fffffff;
const BYTES = COUNTER_BYTES + MAC_BYTES;

type Terms = Pick<CryptogramRow, 'counter' | 'merchantId' | 'amountMinor' | 'currency'>;

/** Base64 of 20 bytes. */
export function cryptogramOf(token: string, terms: Terms, safe: Safe): string {
  const { counter, merchantId, amountMinor, currency } = terms;
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt32BE(counter);
  const text = [token, merchantId, String(amountMinor), currency, String(counter)].join('|');
  safe.mac(text).copy(bytes, COUNTER_BYTES, 0, MAC_BYTES);
  return bytes.toString('base64');
}

/** Undefined unless it is 20 bytes in base64 with a possible counter. */
export function counterOf(cryptogram: string): number | undefined {
  const bytes = Buffer.from(cryptogram, 'base64');
  const isExact = bytes.length === BYTES && bytes.toString('base64') === cryptogram;
  const counter = isExact ? bytes.readUInt32BE() : MAX_COUNTER + 1;
  return counter <= MAX_COUNTER ? counter : undefined;
}

/** What an authorization claims about itself. */
export interface CryptogramUse extends Omit<Terms, 'counter'> {
  readonly cryptogram: string;
  readonly attemptId: string;
}

export function isValidUse(
  row: CryptogramRow,
  token: string,
  use: CryptogramUse,
  safe: Safe,
  now: Instant,
): boolean {
  const expected = Buffer.from(cryptogramOf(token, { ...use, counter: row.counter }, safe));
  const given = Buffer.from(use.cryptogram);
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  const isFree = row.usedBy === null || row.usedBy === use.attemptId;
  return isRight && isFree && now <= row.expiresAt;
}
