// The demo merchants have their deposits after a start and after every reset, once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';

for (const database of databasesOfTier) {
  describe(`demo deposits on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    before(async () => {
      gateway = await exclusiveGateway(database);
    });
    after(() => gateway?.release());

    const admin = async (method: string, path: string, body?: Json): Promise<Json> => {
      const token = gateway.installation.adminKey;
      const reply = await gateway.call(method, `/v1/admin/merchants/${path}`, { token, body });
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    };
    const payable = async (merchantId: string) => {
      const { balances } = await admin('GET', `${merchantId}/balances`);
      return (balances as Json[])
        .filter(({ account }) => account === 'MERCHANT_PAYABLE')
        .map(({ currency, balance }) => `${String(balance)} ${String(currency)}`);
    };
    const START = ['10000 EUR', '10000 PLN', '10000 USD'];

    test('are there at the start, and again after each kind of reset', async () => {
      for (const body of [{}, { keepMerchants: true }]) {
        for (const merchantId of ['10000001', '10000002']) {
          assert.deepEqual(await payable(merchantId), START);
        }
        const drawn = { amount: 1, currency: 'PLN', reference: 'FT 1' };
        await admin('POST', '10000001/withdrawals', drawn);
        assert.equal((await payable('10000001'))[1], '9999 PLN');
        const reset = await gateway.call('POST', '/sandbox/reset', { body });
        assert.equal(reset.status, 200, reset.text);
      }
      assert.deepEqual(await payable('10000001'), START);
    });
  });
}
