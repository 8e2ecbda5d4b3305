// What survives a restart: payments, tokens, keys, kept answers and the clock on both databases.
// Complete and ordered events, and two nodes on one PostgreSQL that see each other's work.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { eventFields } from '@bramka/gateway/events/event.ts';
import type { Json } from '../support/client.ts';
import { spawnGateway, startGateway, type Gateway } from '../support/gateway.ts';
import {
  createInstallation,
  databasesOfTier,
  skipOn,
  type Installation,
} from '../support/installation.ts';
import { exclusiveGateway } from '../support/pool/borrow.ts';
import { advance, DAY_SECONDS, readClock } from '../support/sandbox.ts';
import { rowsOf } from '../support/tables.ts';

const base = '/v1/ecommerce/payment';

for (const database of databasesOfTier) {
  test(
    `a restart on the ${database} database keeps everything`,
    { skip: skipOn(database) },
    async () => {
      const installation = await createInstallation(database, { isFirstStart: true });
      // The gateway creates the keys on its first start.
      const env = { BRAMKA_MASTER_KEY: '', BRAMKA_ADMIN_KEY: '' };
      const first = await startGateway({ installation, env });
      const moved = await advance(first, DAY_SECONDS);
      const token = await first.authenticate();
      const key = randomUUID();
      const made = await first.payByCard({ token, key, orderId: 'kept' });
      const paymentId = made.body['paymentId'] as string;
      await first.waitForStatus(token, paymentId, 'COMPLETED');
      const paths = ['', '/status', '/transactions'].map((rest) => `${base}/${paymentId}${rest}`);
      const read = (from: Gateway) =>
        Promise.all(paths.map(async (path) => (await from.call('GET', path, { token })).text));
      const seen = await read(first);
      const charges = await first.chargesOf(paymentId);
      await first.stop();

      const second = await startGateway({ installation, env });
      const { now, offsetSeconds } = await readClock(second);
      assert.equal(offsetSeconds, DAY_SECONDS);
      const passed = Date.parse(now) - Date.parse(moved.now);
      assert.ok(passed >= 0 && passed < 3_600_000, `${passed} ms on the moved clock`);
      assert.deepEqual(await read(second), seen, 'the old token reads the same payment');
      assert.deepEqual(await second.chargesOf(paymentId), charges);
      const again = await second.payByCard({ token, key, orderId: 'other' });
      assert.equal(again.body['code'], 'IDEMPOTENCY_KEY_REUSED');
      const paid = await second.payByCard({ token, orderId: 'kept' });
      assert.equal(paid.body['code'], 'ORDER_ALREADY_PAID');
      await second.stop();
      await installation.remove();
    },
  );
}

test('an embedded data directory belongs to one process at a time', async () => {
  const gateway = await exclusiveGateway('embedded');
  const other = spawnGateway(gateway.installation);
  assert.equal(await other.refused(), 1);
  assert.match(other.logs(), /^bramka cannot start: the data directory \S+ is in use by process/m);
  assert.equal((await gateway.call('GET', '/health/ready')).status, 200);
  await gateway.release();
});

describe('two nodes on one PostgreSQL', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let left: Gateway;
  let right: Gateway;
  before(async () => {
    installation = await createInstallation('postgres');
    // Both start at once: whichever is first applies migrations and creates demo merchants and
    // keys.
    [left, right] = await Promise.all([
      startGateway({ installation }),
      startGateway({ installation }),
    ]);
  });
  after(async () => {
    await Promise.all([left?.stop(), right?.stop()]);
    await installation?.remove();
  });

  test("each accepts the other's tokens and reads its payments", async () => {
    const [leftToken, rightToken] = await Promise.all([left.authenticate(), right.authenticate()]);
    const made = await left.payByCard({ token: rightToken });
    const paymentId = made.body['paymentId'] as string;
    await right.waitForStatus(leftToken, paymentId, 'COMPLETED');
    const there = await right.call('GET', `${base}/${paymentId}`, { token: leftToken });
    const here = await left.call('GET', `${base}/${paymentId}`, { token: leftToken });
    assert.equal(there.text, here.text);
  });

  test('an order is paid once, on whichever nodes', async () => {
    const token = await left.authenticate();
    for (let round = 0; round < 10; round += 1) {
      const orderId = randomUUID();
      const replies = await Promise.all(
        [left, right, left, right].map((node) => node.payByCard({ token, orderId })),
      );
      const paid = replies.filter((one) => one.status === 200);
      assert.equal(paid.length, 1);
      assert.ok(replies.every((one) => [200, 409].includes(one.status)));
    }
  });

  test('every change of a payment has one event, complete and in sequence', async () => {
    const shop = await left.addMerchant();
    const token = await left.authenticate(shop.merchantId, shop.secret);
    const payments = [
      await left.payByCard({ token, orderId: 'paid' }),
      await right.payByCard({ token, orderId: 'declined', card: '4000000000000002' }),
      await left.payByCard({ token, orderId: 'refused', extra: { channel: 'EBOK' } }),
      await left.payByCard({ token, orderId: 'waits', extra: { instrument: null } }),
    ];
    const histories = new Map<string, string[]>();
    for (const made of payments.slice(0, 3)) {
      await left.waitForStatus(token, made.body['paymentId'] as string);
    }
    const rows = await eventsOf(installation, shop.merchantId);
    for (const row of rows) {
      const body = JSON.parse(row.body) as Json;
      const fields = Object.keys(body);
      const inOrder = eventFields.filter((name) => name in body);
      assert.deepEqual(fields, inOrder, 'fields stand in the order in which they are signed');
      assert.equal(body['eventId'], row.event_id);
      assert.equal(body['sequence'], row.sequence);
      assert.equal(body['merchantId'], shop.merchantId);
      assert.equal(body['amount'], '123.45');
      assert.equal(body['currency'], 'PLN');
      assert.equal(body['event'], 'PAYMENT_STATUS');
      assert.equal(Date.parse(body['occurredAt'] as string), row.occurred_at);
      const orderId = body['extOrderId'] as string;
      const history = [...(histories.get(orderId) ?? []), body['status'] as string];
      assert.equal(row.sequence, history.length, 'sequences count from 1 without a gap');
      histories.set(orderId, history);
    }
    assert.deepEqual(Object.fromEntries(histories), {
      paid: ['NEW', 'PENDING', 'COMPLETED'],
      declined: ['NEW', 'PENDING', 'REJECTED'],
      refused: ['NEW', 'PENDING', 'COMPLETED'],
      waits: ['NEW'],
    });
    const declined = rows
      .map((row) => JSON.parse(row.body) as Json)
      .find((one) => one['rejectCode']);
    assert.equal(declined?.['rejectCode'], 'DO_NOT_HONOR');
    assert.ok(String(declined?.['rejectInfo']).length > 10);
  });

  test('tokens signed with a key rotated on one node are valid on the other at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const path = '/v1/admin/keys/rotate';
      assert.equal((await left.call('POST', path, { token: installation.adminKey })).status, 200);
      const token = await left.authenticate();
      assert.equal((await right.payByCard({ token })).status, 200);
    }
  });
});

interface EventRow {
  readonly event_id: string;
  readonly sequence: number;
  readonly body: string;
  readonly occurred_at: number;
}

function eventsOf(installation: Installation, merchantId: string): Promise<EventRow[]> {
  return rowsOf<EventRow>(
    installation,
    `select event_id, sequence, body, occurred_at from events
     where merchant_id = $1 order by payment_id, sequence`,
    [merchantId],
  );
}
