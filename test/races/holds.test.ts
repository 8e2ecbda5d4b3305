// Concurrent operations on one hold: each has one legal outcome, decided by the database.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MerchantClient } from '../support/life/payments.ts';
import { everyOther, raceSizes, describeRaces, winners } from '../support/life/race.ts';

// Adjacent connections race; with two nodes every other pair uses the nodes in reverse order.
const nodeOf = (connection: number, round: number): number => connection + round;

describeRaces('races for a hold', (track) => {
  for (const { connections, rounds } of raceSizes) {
    test(`capture x capture, ${connections} connections: exactly one succeeds`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().preauthorize(100);
        const replies = await track.run(connections, (connection) =>
          track
            .merchant(nodeOf(connection, round))
            .call('POST', paymentId, '/capture', { amount: connection + 1 }),
        );
        const won = winners(replies, 'ALREADY_CAPTURED', 'OPERATION_IN_PROGRESS');
        assert.equal(won.length, 1);
        const { capturedAmount } = await track.merchant().read(paymentId);
        assert.equal(won[0]?.body['capturedAmount'], capturedAmount);
        assert.equal(capturedAmount, replies.indexOf(won[0] as never) + 1);
      }
    });

    test(`capture x cancel, ${connections} connections: captured or released`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().preauthorize(100);
        const replies = await track.run(connections, (connection) =>
          track
            .merchant(nodeOf(connection, round))
            .call('POST', paymentId, connection % 2 === 0 ? '/capture' : '/cancel'),
        );
        const busy = 'OPERATION_IN_PROGRESS';
        const captured = winners(
          everyOther(replies, 0),
          busy,
          'ALREADY_CAPTURED',
          'NOT_IN_THIS_STATE',
        );
        const cancelled = winners(
          everyOther(replies, 1),
          busy,
          'ALREADY_CAPTURED',
          'NOT_IN_THIS_STATE',
        );
        assert.equal(captured.length + cancelled.length, 1);
        const { status, capturedAmount } = await track.merchant().read(paymentId);
        const wanted = captured.length === 1 ? ['COMPLETED', 100] : ['CANCELLED', 0];
        assert.deepEqual([status, capturedAmount], wanted);
      }
    });

    test(`capture x adjustment, ${connections} connections: captures the held amount`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().preauthorize(100);
        const replies = await track.run(connections, (connection) => {
          const merchant = track.merchant(nodeOf(connection, round));
          return connection % 2 === 0
            ? merchant.call('POST', paymentId, '/capture')
            : merchant.call('POST', paymentId, '/adjustment', { amount: 100 + connection });
        });
        const codes = ['OPERATION_IN_PROGRESS', 'ALREADY_CAPTURED'];
        const captured = winners(everyOther(replies, 0), ...codes);
        const adjusted = winners(everyOther(replies, 1), ...codes);
        assert.ok(captured.length + adjusted.length >= 1, 'somebody gets through');
        assert.ok(captured.length <= 1);
        const read = await track.merchant().read(paymentId);
        const list = await track.merchant().transactions(paymentId);
        const lastTotal = list.findLast((one) => one['type'] !== 'CAPTURE')?.['amount'];
        assert.equal(read['authorizedAmount'], lastTotal);
        assert.equal(read['capturedAmount'], captured.length === 1 ? lastTotal : 0);
        const kept = list.filter((one) => one['type'] === 'ADJUSTMENT').length;
        assert.equal(kept, adjusted.length, 'each adjustment that was told is there, no other');
      }
    });

    test(`adjustment x withdrawal, ${connections} connections: the last one applies`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const paymentId = await track.merchant().preauthorize(100);
        const first = await track.merchant().adjust(paymentId, 200);
        const replies = await track.run(connections, (connection) => {
          const merchant = track.merchant(nodeOf(connection, round));
          return connection % 2 === 0
            ? merchant.call('POST', paymentId, `/transactions/${first}/cancel`)
            : merchant.call('POST', paymentId, '/adjustment', { amount: 300 + connection });
        });
        const codes = ['OPERATION_IN_PROGRESS', 'NOT_THE_LATEST_ADJUSTMENT'];
        const withdrawn = winners(everyOther(replies, 0), ...codes);
        const adjusted = winners(everyOther(replies, 1), ...codes);
        assert.ok(withdrawn.length <= 1);
        assert.ok(withdrawn.length + adjusted.length >= 1, 'somebody gets through');
        const list = await track.merchant().transactions(paymentId);
        const [, mine] = list;
        assert.equal(mine?.['status'], withdrawn.length === 1 ? 'CANCELLED' : 'COMPLETED');
        const live = list.findLast((one) => one['status'] === 'COMPLETED');
        const { authorizedAmount } = await track.merchant().read(paymentId);
        assert.equal(authorizedAmount, live?.['amount']);
        assert.equal(list.length, 2 + adjusted.length);
      }
    });
  }

  test('an adjustment x its own withdrawal, as soon as it is visible', async () => {
    const paymentId = await track.merchant().preauthorize(100);
    for (let round = 0; round < 8; round += 1) {
      const adjusting = track
        .merchant(round)
        .call('POST', paymentId, '/adjustment', { amount: 150 });
      const chasing = chase(track.merchant(round + 1), paymentId, round);
      const [adjusted, codes] = await Promise.all([adjusting, chasing]);
      assert.equal(adjusted.status, 200, adjusted.text);
      for (const code of codes) {
        assert.ok(['NOT_THE_LATEST_ADJUSTMENT', 'OPERATION_IN_PROGRESS'].includes(code), code);
      }
      const { authorizedAmount } = await track.merchant().read(paymentId);
      assert.equal(authorizedAmount, 100);
    }
  });
});

/** Withdraws the adjustment of this round; returns the refusal codes until then. */
async function chase(
  merchant: MerchantClient,
  paymentId: string,
  round: number,
): Promise<string[]> {
  const codes: string[] = [];
  for (const deadline = Date.now() + 180_000; Date.now() < deadline;) {
    const made = (await merchant.transactions(paymentId))[round + 1];
    if (!made) continue;
    const rest = `/transactions/${String(made['transId'])}/cancel`;
    const reply = await merchant.call('POST', paymentId, rest);
    if (reply.status === 200) return codes;
    codes.push(String(reply.body['code']));
  }
  return assert.fail(`never withdrawn: ${codes.join(' ')}`);
}
