// All open event streams of this node. One loop reads for all of them: at once when this node
// commits an event of their merchants, otherwise once a second for what other nodes commit.

import type { Clock } from '../../core/clock.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Secret } from '../../core/secret.ts';
import type { Authenticator } from '../../http/caller.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { finishesWithin } from '../../worker/worker.ts';
import type { FeedStore, StreamEvent } from '../feed/feed.store.ts';
import { startOf } from '../feed/read-feed.ts';
import { createStreamSlots } from './stream-slots.ts';
import { EventReader, type ReaderRequest } from './reader.ts';

const PAGE = 100;
const POLL_MS = 1000;
/** The pause between reads, and the first after a commit, whose event may become visible later. */
const MIN_PAUSE_MS = 20;
const CHECK_MS = 1000;
const CLOSE_LIMIT_MS = 1000;
const STOPPING = 'The gateway is stopping. Connect again with your Last-Event-ID.';

interface StreamParts {
  readonly feed: FeedStore;
  readonly clock: Clock;
  readonly authenticate: Authenticator['merchantOrClient'];
  readonly secretsOf: (merchantId: string) => Promise<readonly Secret<string>[]>;
  readonly log: { error(facts: object, message: string): void };
  /** Called with the number of open streams when it changes. */
  readonly onCount: (open: number) => void;
}

interface StreamStart {
  /** The name of the cursor in refusals. */
  readonly field: string;
  readonly cursor: string | undefined;
}

export interface EventStreams {
  readonly open: (request: ReaderRequest, start: StreamStart) => Promise<EventReader>;
  /** Reads at once if these merchants have streams here. */
  readonly wake: (merchantIds: Iterable<string>) => void;
  /** Ends all streams; those opened later end at once. */
  readonly close: () => Promise<void>;
}

export function createEventStreams(parts: StreamParts): EventStreams {
  const { clock, feed } = parts;
  const readers = new Set<EventReader>();
  const slots = createStreamSlots(parts.onCount);
  const loop = createLoop(clock, () => readOnce(parts, readers));
  let isClosed = false;
  return {
    async open(request, start) {
      const leave = slots.take(request.merchantId);
      try {
        const from = await startOf(feed, request.merchantId, start.field, start.cursor);
        const reader = new EventReader(request, from, clock.monotonicMs(), () => loop.hurry());
        reader.output.once('close', () => {
          readers.delete(reader);
          leave();
        });
        if (isClosed) reader.end(STOPPING);
        else readers.add(reader);
        loop.hurry();
        return reader;
      } catch (error) {
        leave();
        throw error;
      }
    },
    wake(merchantIds) {
      for (const merchantId of merchantIds) if (slots.has(merchantId)) return loop.hurry();
    },
    async close() {
      isClosed = true;
      const open = [...readers];
      for (const reader of open) reader.end(STOPPING);
      const ended = open.map(({ output }) => new Promise((done) => output.once('close', done)));
      await finishesWithin(clock, CLOSE_LIMIT_MS, Promise.all(ended));
      for (const { output } of readers) output.destroy();
      readers.clear();
      await loop.end();
    },
  };
}

type Step = 'more' | 'wait' | 'stop';

/**
 * Runs `step` until it stops. After `hurry` it runs at once and then again after 20, 40, 80 ms and
 * so on, up to once a second.
 */
function createLoop(clock: Clock, step: () => Promise<Step>) {
  let running: Promise<void> | undefined;
  let pause = new AbortController();
  let pauseMs = MIN_PAUSE_MS;
  const run = async (): Promise<void> => {
    for (;;) {
      pause = new AbortController();
      const next = await step();
      if (next === 'stop') return;
      if (next === 'more') continue;
      const wait = pauseMs;
      pauseMs = Math.min(POLL_MS, pauseMs * 2);
      await clock.sleep(wait - MIN_PAUSE_MS, pause.signal);
      await clock.sleep(MIN_PAUSE_MS);
    }
  };
  const start = (): Promise<void> => run().finally(() => (running = undefined));
  return {
    hurry(): void {
      pauseMs = MIN_PAUSE_MS;
      pause.abort();
      running ??= start();
    },
    async end(): Promise<void> {
      pause.abort();
      await running;
    },
  };
}

/** Reads and sends once for all readers that can take more. */
async function readOnce(parts: StreamParts, readers: ReadonlySet<EventReader>): Promise<Step> {
  if (readers.size === 0) return 'stop';
  const { feed, clock } = parts;
  let isMore = false;
  try {
    await Promise.all([...readers].map((reader) => endIfRevoked(parts, reader)));
    const ready = [...readers].filter(({ isReady }) => isReady);
    const asked = ready.map(({ request: { merchantId }, position: after }) => ({
      merchantId,
      after,
    }));
    const pages = asked.length === 0 ? [] : await feed.nextOf(asked, PAGE);
    for (const [index, reader] of ready.entries()) {
      const events = pages[index] ?? [];
      if (events.length > 0) await serve(parts, reader, events);
      isMore ||= events.length === PAGE && reader.isReady;
    }
  } catch (error) {
    // During an outage the streams stay open and continue afterwards.
    if (!isUnavailable(error)) parts.log.error({ err: error }, 'event streams cannot be served');
  }
  for (const reader of readers) {
    if (!reader.keepAlive(clock.monotonicMs())) reader.output.destroy();
  }
  return isMore ? 'more' : 'wait';
}

/** A failure concerns this stream only: it ends, and its reader may reconnect. */
async function serve(parts: StreamParts, reader: EventReader, events: readonly StreamEvent[]) {
  const { clock, log } = parts;
  const { merchantId } = reader.request;
  try {
    const secrets = await parts.secretsOf(merchantId);
    if (reader.isReady) reader.send(events, secrets, clock.realNow(), clock.monotonicMs());
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.error({ err: error, merchantId }, 'an event stream cannot be served');
    reader.output.destroy();
  }
}

/** An access token that has expired or was revoked ends its streams within about a second. */
async function endIfRevoked({ authenticate, clock }: StreamParts, reader: EventReader) {
  const nowMs = clock.monotonicMs();
  if (nowMs - reader.checkedMs < CHECK_MS) return;
  reader.checkedMs = nowMs;
  try {
    await authenticate(reader.request.bearer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (reader.isReady) reader.end(error.message);
    else reader.output.destroy();
  }
}
