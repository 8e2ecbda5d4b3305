// Tests of open event streams on a clock of the test: a line in the documented interval, readers
// that stall, and the limits of a node.

import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '@bramka/test/support/waiting/until.ts';
import { Refusal } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import { movableClock } from '../../core/clock.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { toRoutes } from '../../http/endpoint.ts';
import { bareServer } from '../../http/testing/bare-server.ts';
import { writeCursor, type Position } from '../feed/cursor.ts';
import type { FeedStore, StreamEvent } from '../feed/feed.store.ts';
import { createEventStreams } from './event-streams.ts';
import { MAX_PER_MERCHANT, MAX_PER_NODE } from './stream-slots.ts';
import { MAX_WAITING_BYTES, STALL_LIMIT_MS, type EventReader } from './reader.ts';
import { streamEvents } from './stream-events.ts';

const merchantId = '10000001';
const paymentId = '0198c5d1-7b2a-7000-8000-0000000000aa';
const STEP_MS = 10;
/** What the description of the endpoint promises. */
const LONGEST_SILENCE_MS = 15_000;
/** The loop looks at its readers about once a second. */
const LOOP_MS = 1100;
const fromNow = { field: 'after', cursor: undefined };

const caller: MerchantCaller = {
  kind: 'merchant',
  merchantId,
  agentId: null,
  resource: 'PAYMENT',
  channel: null,
  isSuspended: false,
};

const isAfter = (one: Position, other: Position): boolean =>
  one.order === other.order ? one.eventId > other.eventId : one.order > other.order;

function setUp() {
  const clock = handClock();
  // A sandbox whose clock is a day ahead.
  const moved = movableClock(clock);
  moved.set({ offsetMs: 86_400_000, frozenAt: null });
  const stored: StreamEvent[] = [];
  const counts: number[] = [];
  const errors: object[] = [];
  const unused = () => assert.fail('streams do not read pages');
  const feed: FeedStore = {
    horizon: () => Promise.resolve(BigInt(stored.length) + 1n),
    page: unused,
    ofPayment: unused,
    inState: unused,
    nextOf: (readers, limit) =>
      Promise.resolve(
        readers.map(({ after }) => stored.filter((one) => isAfter(one, after)).slice(0, limit)),
      ),
  };
  const streams = createEventStreams({
    feed,
    clock: moved.clock,
    authenticate: () => Promise.resolve(caller),
    secretsOf: () => Promise.resolve([secret('notify-secret')]),
    log: { error: (facts) => void errors.push(facts) },
    onCount: (open) => counts.push(open),
  });
  const open = (merchant = merchantId, events: 'TEST'[] | null = null) =>
    streams.open({ merchantId: merchant, bearer: 'token', events, paymentId: null }, fromNow);
  const commit = (bytes = 0): StreamEvent => {
    const order = BigInt(stored.length) + 1n;
    const eventId = `0198c5d1-7b2a-7000-8000-${String(order).padStart(12, '0')}`;
    const body = JSON.stringify({ eventId, text: 'x'.repeat(bytes) });
    const event: StreamEvent = { order, eventId, event: 'PAYMENT_STATUS', paymentId, body };
    stored.push(event);
    streams.wake([merchantId]);
    return event;
  };
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Lets the loop end, so that nothing is left of the test. */
  const end = async (): Promise<void> => {
    const closed = streams.close();
    await pass(2 * LOOP_MS);
    await closed;
    assert.deepEqual(errors, []);
  };
  return { clock, counts, streams, open, commit, pass, end };
}

/** Takes everything at once, as a good reader does, with the time of each frame. */
function readAll({ output }: EventReader, clock: { monotonicMs: () => number }) {
  const frames: { text: string; ms: number }[] = [];
  output.setEncoding('utf8').on('data', (text: string) => {
    frames.push({ text, ms: clock.monotonicMs() });
  });
  return frames;
}

test('a silent stream has a line at least every 15 seconds, and no more than needed', async () => {
  const { clock, open, pass, end } = setUp();
  const frames = readAll(await open(), clock);
  await pass(4 * LONGEST_SILENCE_MS);
  const [opening, ...beats] = frames;
  assert.match(opening?.text ?? '', /^retry: 1000\nid: \S{44}\n\n$/);
  assert.deepEqual(new Set(beats.map(({ text }) => text)), new Set([': heartbeat\n\n']));
  for (const [index, { ms }] of beats.entries()) {
    const silence = ms - (frames[index]?.ms ?? 0);
    assert.ok(silence <= LONGEST_SILENCE_MS, `line ${index} came after ${silence} ms`);
    assert.ok(silence >= LONGEST_SILENCE_MS / 2, `line ${index} came after only ${silence} ms`);
  }
  assert.ok(beats.length >= 4);
  await end();
});

