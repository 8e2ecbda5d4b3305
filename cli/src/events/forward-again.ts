// Forwards events of the past to a program on this machine. They are chosen from the feed and read
// from the stream, which signs them anew; the gateway records nothing.

import { cursorBefore } from '@bramka/gateway/events/feed/cursor.ts';
import type { EventRecord } from '@bramka/client/src/client.ts';
import type { MerchantClient } from '../api/merchant.ts';
import type { CommandContext } from '../context.ts';
import { Failure } from '../failure.ts';
import { readStream, type StreamItem } from './event-stream.ts';
import { createLines, forwardPatiently, isTemporary } from './forward-patiently.ts';

export interface Choice {
  /** The payment or tokenization; undefined: all of them. */
  readonly paymentId: string | undefined;
  readonly isChosen: (event: EventRecord) => boolean;
}

interface Chosen {
  readonly paymentId: string | undefined;
  readonly ids: Set<string>;
  /** The cursor from which the stream has all of them. */
  readonly start: string;
}

interface ForwardedAgain {
  readonly forwarded: number;
  readonly accepted: number;
}

/** Reads the feed once. Undefined: there is no such event. */
export async function chooseEvents(
  client: MerchantClient,
  { paymentId, isChosen }: Choice,
): Promise<Chosen | undefined> {
  const ids = new Set<string>();
  let start: string | undefined;
  let after: string | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await client.events.list({ paymentId, after, limit: 500 });
    for (const event of page.events) if (isChosen(event)) ids.add(event.eventId);
    if (ids.size > 0) start ??= after ?? (await startOf(client, paymentId));
    after = page.next;
    ({ hasMore } = page);
  }
  return start === undefined ? undefined : { paymentId, ids, start };
}

/** The cursor before the first event. */
async function startOf(client: MerchantClient, paymentId: string | undefined): Promise<string> {
  const { next } = await client.events.list({ paymentId, limit: 1 });
  return cursorBefore(client.merchantId, next);
}

/** Fails when the program does not answer: the other events would not arrive either. */
export async function forwardAgain(
  client: MerchantClient,
  chosen: Chosen,
  target: string,
  print: CommandContext['print'],
  stop: AbortSignal,
): Promise<ForwardedAgain> {
  const waiting = new Set(chosen.ids);
  const lines = createLines();
  let accepted = 0;
  const onItem = async (item: StreamItem): Promise<void> => {
    const eventId = item.headers['webhook-id'] ?? '';
    if (stop.aborted || !waiting.has(eventId)) return;
    const answer = await forwardPatiently({ target, item, line: lines(item), print, stop });
    if (!answer) return;
    if (isTemporary(answer)) {
      throw new Failure(`${target} did not accept event ${eventId}; ${waiting.size} are left`);
    }
    waiting.delete(eventId);
    if (answer.status !== null && answer.status < 300) accepted += 1;
  };
  await readUntilEmpty(client, chosen, waiting, onItem, stop);
  return { forwarded: chosen.ids.size - waiting.size, accepted };
}

/** A lost connection is opened again as long as each one brings events. */
async function readUntilEmpty(
  client: MerchantClient,
  { paymentId, start: after }: Chosen,
  waiting: ReadonlySet<string>,
  onItem: (item: StreamItem) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const end = AbortSignal.any([stop, done.signal]);
  let position = after;
  while (!end.aborted) {
    const before = waiting.size;
    const query = { paymentId, after: position, signal: end };
    const reason = await readStream(client, query, async ({ item, id, isHeartbeat }) => {
      if (item) await onItem(item);
      position = id ?? position;
      if (waiting.size === 0) done.abort();
      else if (isHeartbeat) {
        throw new Failure(`The stream does not have ${waiting.size} of the events any more.`);
      }
    }).catch((error: unknown) => {
      if (error instanceof Failure && !end.aborted) throw error;
      return 'The connection to the gateway was lost.';
    });
    if (!end.aborted && waiting.size === before) {
      throw new Failure(`${reason} ${before} events were not forwarded.`);
    }
  }
}
