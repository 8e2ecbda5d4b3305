// Single events through the API, on both databases: their attempts, replays by id and by filter,
// test events, the health of receivers, and what is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import { bodyOf, refusalOf } from '../support/life/payments.ts';
import { openLoopback, type LoopbackServer } from '../support/loopback-server.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { until } from '../support/waiting/until.ts';

const path = '/v1/ecommerce/events';
const unknown = '0198c5d1-7b2a-7000-8000-000000000001';

interface Seen extends Json {
  readonly eventId: string;
  readonly delivery: { readonly state: string; readonly attempts: number };
  readonly attempts: readonly Json[];
  readonly payload: Json;
}

for (const database of databasesOfTier) {
  describe(`deliveries on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let receiver: LoopbackServer;
    const received: { url: string; body: string }[] = [];
    /** The answer of the receiver, by the first part of the path. */
    const answers = new Map<string, [status: number, text: string]>();
    before(async () => {
      gateway = await sharedGateway(database);
      receiver = await openLoopback();
      receiver.behave = (request, response, body) => {
        received.push({ url: request.url ?? '', body });
        const [status, text] = answers.get((request.url ?? '').split('/')[1] ?? '') ?? [200, ''];
        response.writeHead(status).end(text);
      };
    });
    after(async () => {
      receiver?.close();
      await gateway?.release();
    });

    async function shop(settings: Json = {}) {
      const { merchantId, secret } = await gateway.addMerchant(settings);
      const token = await gateway.authenticate(merchantId, secret);
      const call = (method: string, rest: string, body?: Json): Promise<Reply> =>
        gateway.call(method, `${path}${rest}`, { token, body });
      const read = async (eventId: string) => {
        const reply = await gateway.call<Seen>('GET', `${path}/${eventId}`, { token });
        assert.equal(reply.status, 200, reply.text);
        return reply.body;
      };
      const waitFor = async (eventId: string, state: string, attempts: number): Promise<Seen> => {
        const isThere = async () => {
          const { delivery } = await read(eventId);
          return delivery.state === state && delivery.attempts === attempts;
        };
        await until(isThere, `event ${eventId} to be ${state} after ${attempts} attempts`);
        return read(eventId);
      };
      const sendTest = async () => String(bodyOf(await call('POST', '/test'))['eventId']);
      return { merchantId, token, call, read, waitFor, sendTest };
    }
    const addressOf = (name: string): Json => ({ notificationUrl: `${receiver.url}/${name}` });
    const operate = (method: string, at: string, body?: Json): Promise<Reply> =>
      gateway.call(method, `/v1/admin${at}`, { token: gateway.adminKey, body });
    const write = async (text: string, values: unknown[]): Promise<void> => {
      const db = await openDatabaseOf(gateway.installation);
      try {
        await runSql(db, text, values);
      } finally {
        await db.close();
      }
    };

    test('a test event arrives and its attempt shows the answer', async () => {
      answers.set('good', [202, `thanks ${'x'.repeat(2000)}`]);
      const { merchantId, call, waitFor, read } = await shop(addressOf('good'));
      const sent = bodyOf(await call('POST', '/test'));
      assert.deepEqual(sent['delivery'], { state: 'PENDING', attempts: 0 });
      const eventId = String(sent['eventId']);
      const event = await waitFor(eventId, 'ACCEPTED', 1);
      const { occurredAt } = event;
      const facts = { event: 'TEST', eventId, occurredAt, merchantId, status: 'TEST' };
      assert.deepEqual(event.payload, { ...facts, sequence: 1 });
      assert.ok(!('paymentId' in event) && !('nextAttemptAt' in event.delivery));
      const [attempt = {}] = event.attempts;
      const { startedAt, durationMs, answer, ...rest } = attempt;
      assert.deepEqual(rest, {
        attempt: 1,
        url: `${receiver.url}/good/payment`,
        result: 'ACCEPTED',
        cause: 'STATUS',
        httpStatus: 202,
      });
      assert.equal(String(answer), `thanks ${'x'.repeat(1017)}`);
      assert.ok(String(startedAt) >= String(occurredAt) && Number(durationMs) >= 0);
      const bodies = received.filter(({ body }) => body.includes(eventId));
      assert.deepEqual(bodies, [{ url: '/good/payment', body: JSON.stringify(event.payload) }]);

      const replayed = bodyOf(await call('POST', `/${eventId}/replay`));
      assert.equal((replayed['delivery'] as Json)['state'], 'PENDING');
      const again = await waitFor(eventId, 'ACCEPTED', 2);
      assert.deepEqual(
        again.attempts.map((one) => one['attempt']),
        [1, 2],
      );
      const repeats = received.filter(({ body }) => body.includes(eventId));
      assert.deepEqual(repeats, [...bodies, ...bodies], 'byte for byte');
      assert.deepEqual((await read(eventId)).payload, event.payload);
    });

    test('a refused event is loud, unhealthy, and recovered by a replay', async () => {
      answers.set('bad', [404, 'no such page']);
      const { merchantId, call, waitFor, sendTest } = await shop(addressOf('bad'));
      const eventId = await sendTest();
      const event = await waitFor(eventId, 'REFUSED', 1);
      assert.deepEqual(
        event.attempts.map(({ result, httpStatus, answer }) => [result, httpStatus, answer]),
        [['REFUSED', 404, 'no such page']],
      );
      const health = async () => bodyOf(await call('GET', '/health'));
      await until(async () => ((await health())['receivers'] as Json[]).length === 1, 'its health');
      const { receivers, ...counts } = await health();
      assert.deepEqual(counts, { pendingEvents: 0, refusedEvents: 1, failedEvents: 0 });
      const [seen = {}] = receivers as Json[];
      const { lastFailureAt, ...rest } = seen;
      const bad = { isHealthy: false, consecutiveFailures: 1, lastCause: 'STATUS' };
      assert.deepEqual(rest, { origin: receiver.url, ...bad });
      assert.ok(typeof lastFailureAt === 'string');
      const failing = bodyOf(await operate('GET', `/receivers?after=${merchantId}%20!`));
      assert.ok((failing['receivers'] as Json[]).some((one) => one['merchantId'] === merchantId));
      const undelivered = (failing['undelivered'] as Json[]).filter(
        (one) => one['merchantId'] === merchantId,
      );
      assert.deepEqual(undelivered, [{ merchantId, refusedEvents: 1, failedEvents: 0 }]);
      const lineOf = (id: string): string | undefined =>
        gateway
          .logs()
          .split('\n')
          .find((one) => one.includes(id));
      await until(() => lineOf(eventId) !== undefined, 'the log line');
      const line = lineOf(eventId) ?? '';
      assert.match(line, /event-refused.*the receiver refused it/);
      assert.doesNotMatch(line, /no such page/);

      answers.set('bad', [200, '']);
      const from = String(event['occurredAt']);
      const reply = bodyOf(await call('POST', '/replay', { from }));
      assert.deepEqual(reply, { replayed: 1 });
      await waitFor(eventId, 'ACCEPTED', 2);
      await until(
        async () => ((await health())['receivers'] as Json[])[0]?.['isHealthy'] === true,
        'the recovery',
      );
      assert.equal((await health())['refusedEvents'], 0, 'it was delivered in the end');
      const repaired = bodyOf(await operate('GET', '/receivers'));
      const isNamed = (list: unknown) =>
        (list as Json[]).some((one) => one['merchantId'] === merchantId);
      assert.ok(!isNamed(repaired['receivers']) && !isNamed(repaired['undelivered']));
      assert.deepEqual(bodyOf(await call('POST', '/replay', { from })), { replayed: 0 });
    });

    test('refuses events of others, unknown ones, and sends without an address', async () => {
      const owner = await shop(addressOf('good'));
      const eventId = await owner.sendTest();
      await owner.waitFor(eventId, 'ACCEPTED', 1);
      const otherShop = await shop();
      const aTime = '2026-01-01T00:00:00Z';
      const refusals: [string, string, Json | undefined, number, string][] = [
        ['GET', `/${eventId}`, undefined, 404, 'EVENT_NOT_FOUND'],
        ['POST', `/${eventId}/replay`, undefined, 404, 'EVENT_NOT_FOUND'],
        ['GET', `/${unknown}`, undefined, 404, 'EVENT_NOT_FOUND'],
        ['GET', '/not-an-id', undefined, 404, 'ROUTE_NOT_FOUND'],
        ['POST', '/test', undefined, 409, 'NOTIFICATION_URL_MISSING'],
        ['POST', '/replay', { from: aTime }, 409, 'NOTIFICATION_URL_MISSING'],
        ['POST', '/replay', {}, 400, 'INVALID_REQUEST'],
        ['POST', '/replay', { from: aTime, paymentId: '' }, 400, 'INVALID_REQUEST'],
        ['POST', '/replay', { from: aTime, after: '' }, 400, 'INVALID_REQUEST'],
        ['POST', '/replay', { paymentId: 'x' }, 400, 'INVALID_REQUEST'],
        ['POST', '/replay', { from: '2026-01-01', states: [] }, 400, 'INVALID_REQUEST'],
        ['POST', '/replay', { paymentId: unknown, after: 'x' }, 400, 'INVALID_REQUEST'],
        [
          'POST',
          '/replay',
          { from: '2026-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
          400,
          'INVALID_REQUEST',
        ],
      ];
      for (const [method, rest, body, status, code] of refusals) {
        const reply = await otherShop.call(method, rest, body);
        assert.deepEqual(refusalOf(reply), [status, code], `${method} ${rest} ${reply.text}`);
        assertErrorReply(reply, code);
      }
      const count = received.filter(({ body }) => body.includes(eventId)).length;
      assert.equal(count, 1);
    });

    test('one call replays at most 1000 events, and the next one goes on', async () => {
      const { merchantId, call } = await shop(addressOf('many'));
      const insert = `insert into events (merchant_id, event_id, payment_id, sequence, event, body,
          occurred_at)
        select $1, ('0198c5d1-7b2a-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
          ('0198c5d1-7b2a-7000-8001-' || lpad(n::text, 12, '0'))::uuid, 1, 'PAYMENT_STATUS', '{}',
          '2025-08-20T04:51:36Z' from generate_series(1, 1001) n`;
      await write(insert, [merchantId]);
      const range = { from: '2025-08-20T04:51:36Z', to: '2025-08-20T04:51:36.001Z' };
      const states = ['NOT_SENT', 'PENDING', 'ACCEPTED'];
      const first = bodyOf(await call('POST', '/replay', { ...range, states }));
      assert.deepEqual(first, { replayed: 1000, next: '0198c5d1-7b2a-7000-8000-000000001000' });
      const after = String(first['next']);
      assert.deepEqual(bodyOf(await call('POST', '/replay', { ...range, states, after })), {
        replayed: 1,
      });
    });

    const isDone = (action: Json): boolean => action['step'] === 'DONE';

    test('the operator does the same, and it is in the audit log', async () => {
      const { merchantId, waitFor } = await shop(addressOf('good'));
      const of = `/merchants/${merchantId}/events`;
      const eventId = String(bodyOf(await operate('POST', `${of}/test`))['eventId']);
      const event = await waitFor(eventId, 'ACCEPTED', 1);
      assert.deepEqual(bodyOf(await operate('GET', `${of}/${eventId}`)), event);
      bodyOf(await operate('POST', `${of}/${eventId}/replay`));
      await waitFor(eventId, 'ACCEPTED', 2);
      const body = { from: String(event['occurredAt']), states: ['ACCEPTED'] };
      assert.deepEqual(bodyOf(await operate('POST', `${of}/replay`, body)), { replayed: 1 });
      await waitFor(eventId, 'ACCEPTED', 3);
      const health = bodyOf(await operate('GET', `${of}/health`));
      assert.equal(health['refusedEvents'], 0);
      const { uses } = bodyOf(await operate('GET', `/audit?merchantId=${merchantId}`));
      assert.deepEqual(
        (uses as Json[])
          .filter(({ reason, action }) => /EVENT/.test(String(reason)) && isDone(action as Json))
          .map(({ actor, reason, subjectId }) => [actor, reason, subjectId]),
        [
          ['operator', 'SEND_TEST_EVENT', eventId],
          ['operator', 'REPLAY_EVENT', eventId],
          ['operator', 'REPLAY_EVENTS', '-'],
        ],
      );
      const nobody = '/merchants/29999998/events';
      for (const [method, at] of [
        ['GET', `${nobody}/${eventId}`],
        ['POST', `${nobody}/test`],
        ['GET', `${nobody}/health`],
      ] as const) {
        assert.deepEqual(refusalOf(await operate(method, at)), [404, 'MERCHANT_NOT_FOUND']);
      }
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
      assert.match(metrics, /bramka_deliveries_total\{result="ACCEPTED",cause="STATUS"\} \d+/);
      assert.match(metrics, /bramka_delivery_lag_seconds_count \d+/);
      assert.match(metrics, /bramka_alarms_total\{alarm="event-refused"\} \d+/);
    });
  });
}
