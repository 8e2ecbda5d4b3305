// An initial payment is reversed while subsequent payments that rely on it are made; and subsequent
// payments that compete for one cycle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BorrowedGateway } from '../support/pool/borrow.ts';
import { merchantClientOf, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { describeRaces, winners } from '../support/life/race.ts';
import { completedOutcome, outcomeOf } from '../support/threeds/outcome.ts';
import { askSubsequent, beginSeries } from '../support/life/series.ts';
import { advance } from '../support/sandbox.ts';

const ROUNDS = 4;
const CONNECTIONS = 12;

describeRaces('races for a series', (track) => {
  test('cancel x payments without the customer: none after the cancellation', async () => {
    const at = (turn: number) => track.nodes[turn % track.nodes.length] as BorrowedGateway;
    const shop = await at(0).addMerchant({ recurringAllowed: true });
    const token = await at(0).authenticate(shop.merchantId, shop.secret);
    for (let round = 0; round < ROUNDS; round += 1) {
      const initial = await beginSeries(at(0), { token });
      const replies = await track.run(CONNECTIONS, (connection) =>
        connection === round
          ? merchantClientOf(at(connection), token).call('POST', initial, '/cancel')
          : askSubsequent(at(connection + round), initial, { token }),
      );
      assert.equal(replies[round]?.body['status'], 'CANCELLED');
      const charges = replies.filter((_, connection) => connection !== round);
      for (const won of winners(charges, 'CHANGED_MEANWHILE', 'REF_PAYMENT_NOT_COMPLETED')) {
        assert.deepEqual(await outcomeOf(at(0), token, paymentIdOf(won)), completedOutcome('MIT'));
      }
      for (const turn of [0, 1]) {
        const late = await askSubsequent(at(turn), initial, { token });
        assert.deepEqual(refusalOf(late), [409, 'REF_PAYMENT_NOT_COMPLETED']);
      }
    }
  });

  test('payments of one cycle: exactly one is made', async () => {
    const at = (turn: number) => track.nodes[turn % track.nodes.length] as BorrowedGateway;
    const shop = await at(0).addMerchant({
      recurringAllowed: true,
      recurringRules: { frequency: 'BY_CYCLE' },
    });
    const login = () => at(0).authenticate(shop.merchantId, shop.secret);
    const options = { recurringCycle: '1' };
    const initial = await beginSeries(at(0), { token: await login(), options });
    for (let round = 0; round < ROUNDS; round += 1) {
      await advance(at(0), 13 * 3600);
      const token = await login();
      const replies = await track.run(CONNECTIONS, (connection) =>
        askSubsequent(at(connection), initial, { token }),
      );
      const won = winners(replies, 'CHANGED_MEANWHILE', 'RECURRING_TOO_SOON');
      assert.equal(won.length, 1);
      const paymentId = paymentIdOf(won[0] as (typeof won)[number]);
      assert.deepEqual(await outcomeOf(at(0), token, paymentId), completedOutcome('MIT'));
    }
  });
});
