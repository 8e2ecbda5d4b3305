// The status x operation matrix, cell by cell: compares the transition table with the answers of
// the endpoints. States that no endpoint can reach are written into the database.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  expectedAnswer,
  operations,
  situations,
  type Situation,
} from '@bramka/cli/reference/matrix.ts';
import { paymentStatuses } from '@bramka/gateway/payments/model/payment.ts';
import { openDatabaseOf, type OpenDatabase } from '../support/life/consistency.ts';
import type { Reply } from '../support/client.ts';
import { runSql } from '../support/engines.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import {
  card,
  bodyOf,
  paymentIdOf,
  addMerchantClient,
  type MerchantClient,
  type PaymentOptions,
} from '../support/life/payments.ts';
import { skipOn } from '../support/installation.ts';
import { until } from '../support/waiting/until.ts';
import { assertErrorReply } from '../support/reply-check.ts';
import { browserDevice, cards } from '../support/threeds/challenge.ts';
import { waitForDeviceRequest } from '../support/threeds/time/device-request.ts';
import { freezeClock } from '../support/threeds/frozen-clock.ts';

/** Payments in this currency need no strong authentication. */
const EXEMPT = 'EUR';

type Path = keyof typeof cards;

/** A card of the catalogue that leads to each step of an authentication. */
const pathTo = {
  FINGERPRINT: 'methodThenChallenge',
  CHALLENGE: 'challenge',
  WAITING: 'decoupled',
} as const;

type Call = (merchant: MerchantClient, paymentId: string, transId: string) => Promise<Reply>;

const calls: Readonly<Record<string, Call>> = {
  'PATCH payment': (merchant, id) => merchant.call('PATCH', id, '', { device: browserDevice() }),
  'PUT instrument': (merchant, id) => merchant.call('PUT', id, '/instrument', card),
  'PATCH instrument': (merchant, id) => merchant.call('PATCH', id, '/instrument', { cvv: '123' }),
  cancel: (merchant, id) => merchant.call('POST', id, '/cancel'),
  capture: (merchant, id) => merchant.call('POST', id, '/capture', { amount: 100 }),
  'capture above the hold': (merchant, id) =>
    merchant.call('POST', id, '/capture', { amount: 100.01 }),
  adjustment: (merchant, id) => merchant.call('POST', id, '/adjustment', { amount: 100.01 }),
  'transaction cancel': (merchant, id, transId) =>
    merchant.call('POST', id, `/transactions/${transId}/cancel`),
  refund: (merchant, id) => merchant.call('POST', id, '/refund', { amount: 1 }),
  'refund above the payment': (merchant, id) =>
    merchant.call('POST', id, '/refund', { amount: 100.01 }),
  retry: (merchant, id) => merchant.call('POST', id, '/retry'),
  restore: (merchant, id) => merchant.call('POST', id, '/restore'),
};

test('the matrix has every status, and a call for every operation', () => {
  assert.deepEqual([...new Set(situations.map((one) => one.status))], [...paymentStatuses]);
  assert.deepEqual(
    operations.map((one) => one.name),
    Object.keys(calls),
  );
});

