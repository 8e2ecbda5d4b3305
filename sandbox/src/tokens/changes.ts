// Changes of tokens at the simulated service: by the gateway that removes one, and by customers and
// issuers, about which the gateway gets news.

import { defect } from '@bramka/gateway/core/assert.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import { createOutbox, newMessage } from '../party/outbox.ts';
import { ART_HEIGHT, ART_WIDTH, drawCard } from './cards/art.ts';
import type { Numbers } from './numbers.ts';
import { commitToken, MAX_RACES, type TokenParts } from './parts.ts';
import { fitsScheme } from './request.ts';
import { messageTable, tokenTable, type TokenRow } from './rows.ts';
import { changedToken, newsMessage, type TokenChange } from './token.ts';

/** A token with the dates that its row has encrypted. */
export interface ShownToken extends TokenRow {
  readonly expiries: Pick<Numbers, 'tokenExpiry' | 'cardExpiry'>;
}

interface Picture {
  readonly visualId: string;
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export interface TokenChanges {
  /** The newest tokens first. */
  list(): Promise<ShownToken[]>;
  /** Changes a token and sends news once, or returns why it did not. */
  change(
    instrumentRef: string,
    change: TokenChange,
  ): Promise<ShownToken | 'not-found' | 'deleted' | 'other-organization'>;
  /** Deletes a token without news: the gateway has asked for it. */
  remove(instrumentRef: string): Promise<void>;
  picture(instrumentRef: string): Promise<Picture | undefined>;
  /** Sends news again that are due. */
  runDue(): Promise<number>;
}

const MAX_LISTED = 100;
const MAX_AT_ONCE = 50;

export function createChanges(parts: TokenParts): TokenChanges {
  const { store, clock, safe } = parts;
  const find = (messageId: string) => store.message(messageId);
  const outbox = createOutbox({ ...parts, table: messageTable, find });
  const shown = (row: TokenRow): ShownToken => {
    const { tokenExpiry, cardExpiry } = safe.open(row);
    return { ...row, expiries: { tokenExpiry, cardExpiry } };
  };
  return {
    list: async () => (await store.newest(MAX_LISTED)).map(shown),
    async change(instrumentRef, change) {
      for (let race = 0; race < MAX_RACES; race += 1) {
        const row = await store.token(instrumentRef);
        if (!row) return 'not-found';
        const next = changedToken(row, change, safe);
        if (!next) return shown(row);
        if (row.status === 'DELETED') return 'deleted';
        if (change.card !== undefined && !fitsScheme(row.scheme, change.card)) {
          return 'other-organization';
        }
        const eventId = parts.ids.next();
        const body = newsMessage(eventId, row, next, safe);
        const message = newMessage(eventId, row.notificationUrl, body, clock.now());
        const draft = new Draft()
          .change(tokenTable, next, row.version)
          .insert(messageTable, message);
        if (!(await commitToken(parts, draft))) continue;
        await outbox.send(message);
        return shown(next);
      }
      return defect('a change lost every race for its token');
    },
    async remove(instrumentRef) {
      for (let race = 0; race < MAX_RACES; race += 1) {
        const row = await store.token(instrumentRef);
        const next = row && changedToken(row, { status: 'DELETED' }, safe);
        if (!row || !next) return;
        if (await commitToken(parts, new Draft().change(tokenTable, next, row.version))) return;
      }
    },
    async picture(instrumentRef) {
      const row = await store.token(instrumentRef);
      if (!row) return undefined;
      const svg = drawCard(row.scheme, row.artSeed);
      return { visualId: row.visualId, svg, width: ART_WIDTH, height: ART_HEIGHT };
    },
    async runDue() {
      const messages = await store.dueMessages(clock.now(), MAX_AT_ONCE);
      const sent = await Promise.all(messages.map((message) => outbox.sendAgain(message)));
      return sent.filter(Boolean).length;
    },
  };
}
