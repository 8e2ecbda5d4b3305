// Concurrent refunds: never more than was paid, never more than the merchant's balance, one refund
// per extRefundId, and never a refund of a cancelled payment. Decided by the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from '../support/client.ts';
import { base, bodyOf, type MerchantClient } from '../support/life/payments.ts';
import {
  describeRaces,
  everyOther,
  raceSizes,
  winners,
  type RaceSetup,
} from '../support/life/race.ts';

const refund = (merchant: MerchantClient, paymentId: string, body: unknown): Promise<Reply> =>
  merchant.call('POST', paymentId, '/refund', body);

async function withdraw(track: RaceSetup, amount: number): Promise<void> {
  const [gateway] = track.nodes;
  const { merchantId } = (await track.merchant().read(await track.merchant().pay({ amount: 1 })))[
    'merchant'
  ] as { merchantId: string };
  const path = `/v1/admin/merchants/${merchantId}/withdrawals`;
  const body = { amount, currency: 'PLN', reference: `race-${String(Math.random())}` };
  const token = gateway?.adminKey;
  bodyOf((await gateway?.call('POST', path, { token, body })) as Reply);
}

describeRaces('races for refunds', (track) => {
  test('50 partial refunds of one payment: exactly as many as fit', async () => {
    const paymentId = await track.merchant().pay({ amount: 100 });
    const replies = await track.run(50, (connection) =>
      refund(track.merchant(connection), paymentId, { amount: 3 }),
    );
    const won = winners(replies, 'REFUND_EXCEEDS_PAYMENT', 'CHANGED_MEANWHILE');
    const { refundedAmount } = await track.merchant().read(paymentId);
    assert.equal(refundedAmount, won.length * 3);
    assert.equal(won.length, 33);
  });

  test("50 refunds of different payments: exactly as many as the merchant's balance", async () => {
    const payments = await Promise.all(
      Array.from({ length: 50 }, () => track.merchant().pay({ amount: 10 })),
    );
    const { available } = bodyOf(await track.merchant().call('GET', 'refunds', '/balance'));
    // One more payment of 1.00 is made for the withdrawal.
    await withdraw(track, Number((Number(available) + 1 - 70.5).toFixed(2)));
    const replies = await track.run(50, (connection) =>
      refund(track.merchant(connection), payments[connection] ?? '', { amount: 10 }),
    );
    assert.equal(winners(replies, 'INSUFFICIENT_FUNDS').length, 7);
    const left = bodyOf(await track.merchant().call('GET', 'refunds', '/balance'));
    assert.deepEqual([left['available'], left['pending']], [0.5, 0]);
  });

  for (const { connections, rounds } of raceSizes) {
    test(`one extRefundId, ${connections} connections: one refund, the same answer`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().pay({ amount: 50 });
        const extRefundId = `race-${paymentId}`;
        const replies = await track.run(connections, (connection) =>
          refund(track.merchant(connection + round), paymentId, { amount: 5, extRefundId }),
        );
        const ids = new Set(replies.map((reply) => bodyOf(reply)['refundId']));
        assert.equal(ids.size, 1);
        assert.equal((await track.merchant().read(paymentId))['refundedAmount'], 5);
      }
    });

    test(`one key, full refund, ${connections} connections: one refund, no refusal`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().pay({ amount: 50 });
        const replies = await track.run(connections, (connection) => {
          const { client, token } = track.merchant(connection + round);
          const headers = { 'idempotency-key': `full-${paymentId}` };
          const path = `${base}/${paymentId}/refund`;
          return client.call('POST', path, { token, headers, body: { amount: 50 } });
        });
        const ids = new Set(replies.map((reply) => bodyOf(reply)['refundId']));
        assert.equal(ids.size, 1);
        assert.equal((await track.merchant().read(paymentId))['refundedAmount'], 50);
      }
    });

    test(`refund x cancel, ${connections} connections: refunded or cancelled`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().pay({ amount: 100 });
        const replies = await track.run(connections, (connection) => {
          const merchant = track.merchant(connection + round);
          return connection % 2 === 0
            ? refund(merchant, paymentId, { amount: 1 })
            : merchant.call('POST', paymentId, '/cancel');
        });
        const busy = ['OPERATION_IN_PROGRESS', 'CHANGED_MEANWHILE'];
        const refunded = winners(everyOther(replies, 0), ...busy, 'NOT_IN_THIS_STATE');
        const cancelled = winners(
          everyOther(replies, 1),
          ...busy,
          'ALREADY_REFUNDED',
          'NOT_IN_THIS_STATE',
        );
        assert.ok(cancelled.length <= 1);
        assert.equal(refunded.length > 0, cancelled.length === 0);
        const { status, refundedAmount } = await track.merchant().read(paymentId);
        const wanted = cancelled.length === 1 ? ['CANCELLED', 0] : ['COMPLETED', refunded.length];
        assert.deepEqual([status, refundedAmount], wanted);
      }
    });
  }
});
