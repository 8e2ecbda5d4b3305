// The schedule of deliveries on the sandbox clock, to its end: when an event is sent again, what a
// receiver can ask for, what changes while an event waits, and what is never sent again.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { anyDatabase } from '../support/installation.ts';
import { accept, answer } from '../support/receivers/behaviours.ts';
import { deliveryOf, findViolations } from '../support/receivers/delivery-check.ts';
import {
  addNotifiedShop,
  assertSigned,
  messageOf,
  type NotifiedShop,
} from '../support/receivers/notified-shop.ts';
import { queuedEvents, storedAttempts } from '../support/receivers/queue.ts';
import {
  openReceiver,
  type Behaviour,
  type ReceivedRequest,
  type Receiver,
} from '../support/receivers/receiver.ts';
import { advance, DAY_SECONDS, moveClock, readClock } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';

const SECOND_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Contract section 6, in seconds. */
const pauses = [
  5,
  15,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
  24 * HOUR,
];

describe('the schedule of deliveries', () => {
  let gateway: BorrowedGateway;
  const receivers: Receiver[] = [];
  before(async () => {
    gateway = await exclusiveGateway(anyDatabase);
    // So that nothing becomes due by itself.
    await moveClock(gateway, { freeze: true });
  });
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  after(() => gateway?.release());

  interface Story {
    readonly receiver: Receiver;
    readonly shop: NotifiedShop;
  }

  /** A merchant with one event, which has been sent once. */
  async function start(behave: Behaviour): Promise<Story> {
    const receiver = await openReceiver(behave);
    receivers.push(receiver);
    const shop = await addNotifiedShop(gateway, receiver.url);
    // The payment outlives the schedule.
    await shop.createWithoutInstrument({ validTime: 30 * DAY_SECONDS });
    await untilAttempts(shop, 1);
    return { receiver, shop };
  }
  const attemptsOf = (shop: NotifiedShop) => storedAttempts(gateway.installation, shop.merchantId);
  const untilAttempts = (shop: NotifiedShop, count: number): Promise<void> =>
    until(async () => (await attemptsOf(shop)).length === count, `attempt ${count}`);
  /** How long the only waiting event of the merchant waits, in milliseconds. */
  async function waitMs(shop: NotifiedShop): Promise<number> {
    const queued = await queuedEvents(gateway.installation, shop.merchantId);
    assert.equal(queued.length, 1);
    return (queued[0]?.dueMs ?? 0) - Date.parse((await readClock(gateway)).now);
  }
  /** Moves the clock up to the event: it is sent when it is due and not a moment earlier. */
  async function passWait({ receiver, shop }: Story): Promise<void> {
    const count = receiver.received.length;
    const [{ dueMs = 0 } = {}] = await queuedEvents(gateway.installation, shop.merchantId);
    await moveClock(gateway, { at: new Date(dueMs - 1).toISOString() });
    assert.equal(receiver.received.length, count, 'too early');
    await moveClock(gateway, { at: new Date(dueMs).toISOString() });
    await untilAttempts(shop, count + 1);
    assert.equal(receiver.received.length, count + 1);
  }
  async function assertNeverAgain({ receiver, shop }: Story): Promise<void> {
    const eventId = messageOf(receiver.received[0] as ReceivedRequest)['eventId'];
    const times = (): number =>
      receiver.received.filter((one) => messageOf(one)['eventId'] === eventId).length;
    const count = times();
    assert.deepEqual(await queuedEvents(gateway.installation, shop.merchantId), []);
    await advance(gateway, 40 * DAY_SECONDS);
    assert.equal(times(), count);
  }

  test('13 pauses, each up to a tenth longer, then the event has FAILED', async () => {
    const begunAt = Math.floor(Date.now() / SECOND_MS);
    const story = await start(answer(503, 'busy'));
    const { receiver, shop } = story;
    const tenths: number[] = [];
    for (const seconds of pauses) {
      const ms = await waitMs(shop);
      const from = seconds * SECOND_MS;
      assert.ok(ms >= from && ms <= from * 1.1, `${ms} ms instead of ${seconds} s`);
      tenths.push((ms - from) / from);
      await passWait(story);
    }
    assert.ok(new Set(tenths.map((one) => one.toFixed(4))).size > 5, 'the pauses are spread');
    const attempts = await attemptsOf(shop);
    assert.deepEqual(
      attempts.map(({ attempt, result, httpStatus, answer: text }) =>
        [attempt, result, httpStatus, text].join(' '),
      ),
      Array.from({ length: 14 }, (_, at) => `${at + 1} ${at < 13 ? 'RETRY' : 'FAILED'} 503 busy`),
    );
    const received = receiver.received.slice(0, 14);
    await assertNeverAgain(story);
    assert.deepEqual(findViolations(received.map((one) => deliveryOf(one, 'again'))), []);
    // Days later on the clock of the sandbox, but receivers compare with the real time.
    const startedAt = attempts.map(({ startedMs }) => startedMs);
    assert.ok((startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0) > 3 * DAY_SECONDS * SECOND_MS);
    for (const one of received) {
      const stamp = Number(one.headers['webhook-timestamp']);
      assert.ok(begunAt <= stamp && stamp <= Date.now() / SECOND_MS, `stamped ${stamp}`);
    }
  });

  test('events of many payments to a failing receiver get 14 requests each', async () => {
    const story = await start(answer(503, 'busy'));
    const { receiver, shop } = story;
    for (let more = 0; more < 6; more += 1) {
      await shop.createWithoutInstrument({ validTime: 30 * DAY_SECONDS });
    }
    const sentTo = (): Map<unknown, number> => {
      const counts = new Map<unknown, number>();
      for (const { eventId } of receiver.received.map(messageOf)) {
        counts.set(eventId, (counts.get(eventId) ?? 0) + 1);
      }
      return counts;
    };
    await untilAttempts(shop, 7);
    for (const [index, seconds] of pauses.entries()) {
      await advance(gateway, Math.ceil(seconds * 1.1));
      await untilAttempts(shop, 7 * (index + 2));
      assert.deepEqual([...sentTo().values()], Array<number>(7).fill(index + 2));
    }
    const failed = (await attemptsOf(shop)).filter(({ result }) => result === 'FAILED');
    assert.deepEqual(
      failed.map(({ attempt, cause }) => [attempt, cause]),
      Array<unknown>(7).fill([14, 'STATUS']),
    );
    assert.deepEqual(await queuedEvents(gateway.installation, shop.merchantId), []);
  });

  test('an accepted event is never sent again', async () => {
    const story = await start(answer(503));
    story.receiver.behave = accept;
    await passWait(story);
    await assertNeverAgain(story);
  });

  test('a refused event is never sent again, and the next event of its payment is', async () => {
    const story = await start(answer(400, 'no'));
    story.receiver.behave = accept;
    await assertNeverAgain(story);
    // The payment has expired meanwhile.
    await until(() => story.receiver.received.length === 2, 'the next event');
    assert.deepEqual(
      story.receiver.received.map((one) => messageOf(one)['sequence']),
      [1, 2],
    );
  });

  test('an event that waits holds up the later ones of its payment, and no other', async () => {
    const story = await start(answer(500));
    const { receiver, shop } = story;
    const waiting = messageOf(receiver.received[0] as ReceivedRequest)['paymentId'];
    const sequencesOf = (paymentId: unknown): unknown[] =>
      receiver.received.map(messageOf).flatMap((one) => {
        return one['paymentId'] === paymentId ? [one['sequence']] : [];
      });
    receiver.behave = accept;
    const cancelled = await shop.call('POST', String(waiting), '/cancel', { reason: 'CLIENT' });
    assert.equal(cancelled.status, 200, cancelled.text);
    const other = await shop.pay();
    await until(() => sequencesOf(other).length === 3, 'the events of the other payment');
    assert.deepEqual(sequencesOf(waiting), [1]);
    await advance(gateway, 6);
    await until(() => sequencesOf(waiting).length === 3, 'the events that waited');
    assert.deepEqual(sequencesOf(waiting), [1, 1, 2]);
  });

  const asked: [what: string, header: (now: number) => string, fromMs: number, toMs: number][] = [
    ['seconds', () => '3600', 3_600_000, 3_600_000],
    ['a date', (now) => new Date(now + 7_200_000).toUTCString(), 7_198_000, 7_200_000],
    ['less than the schedule', () => '1', 5000, 5500],
    ['more than a day', () => '999999999', 86_400_000, 86_400_000],
    ['a date next year', (now) => new Date(now + 4e10).toUTCString(), 86_400_000, 86_400_000],
    ['a date in the past', () => 'Wed, 21 Oct 2015 07:28:00 GMT', 5000, 5500],
    ['text', () => 'soon', 5000, 5500],
    ['a negative number', () => '-10', 5000, 5500],
    ['an endless number', () => '9'.repeat(300), 5000, 5500],
  ];
  for (const [what, header, fromMs, toMs] of asked) {
    test(`Retry-After with ${what}`, async () => {
      const now = Date.parse((await readClock(gateway)).now);
      const story = await start(answer(429, '', { 'Retry-After': header(now) }));
      const ms = await waitMs(story.shop);
      assert.ok(ms >= fromMs && ms <= toMs, `${ms} ms`);
      story.receiver.behave = accept;
      await passWait(story);
    });
  }

  test('a secret that is rolled while the event waits signs it with the old one', async () => {
    const story = await start(answer(500));
    const { shop, receiver } = story;
    assertSigned(receiver.received[0] as ReceivedRequest, [shop.notificationSecret]);
    const path = `/v1/admin/merchants/${shop.merchantId}/secrets`;
    const roll = { token: gateway.adminKey, body: { kind: 'NOTIFICATION' } };
    const rolled = await gateway.call('POST', path, roll);
    assert.equal(rolled.status, 200, rolled.text);
    // Nodes read merchants again after a second of real time.
    await until(async () => {
      await passWait(story);
      return receiver.received.at(-1)?.headers['signature-previous'] !== undefined;
    }, 'a delivery with the new secret');
    const secrets = [String(rolled.body['notificationSecret']), shop.notificationSecret];
    assertSigned(receiver.received.at(-1) as ReceivedRequest, secrets);
    assert.deepEqual(findViolations(receiver.received.map((one) => deliveryOf(one, 'again'))), []);
  });

  test('an address that is changed while the event waits is used, or nothing is sent', async () => {
    const old = await start(answer(500));
    const { shop } = old;
    const change = async (url: string): Promise<void> => {
      const body = { settings: { notificationUrl: url } };
      const path = `/v1/admin/merchants/${shop.merchantId}`;
      const reply = await gateway.call('PATCH', path, { token: gateway.adminKey, body });
      assert.equal(reply.status, 200, reply.text);
      await new Promise((resolve) => setTimeout(resolve, 1100));
    };
    const next = await openReceiver(answer(500));
    receivers.push(next);
    await change(`${next.url}/new`);
    await advance(gateway, 6);
    await until(() => next.received.length === 1, 'the event at the new address');
    assert.equal(next.received[0]?.path, '/new/payment');
    assert.deepEqual(next.received[0]?.body, old.receiver.received[0]?.body);
    await change('');
    await advance(gateway, DAY_SECONDS);
    const queued = () => queuedEvents(gateway.installation, shop.merchantId);
    await until(async () => (await queued()).length === 0, 'the event to leave the queue');
    assert.deepEqual([old.receiver.received.length, next.received.length], [1, 1]);
  });
});
