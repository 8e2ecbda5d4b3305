// Autopay's notifications, sent by hand on both databases: forged, about another order or amount,
// repeated, late and contradicting ones. Each is answered as the protocol demands, and none changes
// a result.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { addMerchantClient, paymentIdOf, type MerchantClient } from '../support/life/payments.ts';
import { databasesOfTier, skipOn } from '../support/installation.ts';
import {
  createTransfer,
  itnOf,
  readTransfer,
  remoteIdOf,
  sendItn,
  TRANSFER_PATH,
  waitFor,
  type ItnFields,
  type Transfer,
} from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

for (const database of databasesOfTier) {
  describe(`notifications on the ${database} database`, { skip: skipOn(database) }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    before(async () => {
      gateway = await sharedGateway(database);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    interface Started {
      readonly paymentId: string;
      readonly transfer: Transfer;
    }
    const start = async (): Promise<Started> => {
      const created = await createTransfer(merchant);
      const transfer = await readTransfer(gateway, remoteIdOf(created));
      return { paymentId: paymentIdOf(created), transfer };
    };
    const statusOf = async ({ paymentId }: Started): Promise<unknown> =>
      (await merchant.read(paymentId))['status'];
    const pending: ItnFields = { paymentStatus: 'PENDING', paymentStatusDetails: 'ACCEPTED' };
    const failure: ItnFields = { paymentStatus: 'FAILURE', paymentStatusDetails: 'REJECTED' };
    const another: ItnFields = { remoteID: 'ANOTHER123' };

    const refused: [what: string, changes: ItnFields, hash?: string][] = [
      ['a wrong hash', {}, '0'.repeat(64)],
      ['an empty hash', {}, ''],
      ['an amount that is not exact', { amount: '10.0' }],
      ['an order with a separator', { orderID: 'a|b' }],
    ];
    for (const [what, changes, hash] of refused) {
      test(`a notification with ${what} is not authentic and changes nothing`, async () => {
        const started = await start();
        const sent = await sendItn(gateway, itnOf(started.transfer, changes), hash);
        assert.deepEqual(sent, [401, undefined]);
        assert.equal(await statusOf(started), 'PENDING');
      });
    }

    test('a body without a notification is not authentic', async () => {
      for (const body of ['', 'transactions=', 'transactions=%00', 'other=1']) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const reply = await fetch(`${gateway.url}${TRANSFER_PATH}`, {
          method: 'POST',
          headers,
          body,
        });
        await reply.arrayBuffer();
        assert.ok([400, 401].includes(reply.status), `${body}: ${reply.status}`);
      }
    });

    const notConfirmed: [what: string, changes: ItnFields][] = [
      ['another amount', { amount: '9.99' }],
      ['another currency', { currency: 'EUR' }],
      ['an unknown order', { orderID: '0'.repeat(32) }],
      ['an order that is not ours', { orderID: 'shop-7' }],
      ['another start amount', { startAmount: '9.99' }],
    ];
    for (const [what, changes] of notConfirmed) {
      test(`a notification with ${what} is not confirmed and changes nothing`, async () => {
        const started = await start();
        const sent = await sendItn(gateway, itnOf(started.transfer, changes));
        assert.deepEqual(sent, [200, 'NOTCONFIRMED']);
        assert.equal(await statusOf(started), 'PENDING');
      });
    }

    /** How often the gateway has raised the alarm. */
    const countAlarms = async (alarm: string): Promise<number> => {
      const { text } = await gateway.call('GET', '/metrics');
      const line = new RegExp(`^bramka_alarms_total\\{alarm="${alarm}"\\} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };

    test('a success with another amount raises an alarm, a failure does not', async () => {
      const started = await start();
      const before = await countAlarms('wrong-amount');
      const failed = itnOf(started.transfer, { ...failure, amount: '9.99' });
      assert.deepEqual(await sendItn(gateway, failed), [200, 'NOTCONFIRMED']);
      const alarmed = (): Json[] =>
        gateway
          .logs()
          .split('\n')
          .filter((line) => line.includes('"wrong-amount"') && line.includes(started.paymentId))
          .map((line) => JSON.parse(line) as Json);
      assert.deepEqual(alarmed(), []);
      const paid = itnOf(started.transfer, { amount: '9.99' });
      assert.deepEqual(await sendItn(gateway, paid), [200, 'NOTCONFIRMED']);
      await until(() => alarmed().length > 0, 'the alarm');
      const [{ reference, amountMinor, currency } = {}] = alarmed();
      const { remoteID } = started.transfer;
      assert.deepEqual([reference, amountMinor, currency], [remoteID, '999', 'PLN']);
      assert.equal((await countAlarms('wrong-amount')) > before, true);
    });

    test('an amount with a commission of the payer is confirmed by its start amount', async () => {
      const started = await start();
      const fields = itnOf(started.transfer, { amount: '11.50', startAmount: '10.00' });
      assert.deepEqual(await sendItn(gateway, fields), [200, 'CONFIRMED']);
      assert.equal(await statusOf(started), 'COMPLETED');
    });

    /** What is sent one after another, the status in the end, and the alarm of the operator. */
    const orders: [what: string, messages: ItnFields[], status: string, alarm?: string][] = [
      ['PENDING, then SUCCESS', [pending, {}], 'COMPLETED'],
      ['SUCCESS, then a late PENDING', [{}, pending], 'COMPLETED'],
      ['SUCCESS three times', [{}, {}, {}], 'COMPLETED'],
      ['FAILURE twice', [failure, failure], 'REJECTED'],
      [
        'FAILURE of another transaction, then SUCCESS',
        [{ ...failure, ...another }, {}],
        'COMPLETED',
      ],
      [
        'SUCCESS, then FAILURE of another transaction',
        [{}, { ...failure, ...another }],
        'COMPLETED',
      ],
      ['SUCCESS of another transaction of the order', [another], 'COMPLETED'],
      ['SUCCESS, then FAILURE of the same', [{}, failure], 'COMPLETED', 'contradicting-outcome'],
      ['FAILURE, then SUCCESS of the same', [failure, {}], 'REJECTED', 'late-success'],
      ['a status that is not known', [{ paymentStatus: 'OTHER' }], 'PENDING'],
    ];
    for (const [what, messages, status, alarm] of orders) {
      test(`${what} ends ${status}`, async () => {
        const started = await start();
        for (const changes of messages) {
          const sent = await sendItn(gateway, itnOf(started.transfer, changes));
          assert.deepEqual(sent, [200, 'CONFIRMED']);
        }
        assert.equal(await statusOf(started), status);
        if (alarm === undefined) return;
        const isLogged = (line: string): boolean =>
          line.includes(alarm) && line.includes(started.paymentId);
        await until(() => gateway.logs().split('\n').some(isLogged), `the alarm ${alarm}`);
      });
    }

    test('the same notification at the same time from many connections counts once', async () => {
      const started = await start();
      const fields = itnOf(started.transfer);
      const sent = await Promise.all(Array.from({ length: 8 }, () => sendItn(gateway, fields)));
      assert.deepEqual(new Set(sent.map(String)), new Set(['200,CONFIRMED']));
      const ended = await waitFor(merchant, started.paymentId, 'COMPLETED');
      assert.equal(ended['capturedAmount'], 10);
      assert.equal((await merchant.transactions(started.paymentId)).length, 1);
    });

    test('a success that races a cancellation is paid, or returned with an alarm', async () => {
      const started = await start();
      const [sent] = await Promise.all([
        sendItn(gateway, itnOf(started.transfer)),
        merchant.call('POST', started.paymentId, '/cancel', {}),
      ]);
      assert.deepEqual(sent, [200, 'CONFIRMED']);
      await until(async () => (await statusOf(started)) !== 'PENDING', 'the end of the race');
    });
  });
}
