// Faults between the gateway and the simulated providers of bank transfers, on both databases:
// whatever is lost, delayed or sent twice, the payment has one result.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { addMerchantClient, paymentIdOf, type MerchantClient } from '../support/life/payments.ts';
import { databaseKinds, skipOn } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { advance } from '../support/sandbox.ts';
import {
  actAtBank,
  createTransfer,
  findTransfer,
  remoteIdOf,
  waitFor,
} from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

for (const database of databaseKinds) {
  describe(`faults of transfers on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway);
    });
    afterEach(() => fault({ provider: 'autopay', clear: true }));
    after(() => gateway?.release());

    async function fault(body: Json): Promise<void> {
      const reply = await gateway.call('POST', '/sandbox/faults', { body });
      assert.equal(reply.status, 200, reply.text);
    }

    async function payAndWait(amount: number): Promise<Json> {
      const created = await createTransfer(merchant, { amount });
      await actAtBank(gateway, remoteIdOf(created), 'pay');
      const paymentId = paymentIdOf(created);
      for (let moves = 0; moves < 10; moves += 1) {
        const payment = await merchant.read(paymentId);
        if (payment['status'] !== 'PENDING') return payment;
        await advance(gateway, 200);
      }
      return waitFor(merchant, paymentId, 'COMPLETED');
    }

    const itn = { provider: 'autopay', verbs: ['itn'], remaining: 1 };
    const faults: [what: string, body: Json][] = [
      ['is lost', { ...itn, timeout: true }],
      ['is not accepted', { ...itn, outage: true }],
      ['is confirmed, but the confirmation is lost', { ...itn, dropAnswer: true }],
      ['is sent twice at the same time', { ...itn, duplicateCallback: true }],
      ['comes after the customer', { ...itn, reorderCallback: true }],
      ['is slow', { ...itn, latencyMs: 300 }],
    ];
    faults.forEach(([what, body], index) => {
      test(`a notification that ${what} leads to one payment`, async () => {
        await fault(body);
        const paid = await payAndWait(20 + index);
        assert.deepEqual([paid['status'], paid['capturedAmount']], ['COMPLETED', 20 + index]);
        assert.equal((await merchant.transactions(String(paid['paymentId']))).length, 1);
      });
    });

    test('a start that is processed twice makes one payment', async () => {
      await fault({ provider: 'autopay', verbs: ['start'], duplicate: true, remaining: 1 });
      const paid = await payAndWait(30);
      assert.equal(paid['status'], 'COMPLETED');
    });

    test('a start whose answer is lost is cancelled at the bank when the payment is', async () => {
      await fault({ provider: 'autopay', verbs: ['start'], dropAnswer: true, remaining: 1 });
      const created = await createTransfer(merchant, { amount: 31 });
      assert.equal(created.body['redirectURL'], undefined);
      await merchant.call('POST', paymentIdOf(created), '/cancel', {});
      await until(async () => {
        await advance(gateway, 30);
        return (await findTransfer(gateway, '31.00')).state === 'CANCELLED';
      }, 'the bank to cancel the transfer');
    });

    test('a cancellation whose answer is lost is repeated', async () => {
      await fault({ provider: 'autopay', verbs: ['cancel'], timeout: true, remaining: 1 });
      const created = await createTransfer(merchant, { amount: 32 });
      await merchant.call('POST', paymentIdOf(created), '/cancel', {});
      await until(async () => {
        await advance(gateway, 30);
        return (await findTransfer(gateway, '32.00')).state === 'CANCELLED';
      }, 'the bank to cancel the transfer');
    });
  });
}
