// Idempotency-Key: one effect and one answer, however often, however fast and on whichever node a
// request is repeated.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { CardPayment, Json, Reply } from '../support/client.ts';
import { exclusiveNodes, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn, type DatabaseKind } from '../support/installation.ts';

const setups: { name: string; database: DatabaseKind; nodes: number; rounds: number }[] = [
  { name: 'one node on the embedded database', database: 'embedded', nodes: 1, rounds: 15 },
  { name: 'one node on PostgreSQL', database: 'postgres', nodes: 1, rounds: 30 },
  { name: 'two nodes on PostgreSQL', database: 'postgres', nodes: 2, rounds: 60 },
];

for (const { name, database, nodes, rounds } of setups) {
  if (!databasesOfTier.includes(database)) continue;
  describe(`idempotency with ${name}`, { skip: skipOn(database) }, () => {
    let gateways: BorrowedGateway[];
    let token: string;
    before(async () => {
      gateways = await exclusiveNodes(database, nodes);
      token = await node(0).authenticate();
    });
    after(() => gateways?.[0]?.release());
    const node = (at: number): BorrowedGateway => gateways[at % gateways.length] as BorrowedGateway;
    /** The same request four times concurrently, spread over the nodes. */
    const atOnce = (payment: Omit<CardPayment, 'token'>): Promise<Reply[]> =>
      Promise.all([0, 1, 2, 3].map((at) => node(at).payByCard({ token, ...payment })));
    const newPayment = () => ({ key: randomUUID(), orderId: randomUUID() });

    test('a repeat gets the same bytes and has no effect', async () => {
      const payment = newPayment();
      const first = await node(0).payByCard({ token, ...payment });
      assert.equal(first.headers.get('idempotency-replayed'), null);
      const paymentId = first.body['paymentId'] as string;
      await node(0).waitForStatus(token, paymentId, 'COMPLETED');
      const again = await node(1).payByCard({ token, ...payment });
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.equal((await node(0).chargesOf(paymentId)).length, 1);
    });

    test('concurrent repeats create one payment and get one answer', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const replies = await atOnce(newPayment());
        assertAllSame(replies, 200, round);
        const paymentId = replies[0]?.body['paymentId'] as string;
        await node(round).waitForStatus(token, paymentId, 'COMPLETED');
        assert.equal((await node(0).chargesOf(paymentId)).length, 1);
      }
    });

    test('also without an order id that would distinguish two payments', async () => {
      const order = { amount: 5, currency: 'PLN' };
      for (let round = 0; round < rounds / 3; round += 1) {
        const replies = await atOnce({ key: randomUUID(), extra: { order } });
        assertAllSame(replies, 200, round);
      }
    });

    test('the same key with another request is refused', async () => {
      const payment = newPayment();
      assert.equal((await node(0).payByCard({ token, ...payment })).status, 200);
      const changes: Partial<CardPayment>[] = [{ amount: 123.46 }, { card: '5555555555554444' }];
      for (const change of changes) {
        const reply = await node(1).payByCard({ token, ...payment, ...change });
        assert.deepEqual([reply.status, reply.body['code']], [409, 'IDEMPOTENCY_KEY_REUSED']);
      }
    });

    test('one of two concurrent different requests with one key is refused', async () => {
      for (let round = 0; round < rounds / 3; round += 1) {
        const key = randomUUID();
        const replies = await Promise.all(
          [0, 1].map((at) => node(at).payByCard({ token, key, orderId: randomUUID() })),
        );
        assert.deepEqual(new Set(replies.map((one) => one.status)), new Set([200, 409]));
        const refused = replies.find((one) => one.status === 409);
        assert.equal(refused?.body['code'], 'IDEMPOTENCY_KEY_REUSED');
      }
    });

    test('a refusal is kept as well, and repeats get the same bytes', async () => {
      const orderId = randomUUID();
      const paid = await node(0).payByCard({ token, orderId });
      await node(0).waitForStatus(token, paid.body['paymentId'] as string, 'COMPLETED');
      const key = randomUUID();
      const first = await node(0).payByCard({ token, key, orderId });
      assert.deepEqual([first.status, first.body['code']], [409, 'ORDER_ALREADY_PAID']);
      const again = await node(1).payByCard({ token, key, orderId });
      assert.deepEqual([again.status, again.text], [409, first.text]);
      for (let round = 0; round < rounds / 3; round += 1) {
        assertAllSame(await atOnce({ key: randomUUID(), orderId }), 409, round);
      }
    });

    test('an invalid request does not use its key', async () => {
      const payment = newPayment();
      const wrong = await node(0).payByCard({ token, ...payment, amount: -1 });
      assert.equal(wrong.status, 400);
      assert.equal((await node(1).payByCard({ token, ...payment })).status, 200);
    });

    test('keys belong to their merchant', async () => {
      const payment = newPayment();
      const other = await node(1).authenticate('10000002');
      const mine = await node(0).payByCard({ token, ...payment });
      const theirs = await node(1).payByCard({ ...payment, token: other });
      assert.deepEqual([mine.status, theirs.status], [200, 200]);
      assert.notEqual(mine.body['paymentId'], theirs.body['paymentId']);
    });

    test('a key has 1 to 255 printable characters', async () => {
      for (const key of ['a'.repeat(256), 'two words', '\u00e9']) {
        const reply = await node(0).payByCard({ token, key });
        assert.equal(reply.status, 400);
        const [detail] = reply.body['details'] as Json[];
        assert.equal(detail?.['field'], 'Idempotency-Key');
      }
      assert.equal((await node(0).payByCard({ token, key: 'k'.repeat(255) })).status, 200);
    });
  });
}

function assertAllSame(replies: readonly Reply[], status: number, round: number): void {
  const [first] = replies;
  for (const one of replies) {
    assert.equal(one.status, status, `round ${round}: ${one.text}`);
    assert.equal(one.text, first?.text, `round ${round}: the answers differ`);
  }
}
