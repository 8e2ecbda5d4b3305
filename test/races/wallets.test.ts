// One wallet token, sent in several payments and to several nodes at the same time: one payment is
// charged, and no answer is an error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, paymentIdOf, refusalOf } from '../support/life/payments.ts';
import { describeRaces } from '../support/life/race.ts';
import { addWalletShop } from '../support/life/wallets.ts';
import type { BorrowedGateway } from '../support/pool/borrow.ts';

const CONNECTIONS = 12;

describeRaces('races for a wallet token', (track) => {
  const at = (turn: number) => track.nodes[turn % track.nodes.length] as BorrowedGateway;

  for (const type of ['APAY', 'GPAY', 'C2P'] as const) {
    test(`${type}: of many payments one is charged`, async () => {
      const shop = await addWalletShop(at(0));
      const instrument = await shop.instrument(type);
      const body = { instrument, order: { amount: 123.45, currency: 'PLN' } };
      const replies = await track.run(CONNECTIONS, (connection) =>
        at(connection).call('POST', base, { token: shop.token, body }),
      );
      const charged: string[] = [];
      for (const reply of replies) {
        if (reply.status !== 200) {
          assert.deepEqual(refusalOf(reply), [409, 'CHANGED_MEANWHILE']);
          continue;
        }
        const end = await at(0).waitForStatus(shop.token, paymentIdOf(reply));
        if (end['status'] === 'COMPLETED') charged.push(paymentIdOf(reply));
        else assert.equal(end['rejectCode'], 'WALLET_TOKEN_USED');
      }
      assert.equal(charged.length, 1);
    });
  }
});