test('an event counts as a line: the heartbeat follows later', async () => {
  const { clock, open, commit, pass, end } = setUp();
  const frames = readAll(await open(), clock);
  await pass(10_000);
  commit();
  await pass(10_000);
  assert.equal(frames.length, 2);
  assert.match(frames[1]?.text ?? '', /\nevent: PAYMENT_STATUS\n/);
  const [, stamp] = /"webhook-timestamp":"(\d+)"/.exec(frames[1]?.text ?? '') ?? [];
  const realAgeMs = clock.now() - Number(stamp) * 1000;
  assert.ok(realAgeMs >= 0 && realAgeMs <= 11_000, 'stamped with the real time');
  await pass(LONGEST_SILENCE_MS - 10_000);
  assert.equal(frames[2]?.text, ': heartbeat\n\n');
  await end();
});

test('the heartbeat of a filtered stream moves its id past what it left out', async () => {
  const { clock, open, commit, pass, end } = setUp();
  const frames = readAll(await open(merchantId, ['TEST']), clock);
  commit();
  const last = commit();
  await pass(2 * LONGEST_SILENCE_MS);
  const [, first, second] = frames.map(({ text }) => text);
  assert.equal(first, `id: ${writeCursor(merchantId, last)}\n\n`);
  assert.equal(second, ': heartbeat\n\n', 'the same id is not sent twice');
  await end();
});

test('a reader that takes nothing is disconnected after 30 seconds; others are not', async () => {
  const { clock, counts, open, commit, pass, end } = setUp();
  const stalled = await open();
  const good = await open();
  const frames = readAll(good, clock);
  for (let turn = 0; turn < 3; turn += 1) {
    commit(MAX_WAITING_BYTES);
    await pass(LOOP_MS);
  }
  assert.equal(frames.length, 4);
  assert.ok(stalled.output.readableLength < 2 * MAX_WAITING_BYTES, 'no more is read for it');
  await pass(STALL_LIMIT_MS - 4 * LOOP_MS);
  assert.equal(stalled.output.destroyed, false, 'before the limit');
  await pass(3 * LOOP_MS);
  assert.equal(stalled.output.destroyed, true, 'after the limit');
  assert.equal(good.output.destroyed, false);
  assert.equal(counts.at(-1), 1, 'its slot is free');
  await end();
});

test('the connection of a reader that stalls is closed', async () => {
  const { counts, streams, commit, pass, end } = setUp();
  const app = bareServer([...toRoutes([streamEvents], { streams })], {
    authenticator: { merchantOrClient: () => Promise.resolve(caller), operator: () => undefined },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  // Nothing reads from the socket, so the buffers of the operating system become full.
  socket
    .pause()
    .write(
      'GET /v1/ecommerce/events/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer t\r\n\r\n',
    );
  await until(() => counts.at(-1) === 1, 'the stream');
  for (let turn = 0; turn < 400; turn += 1) commit(MAX_WAITING_BYTES);
  const isClosed = async (): Promise<boolean> => {
    await pass(5 * LOOP_MS);
    return new Promise((done) => app.server.getConnections((_, open) => done(open === 0)));
  };
  await until(isClosed, 'the end of the connection');
  assert.equal(counts.at(-1), 0);
  socket.destroy();
  await app.close();
  await end();
});

test('a reader that is slow but takes something stays, and misses nothing', async () => {
  const { open, commit, pass, end } = setUp();
  const { output } = await open();
  const committed: string[] = [];
  let text = '';
  for (let turn = 0; turn < 4; turn += 1) {
    committed.push(commit(MAX_WAITING_BYTES).eventId);
    await pass(STALL_LIMIT_MS - 3 * LOOP_MS);
    assert.equal(output.destroyed, false, `turn ${turn}`);
    text += String(output.read());
    await pass(LOOP_MS);
  }
  const ids = [...text.matchAll(/"webhook-id":"([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids, committed);
  await end();
});

test('a node has at most 200 streams; one that closes makes room', async () => {
  const { counts, open, pass, end } = setUp();
  const merchants = Array.from(
    { length: MAX_PER_NODE / MAX_PER_MERCHANT },
    (_, n) => `${2000 + n}`,
  );
  const all: EventReader[] = [];
  for (const merchant of merchants) {
    for (let turn = 0; turn < MAX_PER_MERCHANT; turn += 1) all.push(await open(merchant));
  }
  assert.deepEqual([MAX_PER_NODE, all.length, counts.at(-1)], [200, 200, 200]);
  for (let turn = 0; turn < 2; turn += 1) {
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.code, error.status], ['TOO_MANY_STREAMS', 429]);
      assert.equal(error.retryAfterSeconds, 5);
      assert.match(
        error.message,
        /^This node has 200 open event streams\. Close one, or read GET /,
      );
      return true;
    });
  }
  all[0]?.output.destroy();
  await pass(STEP_MS);
  assert.equal(counts.at(-1), 199);
  await open();
  await assert.rejects(open(), Refusal);
  for (const { output } of all) output.destroy();
  await end();
});

test('a stream that cannot begin takes no slot', async () => {
  const { counts, streams, end } = setUp();
  const request = { merchantId, bearer: 'token', events: null, paymentId: null };
  for (let turn = 0; turn <= MAX_PER_MERCHANT; turn += 1) {
    await assert.rejects(
      streams.open(request, { field: 'after', cursor: 'damaged' }),
      (error) => error instanceof Refusal && error.code === 'CURSOR_INVALID',
    );
  }
  assert.equal(counts.at(-1), 0);
  await end();
});
