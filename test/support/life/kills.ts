// kill -9 at random moments under load, again and again on the same data: whatever was answered
// with 200 is there, nothing is charged or refunded twice, nothing stays PENDING, and the
// settlement file of the acquirer matches the ledger.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededChance } from '../chance.ts';
import type { Json, Reply } from '../client.ts';
import { startGateway, type Gateway } from '../gateway.ts';
import { createInstallation, type DatabaseKind } from '../installation.ts';
import { countsOf, operatorOf } from '../reconciliation/settlement.ts';
import { until } from '../waiting/until.ts';
import { base } from './payments.ts';
import { assertTotalsMatch, readPaymentTotals } from '../tables.ts';

const clients = 6;
const timing = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '300',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '5000',
  BRAMKA_LOG_LEVEL: 'warn',
};
const cards = [
  '4111111111111111',
  '5555555555554444',
  '378282246310005',
  '4111111111111111',
  '4000000000000002',
  '4000000000020034',
  '4000000000020042',
  '4000000000020059',
];

interface Sent {
  readonly key: string;
  readonly card: string;
  readonly orderId: string;
  /** Part of the amount is refunded as soon as it is paid. */
  readonly isRefunded: boolean;
  paymentId?: string;
}

export interface KillOptions {
  readonly database: DatabaseKind;
  readonly seed: number;
  readonly kills: number;
  readonly onKill?: () => void;
  /** How many payments were found as they must be. */
  readonly onChecked?: (payments: number) => void;
  /** True: no further kill, the check follows. */
  readonly isOver?: () => boolean;
}

export async function killAtRandom(options: KillOptions): Promise<void> {
  const { database, seed, kills, onKill, isOver = () => false } = options;
  const chance = seededChance(seed);
  const installation = await createInstallation(database);
  const sent: Sent[] = [];
  let token = '';
  for (let round = 0; round < kills && !(round > 0 && isOver()); round += 1) {
    const gateway = await startGateway({ installation, env: timing });
    if (token === '') token = await gateway.authenticate();
    const load = Array.from({ length: clients }, () =>
      payUntilItDies(gateway, token, sent, () => chance.pick(cards)),
    );
    const enough = answeredOf(sent).length + 1 + chance.below(30);
    while (answeredOf(sent).length < enough && gateway.isRunning()) await sleep(1);
    await sleep(chance.below(20));
    await gateway.kill9();
    await Promise.all(load);
    onKill?.();
  }
  const last = await startGateway({ installation, env: timing });
  await repeatAll(last, token, sent);
  const compared = await operatorOf(last).importFile(await operatorOf(last).file());
  assert.deepEqual(Object.keys(countsOf(compared)), ['MATCHED'], JSON.stringify(compared));
  await last.stop();
  const rows = await readPaymentTotals(installation);
  assertTotalsMatch(rows);
  const known = new Set(sent.map((one) => one.paymentId));
  assert.equal(known.size, sent.length, 'one payment for each key');
  assert.equal(rows.length, sent.length, 'no payment that nobody asked for');
  await installation.remove();
  options.onChecked?.(rows.length);
}

/** Every request again under its key: what was answered is the same payment, and all end. */
async function repeatAll(gateway: Gateway, token: string, sent: Sent[]): Promise<void> {
  await inTurns(sent, async (one) => {
    const { key, card, orderId } = one;
    const reply = await gateway.payByCard({ token, key, card, orderId });
    assert.equal(reply.status, 200, reply.text);
    const paymentId = reply.body['paymentId'] as string;
    assert.equal(paymentId, one.paymentId ?? paymentId, 'an answered payment is lost');
    one.paymentId = paymentId;
  });
  await inTurns(sent, async (one) => {
    const { status } = await gateway.waitForStatus(token, one.paymentId ?? '');
    if (one.isRefunded && status === 'COMPLETED') await endRefund(gateway, token, one);
  });
}

const refund = (gateway: Gateway, token: string, { paymentId = '', key }: Sent): Promise<Reply> =>
  gateway.call('POST', `${base}/${paymentId}/refund`, {
    token,
    body: { amount: 1, extRefundId: key },
  });

/** Asked for again, it is the same refund, and it ends. */
async function endRefund(gateway: Gateway, token: string, one: Sent): Promise<void> {
  await until(
    async () => {
      const { body } = await refund(gateway, token, one);
      return body['status'] === 'COMPLETED';
    },
    `the refund of ${String(one.paymentId)}`,
  );
  const path = `${base}/${String(one.paymentId)}/refunds`;
  const { body } = await gateway.call<Json[]>('GET', path, { token });
  assert.deepEqual(
    body.map(({ amount, extRefundId }) => [amount, extRefundId]),
    [[1, one.key]],
  );
}

function answeredOf(sent: readonly Sent[]): Sent[] {
  return sent.filter((one) => one.paymentId !== undefined);
}

async function payUntilItDies(
  gateway: Gateway,
  token: string,
  sent: Sent[],
  nextCard: () => string,
): Promise<void> {
  for (;;) {
    const isRefunded = sent.length % 3 === 0;
    const one: Sent = { key: randomUUID(), card: nextCard(), orderId: randomUUID(), isRefunded };
    sent.push(one);
    try {
      const reply = await gateway.payByCard({ token, ...one });
      assert.equal(reply.status, 200, `${reply.text}\n${gateway.logs().slice(-3000)}`);
      one.paymentId = reply.body['paymentId'] as string;
      // Refused if the payment has not ended yet; it is asked for again in the end.
      if (isRefunded) await refund(gateway, token, one);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      return;
    }
  }
}

/** A few at a time, so that the check itself is no overload. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}
