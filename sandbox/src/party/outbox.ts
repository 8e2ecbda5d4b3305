// Messages of a party to the gateway: sent by the caller that committed them, then again by a job
// until the gateway acknowledges with a status 2xx.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import { orNull, typed, type RowOf, type Table } from '@bramka/gateway/journal/table.ts';
import type { Deliver, DeliveryAnswer } from './faulty-delivery.ts';

/** The shape of the table of messages of each party. */
export const outboxTable = {
  columns: {
    messageId: 'uuid',
    url: 'text',
    body: 'text',
    state: typed<'DUE' | 'DELIVERED' | 'GIVEN_UP'>('text'),
    tries: 'integer',
    createdAt: 'timestamptz',
    dueAt: orNull('timestamptz'),
    version: 'integer',
  },
  key: ['messageId'],
  hasOwnId: true,
  mutable: ['state', 'tries', 'dueAt', 'version'],
  version: 'version',
} as const;

export type OutboxMessage = RowOf<typeof outboxTable>;

export interface OutboxParts {
  readonly journal: Journal;
  readonly table: Table;
  readonly find: (messageId: string) => Promise<OutboxMessage | undefined>;
  readonly clock: Clock;
  readonly deliver: Deliver;
  /** Posts the exact text with its signature. */
  readonly post: (url: string, body: string) => Promise<DeliveryAnswer>;
}

/** An attempt without an answer is repeated after this time. */
const TRY_MS = 10_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const LATER_MS = 1_000;
const MAX_TRIES = 20;
const MAX_RACES = 100;

export function createOutbox({ journal, table, find, clock, deliver, post }: OutboxParts) {
  const change = async (
    messageId: string,
    decide: (row: OutboxMessage) => OutboxMessage | undefined,
  ): Promise<OutboxMessage | undefined> => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const row = await find(messageId);
      const next = row && decide(row);
      if (!row || !next) return undefined;
      const changed = { ...next, version: row.version + 1 };
      const result = await journal.commit(new Draft().change(table, changed, row.version));
      if (result.kind === 'committed') return changed;
    }
    return defect('a change lost every race for its message');
  };
  const send = async ({ messageId, url, body, tries }: OutboxMessage): Promise<void> => {
    const heard = await deliver(() => post(url, body), tries === 1).catch(() => undefined);
    await change(messageId, (row) => afterTry(row, tries, heard, clock.now()));
  };
  return {
    send,
    /** False if another node was faster. */
    async sendAgain(found: OutboxMessage): Promise<boolean> {
      const claimed = await change(found.messageId, (row) =>
        row.version === found.version
          ? { ...row, tries: row.tries + 1, dueAt: clock.now() + TRY_MS }
          : undefined,
      );
      if (claimed) await send(claimed);
      return claimed !== undefined;
    },
  };
}

function afterTry(
  row: OutboxMessage,
  tried: number,
  heard: DeliveryAnswer | 'later' | undefined,
  now: Instant,
): OutboxMessage | undefined {
  if (row.state !== 'DUE') return undefined;
  const isReceived =
    heard !== undefined && heard !== 'later' && heard.status >= 200 && heard.status < 300;
  if (isReceived) return { ...row, state: 'DELIVERED', dueAt: null };
  // A later attempt has already started; its answer decides.
  if (row.tries !== tried) return undefined;
  if (heard === 'later') return { ...row, dueAt: now + LATER_MS };
  if (tried >= MAX_TRIES) return { ...row, state: 'GIVEN_UP', dueAt: null };
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tried - 1));
  return { ...row, dueAt: now + waitMs };
}

/** A new message; the caller that commits it makes the first attempt. */
export function newMessage(
  messageId: string,
  url: string,
  body: string,
  now: Instant,
): OutboxMessage {
  const dueAt = now + TRY_MS;
  return { messageId, url, body, state: 'DUE', tries: 1, createdAt: now, dueAt, version: 1 };
}
