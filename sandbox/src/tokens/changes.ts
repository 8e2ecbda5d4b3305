// Changes of tokens at the simulated service: by the gateway that removes one, and by customers and
// issuers, about which the gateway gets news.

import { Draft } from '@bramka/gateway/journal/entry.ts';
import { createOutbox, newMessage, type OutboxMessage } from '../party/outbox.ts';
import { winRace, type Decided } from '../party/stored/win-race.ts';
import { drawCard } from './cards/art.ts';
import { tokenView, type TokenView } from './http/views.ts';
import type { TokenParts } from './parts.ts';
import { fitsScheme } from './request.ts';
import { messageTable, tokenTable, type TokenRow } from './rows.ts';
import { changedToken, newsMessage, type TokenChange } from './token.ts';

type NotChanged = 'not-found' | 'deleted' | 'other-organization';
type Changed = NotChanged | { readonly row: TokenRow; readonly message?: OutboxMessage };

export interface TokenChanges {
  /** The newest tokens first. */
  list(): Promise<TokenView[]>;
  /** Changes a token and sends news once, or returns why it did not. */
  change(instrumentRef: string, change: TokenChange): Promise<TokenView | NotChanged>;
  /** Deletes a token without news: the gateway has asked for it. */
  remove(instrumentRef: string): Promise<void>;
  picture(instrumentRef: string): Promise<{ visualId: string; svg: string } | undefined>;
  /** Sends news again that are due. */
  runDue(): Promise<number>;
}

const MAX_LISTED = 100;
const MAX_AT_ONCE = 50;

export function createChanges(parts: TokenParts): TokenChanges {
  const { store, clock, safe } = parts;
  const find = (messageId: string) => store.message(messageId);
  const outbox = createOutbox({ ...parts, table: messageTable, find });
  const shown = (row: TokenRow): TokenView => tokenView(row, safe.open(row));
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
      return row && { visualId: row.visualId, svg: drawCard(row.scheme, row.artSeed) };
    },
    async runDue() {
      const messages = await store.dueMessages(clock.now(), MAX_AT_ONCE);
      const sent = await Promise.all(messages.map((message) => outbox.sendAgain(message)));
      return sent.filter(Boolean).length;
    },
  };
}