describe('the status x operation matrix', { skip: skipOn('postgres') }, () => {
  let gateway: BorrowedGateway;
  let db: OpenDatabase;
  let merchant: MerchantClient;
  before(async () => {
    gateway = await exclusiveGateway('postgres');
    db = await openDatabaseOf(gateway.installation);
    const sca = { decoupled: true, traLimits: { [EXEMPT]: '500.00' } };
    merchant = await addMerchantClient(gateway, { sca });
  });
  after(async () => {
    await db?.close();
    await gateway?.release();
  });

  const set = (paymentId: string, what: string): Promise<unknown> =>
    runSql(db, `update payments set ${what} where payment_id = $1`, [paymentId]);

  const stepsOf = (paymentId: string): Promise<unknown[]> =>
    runSql(db, 'select state from authentications where payment_id = $1', [paymentId]);

  async function stage(of: Situation, channel: string): Promise<string> {
    const wanted = { channel, amount: 100, transKind: of.transKind, repeat: of.refused };
    const withCard = (path: Path) => ({ ...wanted, card: cards[path] });
    switch (of.status) {
      case 'NEW': {
        if (of.missing === 'instrument')
          return paymentIdOf(await merchant.createWithoutInstrument(wanted));
        if (of.missing === 'device')
          return paymentIdOf(await merchant.create(withCard('challenge')));
        const { cvv: _cvv, ...withoutCode } = card;
        return paymentIdOf(await merchant.create(wanted, { instrument: withoutCode }));
      }
      case 'PENDING': {
        const { authentication: step } = of;
        if (of.missing === 'device') return softlyDeclined(wanted);
        if (of.refused) return refusedOnPage(wanted);
        if (step === null)
          return paymentIdOf(await merchant.create({ ...wanted, card: cards.silent }));
        const device = browserDevice();
        const paymentId = paymentIdOf(await merchant.create(withCard(pathTo[step]), { device }));
        assert.deepEqual(await stepsOf(paymentId), [{ state: step }]);
        return paymentId;
      }
      case 'REJECTED':
        return merchant.pay({ ...wanted, card: cards.declined }, 'REJECTED');
      case 'CANCELLED': {
        const paymentId = await merchant.pay(wanted);
        bodyOf(await merchant.call('POST', paymentId, '/cancel'));
        return paymentId;
      }
      case 'ERROR': {
        const paymentId = await merchant.pay({ ...wanted, card: cards.declined }, 'REJECTED');
        await set(paymentId, `status = 'ERROR'`);
        return paymentId;
      }
      default: {
        const exempt = { ...wanted, card: cards.challenge, currency: EXEMPT };
        const paymentId = await merchant.pay(of.exempt ? exempt : wanted);
        if (of.captured) bodyOf(await merchant.call('POST', paymentId, '/capture'));
        if (of.refunded)
          bodyOf(await merchant.call('POST', paymentId, '/refund', { amount: 0.01 }));
        if (of.status === 'SETTLED') await set(paymentId, `status = 'SETTLED'`);
        return paymentId;
      }
    }
  }

  async function refusedOnPage(wanted: PaymentOptions): Promise<string> {
    const paymentId = paymentIdOf(await merchant.create({ ...wanted, card: cards.declined }));
    const isOpen = async () =>
      (await gateway.statusOf(merchant.token, paymentId))['dataRequest'] === 'INSTRUMENT';
    await until(isOpen, 'the refused try');
    return paymentId;
  }

  async function softlyDeclined(wanted: PaymentOptions): Promise<string> {
    const declined = { ...wanted, card: cards.softDecline, currency: EXEMPT };
    const paymentId = paymentIdOf(await merchant.create(declined));
    await waitForDeviceRequest(gateway, merchant.token, paymentId);
    return paymentId;
  }

  /** The adjustment to withdraw, written as it would be in this situation. */
  async function plantAdjustment(of: Situation, paymentId: string): Promise<string> {
    const status = of.adjustment === 'in force' ? 'COMPLETED' : 'CANCELLED';
    const rows = await runSql<{ id: string }>(
      db,
      `insert into transactions select merchant_id, payment_id, $2, 'ADJUSTMENT', $3, amount_minor,
         currency, null, null, created_at, updated_at from payments where payment_id = $1
       returning trans_id as id`,
      [paymentId, latestId(), status],
    );
    return rows[0]?.id ?? assert.fail('the payment is not there');
  }

  async function plantAttempt(paymentId: string): Promise<void> {
    await runSql(
      db,
      `insert into attempts select merchant_id, payment_id, $2, $2, 'adjust', null, 'sandbox',
         'OPEN', 1, amount_minor, currency, null, null, null, 0, created_at + interval '1 day',
         created_at, null from payments where payment_id = $1`,
      [paymentId, latestId()],
    );
  }

  async function staged(of: Situation, channel: string): Promise<[string, string]> {
    const paymentId = await stage(of, channel);
    const transId = await plantAdjustment(of, paymentId);
    if (of.status === 'COMPLETED' && of.busy) await plantAttempt(paymentId);
    return [paymentId, transId];
  }

  const facts = async (paymentId: string): Promise<string> =>
    JSON.stringify([await merchant.read(paymentId), await merchant.transactions(paymentId)]);

  for (const of of situations) {
    for (const channel of of.refused ? ['PAYWALL'] : ['WEBAPI', 'PAYWALL']) {
      test(`${of.status}, ${of.name}, channel ${channel}`, async (t) => {
        // The authentication step does not time out, however slow the machine is.
        if (of.authentication !== null) await freezeClock(t, gateway);
        const refused = await staged(of, channel);
        const before = await facts(refused[0]);
        for (const asked of operations) {
          const expected = expectedAnswer(of, asked, channel);
          const target = expected.refusal === null ? await staged(of, channel) : refused;
          const reply = await calls[asked.name]?.(merchant, ...target);
          assert.ok(reply);
          const answer = await answerOf(asked.name, reply, merchant, target[0]);
          assert.deepEqual(answer, expected, asked.name);
          if (expected.refusal !== null) assertErrorReply(reply, asked.name);
          if (expected.refusal === 'NOT_IN_THIS_STATE') {
            const present = new RegExp(`^The payment is ${of.status}\\b`);
            assert.match(String(reply.body['message']), present, asked.name);
          }
        }
        assert.equal(await facts(refused[0]), before, 'a refusal changes nothing');
      });
    }
  }
});

/** An id that sorts after all ids of the gateway. */
function latestId(): string {
  return `f${randomUUID().slice(1)}`;
}

/** The answer in the terms of the matrix: a refusal, or the new status. */
async function answerOf(
  asked: string,
  reply: Reply,
  merchant: MerchantClient,
  paymentId: string,
): Promise<unknown> {
  const { body } = reply;
  if (reply.status !== 200) return { refusal: body['code'] };
  const isRefund = asked.startsWith('refund');
  if (isRefund) assert.deepEqual([body['paymentId'], body['status']], [paymentId, 'COMPLETED']);
  const isRecord = asked !== 'retry' && asked !== 'transaction cancel' && !isRefund;
  assert.equal(body['paymentId'] === paymentId, isRecord || isRefund, reply.text);
  if (asked === 'retry') assert.equal(body['status'], 'NEW', 'a new payment');
  if (asked === 'transaction cancel') assert.equal(body['status'], 'CANCELLED', 'withdrawn');
  const { status } = isRecord ? body : await merchant.read(paymentId);
  return { refusal: null, status };
}
