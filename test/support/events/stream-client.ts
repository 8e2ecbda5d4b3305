// Reads an event stream of the gateway as a merchant would: blocks with id, event and data.
import assert from 'node:assert/strict';
import { until } from '../waiting/until.ts';

export interface Item {
  readonly id: string;
  readonly event: string;
  readonly data: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export interface OpenStream {
  readonly response: Response;
  readonly items: readonly Item[];
  readonly comments: readonly string[];
  /** The last id, of an event or of a block without one. */
  lastId(): string;
  isEnded(): boolean;
  waitFor(count: number): Promise<void>;
  close(): void;
}

export interface StreamOptions {
  readonly token: string;
  readonly query?: string;
  readonly lastEventId?: string;
}

/** Refusals are returned as a response without items. */
export async function openStream(url: string, options: StreamOptions): Promise<OpenStream> {
  const { token, query = '', lastEventId } = options;
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/ecommerce/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: stop.signal,
  });
  const items: Item[] = [];
  const comments: string[] = [];
  let lastId = '';
  let isEnded = false;
  const take = (block: string): void => {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 2)] as const;
      }),
    );
    if (fields.has('')) comments.push(fields.get('') ?? '');
    lastId = fields.get('id') ?? lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    const id = fields.get('id') ?? '';
    items.push({ id, event: fields.get('event') ?? '', data: JSON.parse(data) as Item['data'] });
  };
  const read = async (): Promise<void> => {
    assert.ok(response.body);
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = `${text}${chunk}`.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  };
  if (response.status === 200)
    void read()
      .catch(() => undefined)
      .finally(() => (isEnded = true));
  return {
    response,
    items,
    comments,
    lastId: () => lastId,
    isEnded: () => isEnded,
    waitFor: (count) =>
      until(() => items.length >= count, `${count} events, ${items.length} so far`),
    close: () => stop.abort(),
  };
}
