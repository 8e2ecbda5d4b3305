// The event feed of a merchant on both databases: every event of its payments once and in order, by
// cursor and with filters, with the delivery state; and cursors that are refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient } from '../support/life/payments.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import { rowsOf } from '../support/tables.ts';

const path = '/v1/ecommerce/events';

interface Listed {
  readonly eventId: string;
  readonly event: string;
  readonly occurredAt: string;
  readonly paymentId?: string;
  readonly delivery: { readonly state: string; readonly attempts: number };
  readonly payload: Json;
}

interface Page {
  readonly events: readonly Listed[];
  readonly next: string;
  readonly hasMore: boolean;
}

const merchantIdIn = ({ events }: Page): string => String(events[0]?.payload['merchantId']);

for (const database of databasesOfTier) {
  describe(`the event feed on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await sharedGateway(database);
    });
    after(() => gateway?.release());

    async function read(token: string, query: Readonly<Record<string, string>> = {}) {
      const at = `${path}?${new URLSearchParams(query).toString()}`;
      const reply = await gateway.call<Page>('GET', at, { token });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    }
    async function readAll(token: string, limit: string): Promise<Listed[]> {
      const all: Listed[] = [];
      for (let page: Page = { events: [], next: '', hasMore: true }; page.hasMore;) {
        page = await read(token, { limit, ...(page.next === '' ? {} : { after: page.next }) });
        all.push(...page.events);
      }
      return all;
    }
    test('has every stored event once, in order, with its exact message', async () => {
      const merchant = await addMerchantClient(gateway);
      const payments = [await merchant.pay(), await merchant.pay()];
      const stored = await rowsOf<{ id: string; body: string }>(
        gateway.installation,
        'select event_id as id, body from events where merchant_id = $1',
        [merchantIdIn(await read(merchant.token))],
      );
      for (const limit of ['1', '3', '500']) {
        const listed = await readAll(merchant.token, limit);
        assert.deepEqual(
          listed.map(({ eventId }) => eventId).sort(),
          stored.map(({ id }) => id).sort(),
        );
        for (const one of listed) {
          const row = stored.find(({ id }) => id === one.eventId);
          assert.equal(JSON.stringify(one.payload), row?.body);
          assert.equal(one.paymentId, one.payload['paymentId']);
          assert.equal(one.occurredAt, one.payload['occurredAt']);
        }
        for (const paymentId of payments) {
          const sequences = listed
            .filter((one) => one.paymentId === paymentId)
            .map(({ payload }) => payload['sequence']);
          assert.deepEqual(
            sequences,
            sequences.map((_, index) => index + 1),
          );
        }
      }
    });

    test('continues after its cursor, and filters', async () => {
      const merchant = await addMerchantClient(gateway);
      const empty = await read(merchant.token);
      assert.deepEqual([empty.events, empty.hasMore], [[], false]);
      const first = await merchant.preauthorize();
      assert.equal((await merchant.call('POST', first, '/capture')).status, 200);
      const { next, events } = await read(merchant.token, { after: empty.next });
      assert.ok(events.length > 2);
      const second = await merchant.pay();
      const later = await read(merchant.token, { after: next });
      assert.deepEqual(new Set(later.events.map(({ paymentId }) => paymentId)), new Set([second]));
      const ofFirst = await read(merchant.token, { paymentId: first });
      assert.deepEqual(
        ofFirst.events.map(({ eventId }) => eventId),
        events.map(({ eventId }) => eventId),
      );
      const named = await read(merchant.token, { event: 'TRANSACTION_STATUS', paymentId: first });
      assert.deepEqual(
        named.events,
        ofFirst.events.filter(({ event }) => event === 'TRANSACTION_STATUS'),
      );
      assert.ok(named.events.length > 0);
    });

    test('the operator reads the same; another merchant reads nothing of it', async () => {
      const merchant = await addMerchantClient(gateway);
      await merchant.pay();
      const ownPage = await read(merchant.token);
      const at = `/v1/admin/merchants/${merchantIdIn(ownPage)}/events`;
      const seen = await gateway.call<Page>('GET', at, { token: gateway.adminKey });
      assert.deepEqual(
        seen.body.events.map(({ eventId }) => eventId),
        ownPage.events.map(({ eventId }) => eventId),
      );
      assert.equal(seen.body.next, ownPage.next);
      const otherMerchant = await addMerchantClient(gateway);
      assert.deepEqual((await read(otherMerchant.token)).events, []);
      const ofOther = { paymentId: String(ownPage.events[0]?.paymentId) };
      assert.deepEqual((await read(otherMerchant.token, ofOther)).events, []);
      const foreign = await gateway.call('GET', `${path}?after=${ownPage.next}`, {
        token: otherMerchant.token,
      });
      assert.deepEqual([foreign.status, foreign.body['code']], [400, 'CURSOR_INVALID']);
    });

    test('refuses cursors, limits and filters that cannot be used', async () => {
      const { token } = await addMerchantClient(gateway);
      const { next } = await read(token);
      const cursors = ['0', '-1', next.slice(1), `${next}A`, `${next} `, '9'.repeat(44)];
      for (const after of cursors) {
        const at = `${path}?after=${encodeURIComponent(after)}`;
        const { status, body } = await gateway.call('GET', at, { token });
        assert.deepEqual([status, body['code']], [400, 'CURSOR_INVALID'], after);
        assert.match(String(body['message']), /cursor/);
      }
      const wrong: [query: string, field: string][] = [
        ['limit=0', 'limit'],
        ['limit=501', 'limit'],
        ['limit=-1', 'limit'],
        ['limit=1e2', 'limit'],
        ['limit=', 'limit'],
        ['state=LOST', 'state'],
        ['event=PAYMENT', 'event'],
        ['paymentId=1', 'paymentId'],
        [`after=${'A'.repeat(201)}`, 'after'],
      ];
      for (const [query, field] of wrong) {
        const { status, body } = await gateway.call('GET', `${path}?${query}`, { token });
        assert.deepEqual([status, body['code']], [400, 'INVALID_REQUEST'], query);
        const [detail] = body['details'] as { field: string }[];
        assert.equal(detail?.field, field);
      }
      for (const limit of ['1', '500']) await read(token, { limit });
    });
  });
}
