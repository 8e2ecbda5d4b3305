// The event stream against a server that loses connections and refuses tokens; and lists in pages.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openLoopback, type LoopbackServer } from '@bramka/test/support/loopback-server.ts';
import { webRuntime } from '../calls/runtime.ts';
import { BramkaError, createClientWith, type Client, type StreamedEvent } from '../client.ts';

type Answer = (response: ServerResponse) => void;

const event = (number: number): string => {
  const body = JSON.stringify({ event: 'TEST', eventId: `e-${number}`, sequence: number });
  const data = JSON.stringify({ path: 'payment', headers: { signature: 'ab' }, body });
  return `id: c-${number}\nevent: TEST\ndata: ${data}\n\n`;
};

/** Sends the text and then loses the connection, or keeps it open. */
const stream =
  (text: string, ending: 'end' | 'break' | 'open' = 'end'): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(text);
    if (ending === 'end') response.end();
    // The client runs in the same process: after some turns it has read everything.
    if (ending === 'break') afterTurns(20, () => response.socket?.destroy());
  };
const afterTurns = (turns: number, run: () => void): void =>
  void (turns === 0 ? run() : setImmediate(() => afterTurns(turns - 1, run)));
const refusal =
  (status: number, code: string): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code, message: 'No.', details: [], traceId: 't' }));
  };

describe('the event stream', () => {
  let server: LoopbackServer;
  let answers: Answer[] = [];
  let asked: string[] = [];
  let waits: number[] = [];

  before(async () => {
    server = await openLoopback();
    server.behave = (request, response) => {
      if (request.url?.endsWith('/auth')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ access_token: 'token', expires_in: 600 }));
        return;
      }
      asked.push(request.url?.replace('/v1/ecommerce/events/stream', '') ?? '');
      (answers.shift() ?? refusal(400, 'INVALID_REQUEST'))(response);
    };
  });
  after(() => server?.close());
  beforeEach(() => {
    answers = [];
    asked = [];
    waits = [];
  });

  const client = (): Client =>
    createClientWith(
      { baseUrl: server.url, credentials: { merchantId: '1', secret: 's' } },
      {
        ...webRuntime(undefined),
        random: () => 1,
        sleep: (ms) => {
          waits.push(ms);
          return Promise.resolve();
        },
      },
    );

  /** Reads until the server refuses. */
  const readAll = async (options = {}): Promise<StreamedEvent[]> => {
    const events: StreamedEvent[] = [];
    await assert.rejects(async () => {
      for await (const one of client().events.stream(options)) events.push(one);
    }, BramkaError);
    return events;
  };

  test('yields what a delivery would send, with the cursor after it', async () => {
    answers = [stream(`retry: 500\nid: c-0\n\n: hello\n\n${event(1)}`)];
    const [first, ...others] = await readAll({ event: ['TEST', 'REFUND_STATUS'], paymentId: 'p' });
    assert.deepEqual(others, []);
    assert.deepEqual(first, {
      cursor: 'c-1',
      event: { event: 'TEST', eventId: 'e-1', sequence: 1 },
      path: 'payment',
      headers: { signature: 'ab' },
      body: '{"event":"TEST","eventId":"e-1","sequence":1}',
    });
    assert.equal(asked[0], '?event=TEST%2CREFUND_STATUS&paymentId=p');
    assert.deepEqual(waits, [500]);
  });

  test('opens a lost connection again after the last event, with growing waits', async () => {
    const lost: string[] = [];
    answers = [
      stream('id: c-0\n\n', 'break'),
      refusal(503, 'OVERLOADED'),
      refusal(503, 'OVERLOADED'),
      stream(event(1) + event(2), 'break'),
      stream(event(3)),
    ];
    const events = await readAll({
      after: 'start',
      onInterruption: ({ kind }: { kind: string }) => lost.push(kind),
    });
    assert.deepEqual(
      events.map(({ cursor }) => cursor),
      ['c-1', 'c-2', 'c-3'],
    );
    const cursors = ['start', 'c-0', 'c-0', 'c-0', 'c-2', 'c-3'];
    assert.deepEqual(
      asked,
      cursors.map((cursor) => `?after=${cursor}`),
    );
    assert.deepEqual(lost, ['network', 'refused', 'refused', 'network']);
    assert.deepEqual(waits, [1000, 2000, 4000, 1000, 1000]);
  });

  test('renews a refused token once, and throws when it is refused again', async () => {
    answers = [refusal(401, 'TOKEN_EXPIRED'), stream(event(1)), refusal(401, 'TOKEN_INVALID')];
    answers.push(refusal(401, 'TOKEN_INVALID'));
    assert.equal((await readAll()).length, 1);
    assert.equal(asked.length, 4);
  });

  test('ends with the signal of the caller, also while nothing happens', async () => {
    answers = [stream(event(1), 'open')];
    const ending = new AbortController();
    const cursors: string[] = [];
    for await (const { cursor } of client().events.stream({ signal: ending.signal })) {
      cursors.push(cursor);
      afterTurns(20, () => ending.abort());
    }
    assert.deepEqual(cursors, ['c-1']);
    assert.equal(asked.length, 1);
  });

  test('closes the connection when the caller stops reading', async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    answers = [
      (response) => {
        isClosed = new Promise((resolve) => response.on('close', resolve));
        stream(event(1) + event(2), 'open')(response);
      },
    ];
    for await (const { cursor } of client().events.stream()) {
      assert.equal(cursor, 'c-1');
      break;
    }
    await isClosed;
  });
});

test('lists are read page by page', async () => {
  const urls: string[] = [];
  const page = (url: string): unknown => {
    const { pathname, searchParams } = new URL(url);
    const after = searchParams.get('after') ?? searchParams.get('before') ?? '0';
    const kept = searchParams.get('event') ?? searchParams.get('date') ?? 'all';
    urls.push(`${pathname.split('/').at(-1)} ${kept} ${after}`);
    const number = Number(after);
    if (pathname.endsWith('/events')) {
      return { events: [{ eventId: `e-${number}` }], next: `${number + 1}`, hasMore: number < 2 };
    }
    return number < 2 ? [{ batchId: `${number + 1}` }] : [];
  };
  const client = createClientWith(
    { baseUrl: 'https://pay.example', accessToken: 't' },
    webRuntime((url) => Promise.resolve(Response.json(page(url)))),
  );
  const events: string[] = [];
  for await (const { eventId } of client.events.each({ event: 'TEST' })) events.push(eventId);
  assert.deepEqual(events, ['e-0', 'e-1', 'e-2']);
  const batches: string[] = [];
  for await (const { batchId } of client.settlements.each()) batches.push(batchId);
  assert.deepEqual(batches, ['1', '2']);
  const day = { date: '2026-03-01' };
  for await (const { batchId } of client.settlements.each(day)) batches.push(batchId);
  const pages = (path: string): string[] => [0, 1, 2].map((after) => `${path} ${after}`);
  assert.deepEqual(urls, [
    ...pages('events TEST'),
    ...pages('settlements all'),
    ...pages('settlements 2026-03-01'),
  ]);
});
