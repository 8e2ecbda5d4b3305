// What the acquirer and the directory servers ask the simulated token service: which card is behind
// a token, and whether a cryptogram may be used.

import { Draft } from '@bramka/gateway/journal/entry.ts';
import { winRace } from '../party/stored/win-race.ts';
import { counterOf, isValidUse, type CryptogramUse } from './cryptogram.ts';
import { tokenRanges } from './numbers.ts';
import type { TokenParts } from './parts.ts';
import { cryptogramTable, type Status } from './rows.ts';
import { monthIn } from './token.ts';

export interface KnownToken {
  readonly merchantId: string;
  /** EXPIRED: the token itself has expired. */
  readonly status: Status | 'EXPIRED';
  /** Of the token; YYYYMM. */
  readonly expiry: string;
  /** The card behind it, as of now. */
  readonly card: string;
  readonly cardExpiry: string;
}

export interface TokenNetwork {
  /** Undefined if there is no token with this number. */
  tokenOf(number: string): Promise<KnownToken | undefined>;
  /**
   * Uses the cryptogram up. False if it was not issued for this token, merchant and amount, has
   * expired, or was used by another attempt.
   */
  useCryptogram(number: string, use: CryptogramUse): Promise<boolean>;
}

export function isTokenNumber(number: string): boolean {
  return Object.values(tokenRanges).some((range) => number.startsWith(range));
}

export function createNetwork(parts: TokenParts): TokenNetwork {
  const { store, clock, safe } = parts;
  return {
    async tokenOf(number) {
      const row = await store.ofNumber(safe.hash(number));
      if (!row) return undefined;
      const { tokenExpiry: expiry, card, cardExpiry } = safe.open(row);
      const isOver = row.status !== 'DELETED' && expiry < monthIn(clock.now(), 0);
      const status = isOver ? 'EXPIRED' : row.status;
      return { merchantId: row.merchantId, status, expiry, card, cardExpiry };
    },
    async useCryptogram(number, use) {
      const token = await store.ofNumber(safe.hash(number));
      const counter = counterOf(use.cryptogram);
      if (!token || counter === undefined) return false;
      return winRace(parts.journal, async () => {
        const row = await store.cryptogram(token.instrumentRef, counter);
        const isValid = row && isValidUse(row, number, use, safe, clock.now());
        if (!isValid) return { answer: false };
        if (row.usedBy === use.attemptId) return { answer: true };
        const used = { ...row, usedBy: use.attemptId, version: row.version + 1 };
        return { answer: true, draft: new Draft().change(cryptogramTable, used, row.version) };
      });
    },
  };
}
