// The events of complete payments, field by field, on both databases: amount, status and reject
// code of every change of a payment and its transactions, in order.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runSql } from '../support/engines.ts';
import type { Json } from '../support/client.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import {
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  type MerchantClient,
} from '../support/life/payments.ts';
import { databasesOfTier, skipOn, type DatabaseKind } from '../support/installation.ts';
import { cards, passChallenge, payToChallenge } from '../support/threeds/challenge.ts';
import { setFaults } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';

/** Event, status, amount, type, reject code; transactions are distinguished by position. */
type ExpectedEvent = readonly [string, string, string, string, (string | undefined)?];

describe('events', { concurrency: true }, () => databasesOfTier.forEach(eventsOn));

function eventsOn(database: DatabaseKind): void {
  describe(`on the ${database} database`, { skip: skipOn(database), concurrency: false }, () => {
    let gateway: BorrowedGateway;
    let merchant: MerchantClient;
    const lives: [title: string, paymentId: string, told: ExpectedEvent[], transactions: Json[]][] =
      [];
    before(async () => {
      gateway = await exclusiveGateway(database);
      merchant = await addMerchantClient(gateway);
    });
    after(() => gateway?.release());

    const operate = async (paymentId: string, rest: string, body: Json = {}): Promise<string> =>
      bodyOf(await merchant.call('POST', paymentId, rest, body))['transId'] as string;
    const keep = async (title: string, paymentId: string, told: ExpectedEvent[]): Promise<void> => {
      lives.push([title, paymentId, told, await merchant.transactions(paymentId)]);
    };

    test('a hold is adjusted, the adjustment withdrawn, and a part captured', async () => {
      const paymentId = await merchant.preauthorize(100, { orderId: 'events-1' });
      const transId = await operate(paymentId, '/adjustment', { amount: 112.3 });
      await operate(paymentId, `/transactions/${transId}/cancel`, { reason: 'CLIENT' });
      await operate(paymentId, '/capture', { amount: 40.05 });
      await keep('adjusted and captured', paymentId, [
        ['PAYMENT_STATUS', 'NEW', '100.00', 'STANDARD'],
        ['PAYMENT_STATUS', 'PENDING', '100.00', 'STANDARD'],
        ['PAYMENT_STATUS', 'COMPLETED', '100.00', 'STANDARD'],
        ['TRANSACTION_STATUS', 'PENDING', '112.30', 'ADJUSTMENT'],
        ['TRANSACTION_STATUS', 'COMPLETED', '112.30', 'ADJUSTMENT'],
        ['TRANSACTION_STATUS', 'CANCELLED', '112.30', 'ADJUSTMENT'],
        ['TRANSACTION_STATUS', 'PENDING', '40.05', 'CAPTURE'],
        ['TRANSACTION_STATUS', 'COMPLETED', '40.05', 'CAPTURE'],
      ]);
    });

    test('a payment is reversed', async () => {
      const paymentId = await merchant.pay({ amount: 12, currency: 'JPY', orderId: 'events-2' });
      await operate(paymentId, '/cancel', { reason: 'CLIENT' });
      await gateway.waitForStatus(merchant.token, paymentId, 'CANCELLED');
      await keep('taken back', paymentId, [
        ['PAYMENT_STATUS', 'NEW', '12', 'STANDARD'],
        ['PAYMENT_STATUS', 'PENDING', '12', 'STANDARD'],
        ['PAYMENT_STATUS', 'COMPLETED', '12', 'STANDARD'],
        ['TRANSACTION_STATUS', 'PENDING', '12', 'REVERSAL'],
        ['PAYMENT_STATUS', 'CANCELLED', '12', 'STANDARD', 'CANCELLED_BY_CUSTOMER'],
      ]);
    });

    test('a payment is declined', async () => {
      const paymentId = await merchant.pay(
        { card: cards.declined, orderId: 'events-3' },
        'REJECTED',
      );
      await keep('declined', paymentId, [
        ['PAYMENT_STATUS', 'NEW', '123.45', 'STANDARD'],
        ['PAYMENT_STATUS', 'PENDING', '123.45', 'STANDARD'],
        ['PAYMENT_STATUS', 'REJECTED', '123.45', 'STANDARD', 'DO_NOT_HONOR'],
      ]);
    });

    test('a payment is cancelled before its answer: a late success, reversed', async () => {
      await setFaults(gateway, { latencyMs: 1500, verbs: ['authorize'] });
      const paymentId = paymentIdOf(await merchant.create({ amount: 7, orderId: 'events-4' }));
      bodyOf(await merchant.call('POST', paymentId, '/cancel', { reason: 'FRAUD' }));
      await setFaults(gateway);
      const isDone = async (): Promise<boolean> => {
        const list = await merchant.transactions(paymentId);
        return list.some((one) => one['type'] === 'REVERSAL' && one['status'] === 'COMPLETED');
      };
      await until(isDone, 'the reversal');
      await keep('late success', paymentId, [
        ['PAYMENT_STATUS', 'NEW', '7.00', 'STANDARD'],
        ['PAYMENT_STATUS', 'PENDING', '7.00', 'STANDARD'],
        ['PAYMENT_STATUS', 'CANCELLED', '7.00', 'STANDARD'],
        ['TRANSACTION_STATUS', 'COMPLETED', '7.00', 'AUTH'],
        ['TRANSACTION_STATUS', 'PENDING', '7.00', 'REVERSAL'],
        ['TRANSACTION_STATUS', 'COMPLETED', '7.00', 'REVERSAL'],
      ]);
    });

    test('a customer is challenged after a soft decline', async () => {
      const { paymentId, acsTxnId } = await payToChallenge(gateway, {
        token: merchant.token,
        card: cards.softDecline,
        orderId: 'events-5',
      });
      await passChallenge(gateway, acsTxnId);
      await gateway.waitForStatus(merchant.token, paymentId, 'COMPLETED');
      await keep('challenged', paymentId, [
        ['PAYMENT_STATUS', 'NEW', '123.45', 'STANDARD'],
        ['PAYMENT_STATUS', 'PENDING', '123.45', 'STANDARD'],
        ['TRANSACTION_STATUS', 'PENDING', '123.45', 'AUTH'],
        ['TRANSACTION_STATUS', 'REJECTED', '123.45', 'AUTH', 'SCA_REQUIRED'],
        ['TRANSACTION_STATUS', 'PENDING', '123.45', 'AUTH'],
        ['PAYMENT_STATUS', 'COMPLETED', '123.45', 'STANDARD'],
      ]);
    });

    test('every body matches', async () => {
      const db = await openDatabaseOf(gateway.installation);
      try {
        assert.equal(lives.length, 5);
        for (const [title, paymentId, told, transactions] of lives) {
          const text = 'select body from events where payment_id = $1 order by sequence';
          const rows = await runSql<{ body: string }>(db, text, [paymentId]);
          const bodies = rows.map(({ body }) => JSON.parse(body) as Json);
          const short = bodies.map(({ event, status, amount, transType, rejectCode }) =>
            [event, status, amount, transType, rejectCode].filter((value) => value !== undefined),
          );
          assert.deepEqual(
            short,
            told.map((one) => one.filter((value) => value !== undefined)),
            title,
          );
          assertIds(bodies, transactions, title);
        }
      } finally {
        await db.close();
      }
    });
  });
}

/** Checks sequence, order, and that a named transaction has the right type. */
function assertIds(bodies: Json[], transactions: Json[], title: string): void {
  const types = new Map(transactions.map((one) => [one['transId'], one['type']]));
  bodies.forEach((body, index) => {
    const { event, sequence, transId, transType, rejectCode, rejectInfo } = body;
    assert.equal(sequence, index + 1, title);
    assert.equal(rejectInfo === undefined, rejectCode === undefined, title);
    if (event === 'TRANSACTION_STATUS') assert.equal(types.get(transId), transType, title);
    else if (transId !== undefined) assert.ok(types.has(transId), title);
  });
  assert.equal(new Set(bodies.map(({ eventId }) => eventId)).size, bodies.length, title);
}
