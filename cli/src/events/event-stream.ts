// Reads the event stream of the gateway: one connection, until it ends or is silent for too long.

import { systemClock } from '@bramka/gateway/core/clock.ts';
import { Refused } from '../call.ts';
import type { Login } from '../payments/merchant-client.ts';
import { queryText, type Query } from './event-client.ts';

/** Three heartbeats of the gateway. */
const SILENCE_LIMIT_MS = 45_000;

export interface StreamItem {
  readonly event: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface StreamHandlers {
  readonly onOpen: () => void;
  /** The position after what came so far; send it as Last-Event-ID. */
  readonly onId: (id: string) => void;
  readonly onItem: (item: StreamItem) => Promise<void>;
  /** The gateway has sent everything that there is. */
  readonly onHeartbeat?: () => void;
}

/** Resolves to why the gateway ended the stream; fails when it cannot be read. */
export async function readStream(
  { url, bearer }: Login,
  query: Query,
  lastId: string | undefined,
  handlers: StreamHandlers,
  stop: AbortSignal,
): Promise<string> {
  const silence = new AbortController();
  const ended = new AbortController();
  let heardMs = systemClock.monotonicMs();
  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await systemClock.sleep(1000, ended.signal);
      if (systemClock.monotonicMs() - heardMs > SILENCE_LIMIT_MS) silence.abort();
    }
  };
  void watch();
  try {
    const response = await fetch(`${url}/v1/ecommerce/events/stream${queryText(query)}`, {
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
      signal: AbortSignal.any([stop, silence.signal]),
    });
    if (!response.ok || !response.body) throw await refusalOf(response);
    handlers.onOpen();
    let text = '';
    let comment = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      heardMs = systemClock.monotonicMs();
      const blocks = `${text}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) comment = (await takeBlock(block, handlers)) ?? comment;
    }
    return comment === 'heartbeat' || comment === '' ? 'The connection was closed.' : comment;
  } finally {
    ended.abort();
  }
}

/** The event is handled before its id counts as read. Returns the comment of the block, if any. */
async function takeBlock(block: string, handlers: StreamHandlers): Promise<string | undefined> {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon >= 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  const data = fields.get('data');
  const id = fields.get('id');
  if (data !== undefined) {
    const sent = JSON.parse(data) as Omit<StreamItem, 'event'>;
    await handlers.onItem({ ...sent, event: fields.get('event') ?? '' });
  }
  if (id !== undefined) handlers.onId(id);
  const comment = fields.get('');
  if (comment === 'heartbeat') handlers.onHeartbeat?.();
  return comment;
}

async function refusalOf(response: Response): Promise<Error> {
  const reply = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  const { code = '', message = `HTTP status ${response.status}` } = reply;
  return new Refused(response.status, code, code === '' ? message : `${message} (${code})`);
}
