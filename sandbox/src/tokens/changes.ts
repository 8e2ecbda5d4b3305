// Changes of tokens at the simulated service: by the gateway that removes one, and by customers and
// issuers, about which the gateway gets news.

import { Draft } from '@bramka/gateway/journal/entry.ts';
import { createOutbox, newMessage, type OutboxMessage } from '../party/outbox.ts';
import { winRace, type Decided } from '../party/stored/win-race.ts';
import { ART_HEIGHT, ART_WIDTH, drawCard } from './cards/art.ts';
import type { Numbers } from './numbers.ts';
import type { TokenParts } from './parts.ts';
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

type NotChanged = 'not-found' | 'deleted' | 'other-organization';
type Changed = NotChanged | { readonly row: TokenRow; readonly message?: OutboxMessage };

export interface TokenChanges {
  /** The newest tokens first. */
  list(): Promise<ShownToken[]>;
  /** Changes a token and sends news once, or returns why it did not. */
  change(instrumentRef: string, change: TokenChange): Promise<ShownToken | NotChanged>;
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
      const changed = await winRace(parts.journal, async (): Promise<Decided<Changed>> => {
        const row = await store.token(instrumentRef);
        if (!row) return { answer: 'not-found' };
        const next = changedToken(row, change, safe);
        if (!next) return { answer: { row } };
        if (row.status === 'DELETED') return { answer: 'deleted' };
        if (change.card !== undefined && !fitsScheme(row.scheme, change.card)) {
          return { answer: 'other-organization' };
        }
        const eventId = parts.ids.next();
        const body = newsMessage(eventId, row, next, safe);
        const message = newMessage(eventId, row.notificationUrl, body, clock.now());
        const draft = new Draft().change(tokenTable, next, row.version);
        draft.insert(messageTable, message);
        return { draft, answer: { row: next, message } };
      });
      if (typeof changed === 'string') return changed;
      if (changed.message) await outbox.send(changed.message);
      return shown(changed.row);
    },
    remove: (instrumentRef) =>
      winRace(parts.journal, async () => {
        const row = await store.token(instrumentRef);
        const next = row && changedToken(row, { status: 'DELETED' }, safe);
        if (!row || !next) return { answer: undefined };
        return { answer: undefined, draft: new Draft().change(tokenTable, next, row.version) };
      }),
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
