// A payment loaded for a decision equals the rows that were written, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { Draft, type Journal } from '../../journal/entry.ts';
import { groupCommit } from '../../journal/group-commit.ts';
import { journalSettings, sqlCommitter } from '../../journal/sql-committer.ts';
import { attempts, type Attempt } from '../../providers/attempt.ts';
import type { Statement } from '../../storage/database.ts';
import { payments, type Loaded, type Payment } from '../model/payment.ts';
import { sqlPaymentStore, type PaymentStore } from './payment.store.ts';
import { transactions, type Transaction } from '../model/transaction.ts';

const merchantId = '10000001';
const at = Date.parse('2026-03-29T00:59:59.999Z');
/** One more than a double can hold exactly. */
const large = 9_007_199_254_740_993n;
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function paymentWith(paymentId: string, other: Partial<Payment> = {}): Payment {
  return {
    merchantId,
    paymentId,
    version: 3,
    status: 'COMPLETED',
    sequence: 7,
    agentId: null,
    channel: 'WEBAPI',
    method: null,
    transKind: 'AUTH',
    transType: 'STANDARD',
    recurring: null,
    currency: 'PLN',
    amountMinor: large,
    authorizedMinor: large,
    capturedMinor: large,
    refundedMinor: 0n,
    extOrderId: null,
    holdsOrder: false,
    description: null,
    rejectCode: null,
    dataRequest: null,
    instrumentType: null,
    cardMask: null,
    organization: null,
    cardHeld: false,
    hasNotifyUrl: false,
    tokenizerId: null,
    generation: 1,
    validUntil: at + 1,
    refusedTries: 0,
    refusedAt: null,
    holdUntil: null,
    createdAt: at,
    updatedAt: at + 2,
    ...other,
  };
}

const everyField: Partial<Payment> = {
  agentId: 'agent "1"',
  method: 'CARD',
  transKind: 'PREAUTH',
  recurring: 'INITIAL',
  refundedMinor: large - 1n,
  extOrderId: 'zażółć, \\ {"a"}',
  holdsOrder: true,
  description: 'line\n🧾 \u2028 null',
  rejectCode: 'LIMIT_EXCEEDED',
  dataRequest: 'CAPTURE',
  instrumentType: 'CARD',
  cardMask: '411111******1111',
  organization: 'VISA',
  cardHeld: true,
  tokenizerId: id(99),
  refusedTries: 2,
  refusedAt: at + 2000,
  holdUntil: at + 86_400_000,
};

function attemptWith(paymentId: string, number: number, other: Partial<Attempt> = {}): Attempt {
  return {
    merchantId,
    paymentId,
    attemptId: id(number),
    transId: id(50),
    verb: 'authorize',
    intent: null,
    provider: 'sandbox',
    authenticationId: null,
    exemption: null,
    route: null,
    state: 'OPEN',
    fence: 1,
    amountMinor: large,
    currency: 'PLN',
    reference: null,
    customer: null,
    waitUntil: null,
    authCode: null,
    networkTransactionId: null,
    rejectCode: null,
    providerCode: null,
    checks: 0,
    checkAt: at + 2000,
    startedAt: at,
    finishedAt: null,
    ...other,
  };
}

const answered: Partial<Attempt> = {
  intent: 'CANCEL',
  authenticationId: id(98),
  exemption: 'LOW_VALUE',
  state: 'DECLINED',
  reference: 'ref "9"',
  customer: { kind: 'redirect', url: 'https://bank.example/?a="1"&b=ż\\' },
  waitUntil: at + 5,
  authCode: '012345',
  networkTransactionId: '000123',
  rejectCode: 'BANK_REJECTED',
  checkAt: null,
  finishedAt: at + 9,
};

function transactionWith(paymentId: string, number: number, createdAt = at): Transaction {
  return {
    merchantId,
    paymentId,
    transId: id(number),
    type: 'REFUND',
    status: 'COMPLETED',
    amountMinor: 2n ** 63n - 1n,
    currency: 'PLN',
    description: number % 2 === 0 ? 'a "description"' : null,
    rejectCode: number % 2 === 0 ? 'BANK_REJECTED' : null,
    extRefundId: number % 2 === 0 ? `refund "${String(number)}" of ${paymentId}` : null,
    subpaymentId: number % 2 === 0 ? id(97) : null,
    createdAt,
    updatedAt: createdAt + 1,
  };
}

for (const engine of engines) {
  describe(`loading payments on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let store: PaymentStore;
    let journal: Journal;
    const run: string[] = [];
    before(async () => {
      opened = await engine.openWithTables({ settings: journalSettings });
      const committer = sqlCommitter(opened.database);
      journal = groupCommit(committer, { lanes: 1, batchSize: 64, defer: setImmediate });
      store = sqlPaymentStore({
        run: (statement: Statement, values) => {
          run.push(statement.name);
          return opened.database.run(statement, values);
        },
      });
    });
    after(() => opened.close());

    /** Rows are inserted in reverse, because the order of insertion must not count. */
    const write = async (all: Loaded): Promise<void> => {
      const draft = new Draft().insert(payments, all.payment);
      for (const row of all.attempts.toReversed()) draft.insert(attempts, row);
      for (const row of all.transactions.toReversed()) draft.insert(transactions, row);
      assert.equal((await journal.commit(draft)).kind, 'committed');
    };

    test('returns every column as it was written, in the order of time', async () => {
      const full: Loaded = {
        payment: paymentWith(id(1), everyField),
        attempts: [
          attemptWith(id(1), 12, { startedAt: at - 5, ...answered }),
          attemptWith(id(1), 10),
          attemptWith(id(1), 11, { customer: { kind: 'confirm' }, waitUntil: at }),
        ],
        transactions: [
          transactionWith(id(1), 22, at - 5),
          transactionWith(id(1), 20),
          transactionWith(id(1), 21),
        ],
      };
      const bare: Loaded = { payment: paymentWith(id(2)), attempts: [], transactions: [] };
      await write(full);
      await write(bare);
      assert.deepEqual(await store.load(merchantId, id(1)), full);
      assert.deepEqual(await store.load(merchantId, id(2)), bare);
      assert.deepEqual(await store.find(merchantId, id(1)), full.payment);
    });

    test('loads concurrent payments in one statement, each with its own rows', async () => {
      const written = [31, 32, 33].map((number): Loaded => {
        const paymentId = id(number);
        const list = Array.from({ length: number - 30 }, (_, at) => number * 10 + at);
        return {
          payment: paymentWith(paymentId),
          attempts: list.map((one) => attemptWith(paymentId, one)),
          transactions: list.map((one) => transactionWith(paymentId, one)),
        };
      });
      for (const one of written) await write(one);
      run.length = 0;
      const loaded = await Promise.all([
        store.load(merchantId, id(33)),
        store.load('10000002', id(31)),
        store.load(merchantId, id(31)),
        store.load(merchantId, id(404)),
        store.load(merchantId, id(32)),
        store.load(merchantId, id(33)),
      ]);
      const [one, two, three] = written;
      assert.deepEqual(loaded, [three, undefined, one, undefined, two, three]);
      assert.deepEqual(run, ['payments.load']);
    });
  });
}
