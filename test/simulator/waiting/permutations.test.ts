// Six messages about one payment in every order, with a cancellation at several places: pending,
// approved, approved again, declined (a contradiction), pending again, and a forged one. In every
// case the payment is COMPLETED, or the charge is returned with an alarm.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { endDue } from '@bramka/gateway/payments/jobs/end-due.ts';
import { resolveDue } from '@bramka/gateway/payments/jobs/resolve.ts';
import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { createNode, newWaitingPayment, type WaitingNode } from './waiting-node.ts';
import { cancel } from './waiting-world.ts';

const NAME = 'operator';
const approved: Outcome = {
  kind: 'approved',
  reference: 'op-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Outcome = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const waits: Outcome = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };

type Message = readonly [sender: string, finding: Finding];
const messages: readonly Message[] = [
  [NAME, waits],
  [NAME, approved],
  [NAME, approved],
  [NAME, declined],
  [NAME, waits],
  ['another', declined],
];

/** What happened at the operator: the customer is charged when the first success is reported. */
interface Truth {
  state: 'WAITING' | 'CHARGED' | 'STOPPED' | 'RETURNED';
}

function operatorWith(truth: Truth): Provider {
  const stop = (): Outcome => {
    if (truth.state !== 'WAITING') return declined;
    truth.state = 'STOPPED';
    return approved;
  };
  const refund = (): Outcome => {
    if (truth.state !== 'CHARGED') return declined;
    truth.state = 'RETURNED';
    return approved;
  };
  const findings: Readonly<Record<Truth['state'], Outcome>> = {
    WAITING: waits,
    CHARGED: approved,
    RETURNED: approved,
    STOPPED: declined,
  };
  return {
    name: NAME,
    means: ['REDIRECT'],
    maxInFlightMs: 60_000,
    authorize: () => Promise.resolve(waits),
    followUps: {
      stop: () => Promise.resolve(stop()),
      refund: () => Promise.resolve(refund()),
    },
    inquire: ({ verb }) => Promise.resolve(verb === 'authorize' ? findings[truth.state] : notFound),
  };
}
const notFound: Finding = { kind: 'not-found' };

function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield [];
  for (const [at, first] of list.entries()) {
    const rest = list.filter((_, index) => index !== at);
    for (const others of permutations(rest)) yield [first, ...others];
  }
}

async function settle({ parts }: WaitingNode, clock: HandClock): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    clock.advance(5 * 60_000);
    await resolveDue(parts, NAME, 10);
    await endDue(parts, 10);
    await parts.processor.drain();
  }
}

async function play(order: readonly Message[], cancelAt: number): Promise<void> {
  const clock = handClock();
  const truth: Truth = { state: 'WAITING' };
  const node = createNode(clock, 1, operatorWith(truth));
  const { processor } = node.parts;
  const decision = newWaitingPayment(node.parts, NAME, 'order-1');
  const { settled } = await processor.begin(decision);
  const [attempt] = (await settled).attempts;
  assert.ok(attempt);
  for (const [index, [provider, finding]] of order.entries()) {
    if (index === cancelAt) await cancel(node.parts, decision.loaded.payment);
    clock.advance(1000);
    if (finding === approved && truth.state !== 'RETURNED') truth.state = 'CHARGED';
    const reported = await processor.report({ provider, attemptId: attempt.attemptId, finding });
    assert.equal(reported === undefined, provider !== NAME, 'only the provider is believed');
    await processor.drain();
  }
  await settle(node, clock);
  const [row] = node.rows();
  assert.ok(row);
  assert.deepEqual(node.errors, []);
  const isPaid = row.status === 'COMPLETED';
  assert.equal(truth.state, isPaid ? 'CHARGED' : 'RETURNED', row.status);
  assert.equal(row.holdsOrder, isPaid);
  assert.equal(row.capturedMinor, isPaid ? row.amountMinor : 0n);
  const isAlarmed = node.alarms.some(({ alarm }) => alarm === 'late-success');
  assert.equal(isAlarmed, !isPaid);
  const { attempts } = (await node.parts.store.load(row.merchantId, row.paymentId)) ?? {};
  assert.ok(attempts?.every(({ finishedAt }) => finishedAt !== null));
}

for (const cancelAt of [-1, 0, 1, 3, 5]) {
  const when = cancelAt < 0 ? 'without a cancellation' : `cancelled before message ${cancelAt + 1}`;
  test(`six messages in every order, ${when}`, async () => {
    for (const order of permutations(messages)) {
      const text = order.map(([sender, { kind }]) => `${kind} of ${sender}`).join(', ');
      await play(order, cancelAt).catch((error: unknown) => {
        throw new Error(text, { cause: error });
      });
    }
  });
}
