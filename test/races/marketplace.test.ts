// Concurrent refunds of the shares of one payment: never more than each share, whatever the others
// have left. Decided by the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, Reply } from '../support/client.ts';
import { bodyOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { describeRaces, winners, type RaceSetup } from '../support/life/race.ts';
import { addMarketplace, splitRequest, type Marketplace } from '../support/life/split.ts';

async function pay(shop: Marketplace): Promise<[paymentId: string, ids: string[]]> {
  const [one, secondPayee] = shop.payees;
  const request = splitRequest(100, [
    [one, 50, { commission: 5 }],
    [secondPayee, 50],
  ]);
  const reply = await shop.create({}, request);
  const paymentId = paymentIdOf(reply);
  await shop.client.waitForStatus(shop.token, paymentId, 'COMPLETED');
  return [
    paymentId,
    (reply.body['subpayments'] as Json[]).map((one) => String(one['subpaymentId'])),
  ];
}

const refundedOf = async (shop: Marketplace, paymentId: string): Promise<unknown[]> =>
  bodyOf(await shop.call<Json[]>('GET', paymentId, '/subpayments')).map(
    (one) => one['refundedAmount'],
  );

describeRaces('races for refunds of shares', (track) => {
  const marketplace = () => addMarketplace(track.nodes[0] ?? assert.fail());
  const refund = (
    of: Marketplace,
    connection: number,
    paymentId: string,
    body?: unknown,
  ): Promise<Reply> =>
    of.atNode(nodeOf(track, connection)).call('POST', paymentId, '/refund', body);

  test('24 partial refunds of one share: exactly as many as fit', async () => {
    const shop = await marketplace();
    const [paymentId, [subpaymentId]] = await pay(shop);
    const replies = await track.run(24, (connection) =>
      refund(shop, connection, paymentId, { subpaymentId, amount: 3 }),
    );
    const won = winners(replies, 'REFUND_EXCEEDS_SUBPAYMENT', 'CHANGED_MEANWHILE');
    assert.equal(won.length, 16);
    assert.deepEqual(await refundedOf(shop, paymentId), [48, 0]);
  });

  test('refunds of two shares and of everything: each share at most once', async () => {
    const shop = await marketplace();
    const [paymentId, ids] = await pay(shop);
    const replies = await track.run(20, (connection) => {
      const subpaymentId = ids[connection % 4];
      return refund(shop, connection, paymentId, subpaymentId ? { subpaymentId, amount: 10 } : {});
    });
    for (const reply of replies) {
      const [status, code] = refusalOf(reply);
      if (status === 200) continue;
      assert.ok(/^(REFUND_EXCEEDS|CHANGED_MEANWHILE)/.test(String(code)), reply.text);
    }
    const left = await refund(shop, 0, paymentId);
    assert.ok(left.status === 200 || left.body['code'] === 'REFUND_EXCEEDS_PAYMENT', left.text);
    assert.deepEqual(await refundedOf(shop, paymentId), [50, 50]);
    assert.equal((await shop.read(paymentId))['refundedAmount'], 100);
  });
});

function nodeOf({ nodes }: RaceSetup, connection: number) {
  return nodes[connection % nodes.length] ?? assert.fail('no such node');
}
