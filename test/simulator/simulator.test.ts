// The simulator in every run of the tests: all seeds that ever failed, some hundred others, and a
// check that enough of everything happened in them. `npm run prove` runs as many as time allows.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { paymentTransitions } from '@bramka/gateway/payments/model/payment.states.ts';
import { successors } from './checks/model.ts';
import { runSeed } from './run-seed.ts';
import type { Summary } from './run-seeds.ts';
import { startThread } from './threaded.ts';

/** In these, even the rarest things happen. */
const FROM = 201;
const SEEDS = 400;

/** In so many seeds, each of these happens at least that often. */
const COUNTED_SEEDS = 5_000;
const minCounts: Readonly<Record<string, number>> = {
  crash: 500,
  pause: 500,
  outage: 200,
  jump: 500,
  race: 10_000,
  replayed: 2_000,
  'alarm late-success': 300,
  'entry stale': 2_000,
  'entry conflict': 2_000,
  'storage failure inside': 500,
  'create done': 10_000,
  'create lost': 50,
  'create ORDER_ALREADY_PAID': 300,
  'create ORDER_IN_PROGRESS': 500,
  'create IDEMPOTENCY_KEY_REUSED': 100,
  'patch done': 500,
  'put done': 500,
  'capture done': 1_000,
  'capture ALREADY_CAPTURED': 40,
  'adjust done': 500,
  'withdraw done': 100,
  'cancel done': 2_000,
  'retry done': 500,
  'refund done': 2_000,
  'refund lost': 20,
  'refund REFUND_EXCEEDS_PAYMENT': 200,
  'refund REFUND_ID_USED': 40,
  'calm refund': 1_000,
  'refund INSUFFICIENT_FUNDS': 200,
  settled: 3_000,
  'settled after a refund': 200,
  'SHARE settled': 1_500,
  'SHARE settled after a refund': 150,
  'COMMISSION settled': 1_000,
  'split created': 5_000,
  'cancel of a split': 400,
  'refund of a share': 800,
  'refund of a settled share': 500,
  'refund of all shares': 120,
  'refund REFUND_EXCEEDS_SUBPAYMENT': 200,
  'refund SUBPAYMENT_REQUIRED': 20,
  'capture CAPTURE_NOT_IN_FULL': 40,
  'adjust SPLIT_NOT_ADJUSTABLE': 200,
  'calm share refund': 200,
  payout: 2_000,
  'DEPOSIT done': 3_000,
  'WITHDRAWAL done': 100,
  'restore done': 200,
  'refused try PENDING': 300,
  'another try': 50,
  'paid after a refusal': 30,
  'calm capture': 500,
  'calm cancel': 500,
  'directory outage': 300,
  'answer Y': 500,
  'answer C': 1_000,
  'answer D': 100,
  'answer bad': 100,
  'device done': 200,
  'method soon': 200,
  'method late': 80,
  'method never': 50,
  'challenge Y': 500,
  'challenge N': 150,
  'challenge abandoned': 60,
  'result RRes': 800,
  'result NOT_IN_THIS_STATE': 30,
  'result NOTIFICATION_NOT_AUTHENTIC': 20,
  forged: 300,
  'authentication SCA_TIMEOUT': 80,
  'authentication ORDER_ALREADY_PAID': 80,
  'exemption MIT': 100,
  'exemption LOW_VALUE': 50,
  'exemption TRA': 100,
  'soft decline answered': 300,
  'soft decline without device': 15,
  'adjust ADJUSTMENT_EXCEEDS_EXEMPTION': 30,
  'adjust ADJUSTMENT_EXCEEDS_AUTHENTICATION': 50,
  'create REF_PAYMENT_NOT_COMPLETED': 100,
  'create REF_PAYMENT_NOT_AUTHENTICATED': 30,
  'issuer not reached': 2_000,
  'elsewhere after ISSUER_UNAVAILABLE': 1_500,
  'elsewhere after PROVIDER_UNAVAILABLE': 200,
  'elsewhere with a proof': 500,
  'provider 3': 150,
  'paid elsewhere': 700,
  'capture elsewhere': 50,
  'refund elsewhere': 100,
  'reverse elsewhere': 100,
  'calm again': 200,
  'calm pay': 500,
};

describe('the simulator', () => {
  const thread = startThread();
  after(() => thread.end());
  let summary: Summary;

  test(`finds nothing in ${SEEDS} seeds and in all seeds that failed before`, async () => {
    summary = await thread.runSeeds({ from: FROM, seeds: SEEDS });
    const told = summary.failures.map(({ seed, findings }) => {
      return `seed ${seed}: ${findings[0]?.invariant}: ${findings[0]?.text}`;
    });
    assert.deepEqual(told, []);
    assert.ok(summary.seeds >= SEEDS);
  });

  test('covers every kind of occurrence often enough', () => {
    for (const [what, times] of Object.entries(minCounts)) {
      const count = summary.counts.get(what) ?? 0;
      // Half of the proportion, because a small sample varies; never nothing at all.
      const least = Math.max(1, Math.floor((times * SEEDS) / COUNTED_SEEDS / 2));
      assert.ok(count >= least, `"${what}" happened only ${count} times, not ${least}`);
    }
  });

  test('gives the same trace for the same seed, and another one for another seed', async () => {
    const [first, again, other] = [await runSeed(7), await runSeed(7), await runSeed(8)];
    assert.deepEqual(first.trace, again.trace);
    assert.notEqual(first.hash, other.hash);
  });

  test("allows the same status changes as the engine's table", () => {
    const pairs = new Set<string>();
    for (const { from, to } of paymentTransitions) {
      for (const status of from) if (to !== 'unchanged') pairs.add(`${status} ${to}`);
    }
    const transitions = Object.entries(successors)
      .filter(([from]) => from !== '')
      .flatMap(([from, list]) => list.map((to) => `${from} ${to}`));
    // The engine's table allows NEW to ERROR; nothing in the engine does it, and the model refuses
    // it.
    assert.deepEqual(new Set([...transitions, 'NEW ERROR']), pairs);
  });
});
