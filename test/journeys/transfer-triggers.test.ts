// Every trigger of the simulated banks, on both databases: what the merchant sees in the end, and
// that each notification of Autopay is handled once and for all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { bankTriggers } from '@bramka/sandbox/bank/triggers.ts';
import { databasesOfTier } from '../support/installation.ts';
import { onDatabases } from '../support/waiting/on-databases.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { addMerchantClient, paymentIdOf, type MerchantClient } from '../support/life/payments.ts';
import type { Json } from '../support/client.ts';
import { advance } from '../support/sandbox.ts';
import {
  actAtBank,
  createTransfer,
  findTransfer,
  readTransfer,
  remoteIdOf,
  waitFor,
} from '../support/transfers/bank.ts';
import { until } from '../support/waiting/until.ts';

interface Expected {
  readonly status: string;
  readonly rejectCode?: string;
  /** Seconds by which the clock of the sandbox is moved until then, as often as needed. */
  readonly every?: number;
  /** The alarm that the operator sees. */
  readonly alarm?: string;
}

/** Enough for a payment to expire. */
const MAX_MOVES = 20;

const completed: Expected = { status: 'COMPLETED' };
const expired: Expected = { status: 'CANCELLED', rejectCode: 'EXPIRED' };
const unavailable: Expected = { status: 'REJECTED', rejectCode: 'BANK_UNAVAILABLE' };

/** By outcome of the trigger; the customer pays wherever the bank asks one. */
const expectations: Readonly<Record<string, Expected>> = {
  CUSTOMER_DECIDES: completed,
  PAYS_BY_ITSELF: completed,
  REFUSES_BY_ITSELF: { status: 'REJECTED', rejectCode: 'BANK_REJECTED' },
  WALKS_AWAY: { ...expired, every: 905 },
  NOT_STARTED: unavailable,
  NO_LINK: completed,
  TEMPORARY_DISABLED: unavailable,
  DISABLED: unavailable,
  LOW_LIMITS: { status: 'REJECTED', rejectCode: 'AMOUNT_OUT_OF_RANGE' },
  INSUFFICIENT_FUNDS: { status: 'REJECTED', rejectCode: 'INSUFFICIENT_FUNDS' },
  WRONG_AMOUNT_PAID: { status: 'REJECTED', rejectCode: 'WRONG_AMOUNT_PAID' },
  NOTICE_WRONG_AMOUNT: { ...completed, every: 185 },
  NOTICE_WRONG_HASH: { ...completed, every: 185 },
  NOTICE_LATE: { ...completed, every: 905 },
  NOTICE_REPEATED: completed,
  NO_NOTICE: { ...completed, every: 310 },
  SUCCESS_THEN_FAILURE: { ...completed, alarm: 'contradicting-outcome' },
  SUCCESS_THEN_FAILURE_OF_ANOTHER: completed,
  FAILURE_THEN_SUCCESS: {
    status: 'REJECTED',
    rejectCode: 'BANK_REJECTED',
    alarm: 'late-success',
  },
  PAID_WHEN_CANCELLED: { status: 'CANCELLED', alarm: 'late-success' },
  // The customer never got a link.
  START_NOT_ANSWERED: { ...expired, every: 320 },
  START_UNREADABLE: { ...expired, every: 320 },
  REFUND_WITHOUT_FUNDS: completed,
};

const hasNoLink = ['NO_LINK', 'START_NOT_ANSWERED', 'START_UNREADABLE'];
const decidesAlone = ['PAYS_BY_ITSELF', 'REFUSES_BY_ITSELF', 'WALKS_AWAY'];

test('every trigger of the banks has an expectation', () => {
  const outcomes = bankTriggers.map(({ outcome }) => outcome);
  assert.deepEqual(Object.keys(expectations).sort(), [...new Set(outcomes)].sort());
});

onDatabases(databasesOfTier, 'bank triggers', (database) => {
  let gateway: BorrowedGateway;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await exclusiveGateway(database);
    merchant = await addMerchantClient(gateway);
  });
  after(() => gateway?.release());

  bankTriggers.forEach(({ kind, value, outcome }, index) => {
    test(`${kind} ${value}: ${outcome}`, async () => {
      const expected = expectations[outcome] ?? assert.fail(outcome);
      const whole = 100 + index;
      const amount = kind === 'amount' ? Number(`${whole}.${value}`) : whole;
      const bank = kind === 'bank' ? value : '106';
      const created = await createTransfer(merchant, { amount, bank });
      const paymentId = paymentIdOf(created);
      const isRefusedEarly = created.body['status'] === 'REJECTED';
      if (!isRefusedEarly && !hasNoLink.includes(outcome) && outcome !== 'NOT_STARTED') {
        await customer(remoteIdOf(created), paymentId, outcome);
      }
      const ended = await endOf(paymentId, expected);
      assert.equal(ended['rejectCode'], expected.rejectCode);
      if (!isRefusedEarly && outcome !== 'NOT_STARTED')
        await settled(`${amount.toFixed(2)}`, outcome);
      const last = await merchant.read(paymentId);
      assert.equal(last['status'], ended['status'], 'later messages change nothing');
      if (expected.alarm !== undefined) {
        const { alarm } = expected;
        const isLogged = (line: string): boolean =>
          line.includes(alarm) && line.includes(paymentId);
        await until(() => gateway.logs().split('\n').some(isLogged), `the alarm ${alarm}`);
      }
    });
  });

  // The provider ends a transfer a minute after the payment: at 1861 s both are due at once.
  for (const provider of ['BM', 'PA']) {
    for (const seconds of [1801, 1861, 3600, 20_000]) {
      test(`a transfer of ${provider} expires when the clock moves ${seconds} s`, async () => {
        const created = await createTransfer(merchant, { provider });
        const paymentId = paymentIdOf(created);
        await actAtBank(gateway, remoteIdOf(created), 'open');
        await advance(gateway, seconds);
        await until(async () => (await merchant.read(paymentId))['status'] !== 'PENDING', 'an end');
        const { status, rejectCode } = await merchant.read(paymentId);
        assert.deepEqual([status, rejectCode], ['CANCELLED', 'EXPIRED']);
      });
    }
  }

  async function endOf(paymentId: string, { status, every }: Expected): Promise<Json> {
    for (let moves = 0; every !== undefined && moves < MAX_MOVES; moves += 1) {
      await advance(gateway, every);
      const payment = await merchant.read(paymentId);
      if (payment['status'] === status) return payment;
    }
    return waitFor(merchant, paymentId, status);
  }

  async function customer(remoteID: string, paymentId: string, outcome: string): Promise<void> {
    if (decidesAlone.includes(outcome)) return;
    await actAtBank(gateway, remoteID, 'open');
    if (outcome === 'PAID_WHEN_CANCELLED') {
      await merchant.call('POST', paymentId, '/cancel', {});
    } else {
      await actAtBank(gateway, remoteID, 'pay');
    }
  }

  /** All notifications are confirmed, except where the trigger sends none. */
  async function settled(amount: string, outcome: string): Promise<void> {
    const { remoteID } = await findTransfer(gateway, amount);
    const isMoney = outcome === 'FAILURE_THEN_SUCCESS' || outcome === 'PAID_WHEN_CANCELLED';
    await until(async () => {
      const { state, refundedAmount } = await readTransfer(gateway, remoteID);
      const isEnded = state !== 'WAITING' && state !== 'OPENED';
      return isEnded && (!isMoney || refundedAmount === amount);
    }, `the end of the transfer of ${amount}`);
  }
});
