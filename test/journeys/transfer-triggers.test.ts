// Every trigger of the simulated banks, on both databases: what the merchant sees in the end, and
// that each notification of Autopay is handled once and for all.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bankTriggers } from '@bramka/sandbox/bank/triggers.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { addMerchantClient, paymentIdOf, type MerchantClient } from '../support/life/payments.ts';
import { databaseKinds, skipOn } from '../support/place.ts';
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
  /** Seconds on the clock of the sandbox until then. */
  readonly after?: readonly number[];
  /** The alarm that the operator sees. */
  readonly alarm?: string;
}

const completed: Expected = { status: 'COMPLETED' };
const unavailable: Expected = { status: 'REJECTED', rejectCode: 'BANK_UNAVAILABLE' };

/** By outcome of the trigger; the customer pays wherever the bank asks one. */
const expectations: Readonly<Record<string, Expected>> = {
  CUSTOMER_DECIDES: completed,
  PAYS_BY_ITSELF: completed,
  REFUSES_BY_ITSELF: { status: 'REJECTED', rejectCode: 'BANK_REJECTED' },
  WALKS_AWAY: { status: 'REJECTED', rejectCode: 'EXPIRED', after: [1810] },
  NOT_STARTED: unavailable,
  NO_LINK: completed,
  TEMPORARY_DISABLED: unavailable,
  DISABLED: unavailable,
  LOW_LIMITS: { status: 'REJECTED', rejectCode: 'AMOUNT_OUT_OF_RANGE' },
  INSUFFICIENT_FUNDS: { status: 'REJECTED', rejectCode: 'INSUFFICIENT_FUNDS' },
  WRONG_AMOUNT_PAID: { status: 'REJECTED', rejectCode: 'WRONG_AMOUNT_PAID' },
  NOTICE_WRONG_AMOUNT: { ...completed, after: [185] },
  NOTICE_WRONG_HASH: { ...completed, after: [185] },
  NOTICE_LATE: { ...completed, after: [905] },
  NOTICE_REPEATED: completed,
  NO_NOTICE: { ...completed, after: [310] },
  SUCCESS_THEN_FAILURE: { ...completed, alarm: 'contradicting-outcome' },
  SUCCESS_THEN_FAILURE_OF_ANOTHER: completed,
  FAILURE_THEN_SUCCESS: {
    status: 'REJECTED',
    rejectCode: 'BANK_REJECTED',
    alarm: 'late-success',
  },
  PAID_WHEN_CANCELLED: { status: 'CANCELLED', alarm: 'late-success' },
  START_NOT_ANSWERED: { status: 'REJECTED', rejectCode: 'EXPIRED', after: [15, 80, 1800] },
  START_UNREADABLE: { status: 'REJECTED', rejectCode: 'EXPIRED', after: [15, 80, 1800] },
  REFUND_WITHOUT_FUNDS: completed,
};

const hasNoLink = ['NO_LINK', 'START_NOT_ANSWERED', 'START_UNREADABLE'];
const decidesAlone = ['PAYS_BY_ITSELF', 'REFUSES_BY_ITSELF', 'WALKS_AWAY'];

test('every trigger of the banks has an expectation', () => {
  const outcomes = bankTriggers.map(({ outcome }) => outcome);
  assert.deepEqual(Object.keys(expectations).sort(), [...new Set(outcomes)].sort());
});

for (const database of databaseKinds) {
  describe(`bank triggers on the ${database} database`, { skip: skipOn(database) }, () => {
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
        for (const seconds of expected.after ?? []) await advance(gateway, seconds);
        const ended = await waitFor(merchant, paymentId, expected.status);
        assert.equal(ended['rejectCode'], expected.rejectCode);
        if (!isRefusedEarly && outcome !== 'NOT_STARTED')
          await settled(`${amount.toFixed(2)}`, outcome);
        const last = await merchant.read(paymentId);
        assert.equal(last['status'], expected.status, 'later messages change nothing');
        if (expected.alarm !== undefined) {
          const { alarm } = expected;
          const isLogged = (line: string): boolean =>
            line.includes(alarm) && line.includes(paymentId);
          await until(() => gateway.logs().split('\n').some(isLogged), `the alarm ${alarm}`);
        }
      });
    });

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
}
