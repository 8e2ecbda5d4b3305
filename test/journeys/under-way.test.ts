// What a payment shows while something is in progress, on both databases: the operation that the
// acquirer has not answered, when a hold ends, and which payment locks an order.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, Reply } from '../support/client.ts';
import { databasesOfTier } from '../support/installation.ts';
import { onDatabases } from '../support/waiting/on-databases.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  assertOrderTaken,
  base,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  refusalOf,
  type MerchantClient,
} from '../support/life/payments.ts';
import { assertReplyFits, operationsOf, type ApiOperation } from '../support/reply-check.ts';
import { advance, moveClock, readClock, reset, setFaults } from '../support/sandbox.ts';
import {
  cards,
  browserDevice,
  challengeAfter,
  payWithDevice,
} from '../support/threeds/challenge.ts';

const DAY_MS = 86_400_000;
const WAIT_LIMIT_MS = 120_000;

onDatabases(databasesOfTier, 'operations in progress', (database) => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  let operations: ApiOperation[];
  before(async () => {
    gateway = await exclusiveGateway(database);
    operations = await operationsOf(gateway);
    merchant = await addMerchantClient(gateway, { holdDays: 7 });
  });
  after(() => gateway?.release());

  /** What the payment shows while the acquirer has not answered yet. */
  const during = async (
    paymentId: () => string | undefined,
    operate: () => Promise<Reply>,
  ): Promise<Json> => {
    await setFaults(gateway, { latencyMs: 1500 });
    const answered = operate();
    const deadline = Date.now() + WAIT_LIMIT_MS;
    try {
      for (;;) {
        const id = paymentId();
        const reply = id === undefined ? undefined : await merchant.call('GET', id);
        const pending = reply?.body['pendingOperation'];
        if (reply && pending) {
          assertReplyFits(operations, 'GET', `${base}/{paymentId}`, reply);
          return pending as Json;
        }
        assert.ok(Date.now() < deadline, 'nothing was in progress');
        await sleep(5);
      }
    } finally {
      bodyOf(await answered);
      await setFaults(gateway);
    }
  };
  const post = (paymentId: string, rest: string, body: Json = {}) =>
    [() => paymentId, () => merchant.call('POST', paymentId, rest, body)] as const;
  const lastAt = async (paymentId: string): Promise<unknown> =>
    (await merchant.transactions(paymentId)).at(-1)?.['createdAt'];
  const atRest = async (paymentId: string): Promise<void> => {
    assert.ok(!('pendingOperation' in (await merchant.read(paymentId))));
  };

  test('each operation on a hold is shown with its amount and start time', async () => {
    const paymentId = await merchant.preauthorize(100);
    await atRest(paymentId);
    const adjusted = await during(...post(paymentId, '/adjustment', { amount: 150 }));
    const since = await lastAt(paymentId);
    assert.deepEqual(adjusted, { type: 'ADJUSTMENT', amount: 150, since });
    await atRest(paymentId);
    const transId = (await merchant.transactions(paymentId)).at(-1)?.['transId'] as string;
    const withdrawn = await during(...post(paymentId, `/transactions/${transId}/cancel`));
    assert.deepEqual([withdrawn['type'], withdrawn['amount']], ['WITHDRAWAL', 100]);
    const captured = await during(...post(paymentId, '/capture', { amount: 60 }));
    const capturedAt = await lastAt(paymentId);
    assert.deepEqual(captured, { type: 'CAPTURE', amount: 60, since: capturedAt });
    await atRest(paymentId);
  });

  test('a reversal and an authorization are shown as well', async () => {
    for (const [transKind, type] of [
      ['AUTH', 'AUTH'],
      ['PREAUTH', 'PREAUTH'],
    ] as const) {
      let paymentId: string | undefined;
      const begun = await during(
        () => paymentId,
        async () => {
          const reply = await merchant.create({ amount: 12.34, transKind });
          paymentId = paymentIdOf(reply);
          return reply;
        },
      );
      const id = paymentId ?? '';
      assert.deepEqual([begun['type'], begun['amount']], [type, 12.34]);
      await gateway.waitForStatus(merchant.token, id, 'COMPLETED');
      await atRest(id);
      const reversed = await during(...post(id, '/cancel'));
      const since = await lastAt(id);
      assert.deepEqual(reversed, { type: 'REVERSAL', amount: 12.34, since });
      await atRest(id);
    }
  });

  test('a hold shows when it ends, until it is captured or released', async () => {
    const sale = await merchant.pay();
    assert.ok(!('holdUntil' in (await merchant.read(sale))));
    const captured = await merchant.preauthorize(100);
    assert.ok('holdUntil' in (await merchant.read(captured)));
    bodyOf(await merchant.call('POST', captured, '/capture', { amount: 10 }));
    assert.ok(!('holdUntil' in (await merchant.read(captured))));
    const cancelled = await merchant.preauthorize(100);
    bodyOf(await merchant.call('POST', cancelled, '/cancel'));
    assert.ok(!('holdUntil' in (await merchant.read(cancelled))));

    await moveClock(gateway, { freeze: true });
    const login = await gateway.authenticate();
    const reply = await gateway.payByCard({ token: login, transKind: 'PREAUTH' });
    await gateway.waitForStatus(login, paymentIdOf(reply), 'COMPLETED');
    const read = async (): Promise<Json> => {
      const token = await gateway.authenticate();
      return bodyOf(await gateway.call('GET', `${base}/${paymentIdOf(reply)}`, { token }));
    };
    const { holdUntil, updatedAt } = (await read()) as Record<string, string>;
    assert.equal(Date.parse(holdUntil ?? '') - Date.parse(updatedAt ?? ''), 30 * DAY_MS);
    const now = Date.parse((await readClock(gateway)).now);
    const left = Math.floor((Date.parse(holdUntil ?? '') - now) / 1000);
    await advance(gateway, left - 1);
    assert.deepEqual(
      [(await read())['status'], (await read())['holdUntil']],
      ['COMPLETED', holdUntil],
    );
    await advance(gateway, 3);
    const over = await read();
    assert.deepEqual([over['status'], over['rejectCode']], ['CANCELLED', 'HOLD_EXPIRED']);
    assert.ok(!('holdUntil' in over));
    await reset(gateway, { keepMerchants: true });
  });

  test('an order in progress is refused temporarily, a paid one permanently', async () => {
    const orderId = randomUUID();
    await setFaults(gateway, { latencyMs: 2000, verbs: ['authorize'] });
    const first = paymentIdOf(await merchant.create({ orderId }));
    const key = randomUUID();
    const again = (): Promise<Reply> =>
      gateway.payByCard({ token: merchant.token, orderId, key, amount: 7 });
    const busy = await again();
    assert.deepEqual(refusalOf(busy), [409, 'ORDER_IN_PROGRESS']);
    assertOrderTaken(busy, first);
    const asked = await payWithDevice(gateway, {
      token: merchant.token,
      orderId,
      card: cards.challenge,
    });
    assert.deepEqual(refusalOf(asked), [409, 'ORDER_IN_PROGRESS']);
    await setFaults(gateway);
    await gateway.waitForStatus(merchant.token, first, 'COMPLETED');
    const paid = await again();
    assert.deepEqual(refusalOf(paid), [409, 'ORDER_ALREADY_PAID']);
    assertOrderTaken(paid, first);
    bodyOf(await merchant.call('POST', first, '/cancel'));
    const kept = await again();
    assert.deepEqual([kept.status, kept.text], [409, paid.text], 'the permanent refusal is kept');
  });

  test('a request refused while its order was in progress can be repeated', async () => {
    const orderId = randomUUID();
    await setFaults(gateway, { latencyMs: 2000, verbs: ['authorize'] });
    const first = paymentIdOf(await merchant.create({ orderId }));
    bodyOf(await merchant.call('POST', first, '/cancel'));
    await setFaults(gateway);
    const key = randomUUID();
    const again = (): Promise<Reply> =>
      gateway.payByCard({ token: merchant.token, orderId, key, amount: 7 });
    const busy = await again();
    assert.deepEqual(refusalOf(busy), [409, 'ORDER_IN_PROGRESS'], 'cancelled, but not over');
    const deadline = Date.now() + WAIT_LIMIT_MS;
    let reply = busy;
    while (reply.status !== 200) {
      assert.ok(Date.now() < deadline, reply.text);
      await sleep(50);
      reply = await again();
    }
    await gateway.waitForStatus(merchant.token, paymentIdOf(reply), 'COMPLETED');
  });

  test('the shop chooses the window of the challenge', async () => {
    const { token } = merchant;
    for (const size of ['01', '04', undefined]) {
      const device = browserDevice(size === undefined ? {} : { challengeWindowSize: size });
      const asked = { token, card: cards.challenge, extra: { device } };
      const { acsData } = await challengeAfter(gateway, token, await payWithDevice(gateway, asked));
      const creq = Buffer.from(acsData.creqPayload ?? '', 'base64url').toString('utf8');
      const told = (JSON.parse(creq) as Json)['challengeWindowSize'];
      const shown = (acsData as unknown as Json)['challengeWindowSize'];
      assert.deepEqual([told, shown], [size ?? '05', size ?? '05']);
    }
    for (const wrong of ['06', '00', '1', 5]) {
      const device = browserDevice({ challengeWindowSize: wrong });
      const reply = await payWithDevice(gateway, { token, extra: { device } });
      assert.deepEqual(refusalOf(reply), [400, 'INVALID_REQUEST'], String(wrong));
      const [{ field }] = reply.body['details'] as [Json];
      assert.equal(field, 'device.browserData.challengeWindowSize');
    }
  });
});
