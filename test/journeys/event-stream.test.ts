// The event stream of a merchant on both databases: what happens now, what happened since an id,
// signed as a delivery is; limits, filters, refusals, revoked tokens, and readers that come and go.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  openStream,
  type OpenStream,
  type StreamOptions,
} from '../support/events/stream-client.ts';
import { merchantClientOf } from '../support/life/payments.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';

const idsOf = ({ items }: OpenStream) => items.map(({ data }) => data.headers['webhook-id']);

for (const database of databasesOfTier) {
  describe(`the event stream on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    const streams: OpenStream[] = [];
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(async () => {
      for (const stream of streams) stream.close();
      await gateway?.release();
    });

    async function open(options: StreamOptions): Promise<OpenStream> {
      const stream = await openStream(gateway.url, options);
      streams.push(stream);
      return stream;
    }
    async function shop() {
      const merchantId = String(Math.floor(Math.random() * 1e9) + 40_000_000_000);
      const body = { merchantId, settings: {} };
      const at = '/v1/admin/merchants';
      const added = await gateway.call('POST', at, { token: gateway.adminKey, body });
      assert.equal(added.status, 200, added.text);
      const secret = String(added.body['apiSecret']);
      const token = await gateway.authenticate(merchantId, secret);
      const client = merchantClientOf(gateway, token);
      const notificationSecret = String(added.body['notificationSecret']);
      return { ...client, merchantId, secret, token, notificationSecret };
    }
    async function feedOf(token: string, after = '') {
      const path = `/v1/ecommerce/events?limit=500${after && `&after=${after}`}`;
      const reply = await gateway.call<{ events: { eventId: string; payload: object }[] }>(
        'GET',
        path,
        { token },
      );
      return reply.body.events;
    }

    test('has the events from now on, with the headers and bytes of a delivery', async () => {
      const merchant = await shop();
      await merchant.pay();
      const before = (await feedOf(merchant.token)).length;
      const stream = await open({ token: merchant.token });
      assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      assert.equal(stream.response.headers.get('cache-control'), 'no-store');
      await until(() => stream.lastId() !== '', 'the first id');
      await merchant.pay();
      const fresh = (await feedOf(merchant.token)).slice(before);
      await stream.waitFor(fresh.length);
      assert.deepEqual(
        idsOf(stream),
        fresh.map(({ eventId }) => eventId),
      );
      const key = Buffer.from(merchant.notificationSecret).toString('base64');
      for (const [index, { event, data }] of stream.items.entries()) {
        assert.equal(data.body, JSON.stringify(fresh[index]?.payload));
        assert.deepEqual([event, data.path], ['PAYMENT_STATUS', 'payment']);
        new Webhook(`whsec_${key}`).verify(data.body, data.headers);
        assert.match(data.headers['signature'] ?? '', /^[0-9a-f]{64}$/);
      }
    });

    test('goes on after Last-Event-ID, after `after`, and from the start of the feed', async () => {
      const merchant = await shop();
      const { token } = merchant;
      const empty = await gateway.call('GET', '/v1/ecommerce/events', { token });
      await merchant.pay();
      const all = (await feedOf(token)).map(({ eventId }) => eventId);
      const start = String(empty.body['next']);
      const first = await open({ token, query: `?after=${start}` });
      await first.waitFor(all.length);
      assert.deepEqual(idsOf(first), all);
      const second = first.items[1]?.id ?? '';
      first.close();
      const rest = await open({ token, lastEventId: second, query: `?after=${start}` });
      await rest.waitFor(all.length - 2);
      assert.deepEqual(idsOf(rest), all.slice(2), 'the header counts first');
      const cursor = await feedOf(token, second);
      assert.deepEqual(
        cursor.map(({ eventId }) => eventId),
        all.slice(2),
        'an id of the stream is a cursor of the feed',
      );
    });

    test('only the wanted events', async () => {
      const merchant = await shop();
      const { token } = merchant;
      const start = await gateway.call('GET', '/v1/ecommerce/events', { token });
      const [one, other] = [await merchant.pay(), await merchant.preauthorize()];
      assert.equal((await merchant.call('POST', other, '/capture')).status, 200);
      const from = `?after=${String(start.body['next'])}`;
      const ofOne = await open({ token, query: `${from}&paymentId=${one}` });
      const named = await open({ token, query: `${from}&event=TRANSACTION_STATUS,TEST` });
      await named.waitFor(1);
      await ofOne.waitFor(2);
      await merchant.pay();
      const last = await open({ token, query: from });
      await last.waitFor((await feedOf(token)).length);
      assert.deepEqual(
        new Set(named.items.map(({ event }) => event)),
        new Set(['TRANSACTION_STATUS']),
      );
      for (const { data } of ofOne.items) assert.ok(data.body.includes(`"paymentId":"${one}"`));
    });

    test('refuses cursors and names that it does not know', async () => {
      const { token } = await shop();
      const stranger = await shop();
      const otherFeed = await gateway.call('GET', '/v1/ecommerce/events', {
        token: stranger.token,
      });
      const cursors: [StreamOptions, field: string][] = [
        [{ token, lastEventId: 'garbage' }, 'Last-Event-ID'],
        [{ token, lastEventId: String(otherFeed.body['next']) }, 'Last-Event-ID'],
        [{ token, query: '?after=-1' }, 'after'],
      ];
      for (const [options, field] of cursors) {
        const { response } = await open(options);
        const body = (await response.json()) as { code: string; details: { field: string }[] };
        assert.deepEqual([response.status, body.code], [400, 'CURSOR_INVALID']);
        assert.equal(body.details[0]?.field, field);
      }
      for (const query of ['?event=PAYMENT', '?event=', '?paymentId=7', '?event=toString']) {
        const { response } = await open({ token, query });
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [400, 'INVALID_REQUEST'], query);
      }
    });

    test('at most five at a time; one that is closed makes room', async () => {
      const merchant = await shop();
      const { token } = merchant;
      const streams = await Promise.all(Array.from({ length: 5 }, () => open({ token })));
      assert.deepEqual(
        streams.map(({ response }) => response.status),
        [200, 200, 200, 200, 200],
      );
      const { response } = await open({ token });
      const body = (await response.json()) as { code: string; message: string };
      assert.deepEqual([response.status, body.code], [429, 'TOO_MANY_STREAMS']);
      assert.match(body.message, /^The merchant has 5 open event streams on this node\. /);
      assert.equal(response.headers.get('retry-after'), '5');
      const another = await shop();
      assert.equal((await open({ token: another.token })).response.status, 200);
      streams[0]?.close();
      await until(async () => (await open({ token })).response.status === 200, 'room');
      await merchant.pay();
      for (const stream of streams.slice(1)) await stream.waitFor(2);
    });

    test('a revoked token ends its streams, and says why', async () => {
      const merchant = await shop();
      const { token, merchantId } = merchant;
      const stream = await open({ token });
      const revoke = `/v1/admin/merchants/${merchantId}/revoke-tokens`;
      await gateway.call('POST', revoke, { token: gateway.adminKey });
      await until(() => stream.isEnded(), 'the end of the stream');
      assert.match(stream.comments.at(-1) ?? '', /^The access token was revoked\. /);
      assert.equal((await open({ token })).response.status, 401);
    });

    test('a suspended merchant reads on with a new token', async () => {
      const merchant = await shop();
      const held = await merchant.preauthorize();
      const before = await open({ token: merchant.token });
      const at = `/v1/admin/merchants/${merchant.merchantId}`;
      await gateway.call('PATCH', at, { token: gateway.adminKey, body: { status: 'SUSPENDED' } });
      await until(() => before.isEnded(), 'the end of the stream');
      const token = await gateway.authenticate(merchant.merchantId, merchant.secret);
      const stream = await open({ token, lastEventId: before.lastId() });
      const capture = `/v1/ecommerce/payment/${held}/capture`;
      assert.equal((await gateway.call('POST', capture, { token })).status, 200);
      await stream.waitFor(1);
    });

    test('many short connections leave nothing behind', async () => {
      const { token } = await shop();
      for (let turn = 0; turn < 100; turn += 1) {
        const stream = await openStream(gateway.url, { token });
        if (stream.response.status === 429) await stream.response.text();
        else await until(() => stream.lastId() !== '', 'its id');
        stream.close();
      }
      const openNow = async (): Promise<boolean> => {
        const streams = await Promise.all(
          Array.from({ length: 5 }, () => openStream(gateway.url, { token })),
        );
        const isFree = streams.every(({ response }) => response.status === 200);
        for (const stream of streams) stream.close();
        return isFree;
      };
      await until(openNow, 'five free places');
    });
  });
}
