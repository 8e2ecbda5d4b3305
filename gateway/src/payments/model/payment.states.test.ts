// Tests of specification section 3, row by row: each row is in the transition table, its guards
// refuse in order, and final states stay final.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Attempt } from '../../providers/attempt.ts';
import { Refusal } from '../../core/refusals.ts';
import { registerPayment } from './advance.ts';
import { paymentStatuses, type Payment, type PaymentStatus } from './payment.ts';
import type { PaymentSubject } from './payment.guards.ts';
import type { Transaction } from './transaction.ts';
import { nextPaymentStatus, paymentTransitions } from './payment.states.ts';
import type { PaymentTrigger } from './payment.states.ts';

const captureGuards =
  'NOT_A_PREAUTHORIZATION, ALREADY_CAPTURED, CAPTURE_EXCEEDS_AUTHORIZATION, CAPTURE_NOT_IN_FULL';

/** The rows of section 3; the first is the registration of a payment and is tested below. */
const specification = `
  row | from                          | trigger | to        | guards
   2  | NEW                           | wait    | NEW       |
   3  | NEW                           | start   | PENDING   |
   4  | PENDING                       | succeed | COMPLETED |
   5  | PENDING                       | fail    | REJECTED  |
   6  | COMPLETED                     | settle  | SETTLED   | NOT_CAPTURED
   7  | NEW, PENDING                  | cancel  | CANCELLED |
   8  | COMPLETED                     | cancel  | unchanged | ALREADY_CAPTURED, ALREADY_REFUNDED
   8  | COMPLETED                     | reverse | CANCELLED |
   9  | NEW, PENDING                  | break   | ERROR     | NOT_IN_THIS_STATE
  10  | COMPLETED                     | capture | unchanged | ${captureGuards}
  11  | NEW                           | restore | unchanged | NOT_ON_PAYWALL
  12  | REJECTED, CANCELLED, ERROR    | retry   | unchanged | FUNDING_CANNOT_BE_RETRIED
`;

/** Refused in addition to the specification while a provider call is in progress. */
const BUSY = 'OPERATION_IN_PROGRESS';

const lines = specification.trim().split('\n').slice(1);
for (const line of lines) {
  const [row = '', from = '', on = '', to = '', guards = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  test(`row ${row}: ${from} on ${on} becomes ${to}`, () => {
    const found = paymentTransitions.filter(
      (one) => one.on === on && one.source.startsWith(`section 3, row ${row}`),
    );
    assert.equal(found.length, 1, 'the row is there, once');
    assert.equal(found[0]?.from.join(', '), from);
    assert.equal(found[0]?.to, to);
    const refusals = found[0]?.only.map((guard) => guard.refusal) ?? [];
    assert.equal(refusals.filter((code) => code !== BUSY).join(', '), guards);
  });
}

test('every row of the table that names a row of section 3 is in the text above', () => {
  const told = paymentTransitions.filter((one) => /^section 3, row/.test(one.source));
  assert.equal(told.length, lines.length);
});

test('every row names its source, and no two rows have the same status and trigger', () => {
  const seen = new Set<string>();
  for (const { from, on, source } of paymentTransitions) {
    assert.notEqual(source, '');
    for (const status of from) {
      assert.ok(!seen.has(`${status} ${on}`), `${status} ${on} stands twice`);
      seen.add(`${status} ${on}`);
    }
  }
});

const payment = {
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000001',
  channel: 'PAYWALL',
  transKind: 'PREAUTH',
  transType: 'STANDARD',
  currency: 'PLN',
  amountMinor: 10000n,
  authorizedMinor: 10000n,
  capturedMinor: 0n,
  refundedMinor: 0n,
  method: null,
  rejectCode: null,
  extOrderId: null,
  createdAt: Date.parse('2026-03-01T12:00:00Z'),
} as Payment;

test('row 1: a payment is registered as NEW, with its first event', () => {
  const { version: _version, status: _status, ...fresh } = payment;
  const made = registerPayment(fresh, '0198c5d1-7b2a-7000-8000-000000000002');
  assert.deepEqual(
    [made.payment.status, made.payment.version, made.payment.sequence],
    ['NEW', 1, 1],
  );
  assert.equal((JSON.parse(made.event?.body ?? '') as { status: string }).status, 'NEW');
  assert.equal(made.event?.sequence, 1);
});

const final: readonly PaymentStatus[] = ['REJECTED', 'CANCELLED', 'ERROR', 'SETTLED'];

test('final states stay final', () => {
  for (const { from, on, to } of paymentTransitions) {
    for (const status of final.filter((one) => from.includes(one))) {
      assert.ok(to === 'unchanged' || to === status, `${status} ${on} ${to}`);
    }
  }
});

test('every status can be reached, and every one that is not final can be left', () => {
  for (const status of paymentStatuses.filter((one) => one !== 'NEW')) {
    assert.ok(
      paymentTransitions.some(({ to }) => to === status),
      `${status} is reached`,
    );
  }
  for (const status of paymentStatuses.filter((one) => !final.includes(one))) {
    const ways = paymentTransitions.filter(
      ({ from, to }) => from.includes(status) && to !== status,
    );
    assert.ok(
      ways.some(({ to }) => to !== 'unchanged'),
      `${status} is left`,
    );
  }
});

const settled = { finishedAt: 1 } as Attempt;
const open = { finishedAt: null } as Attempt;

/** The status afterwards, or the code of the refusal. */
function ask(
  on: PaymentTrigger,
  status: PaymentStatus,
  other: Partial<PaymentSubject> = {},
): string {
  try {
    return nextPaymentStatus(status, on, { payment, attempts: [settled], ...other });
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.code;
  }
}

test('a refusal names the present status and the needed ones', () => {
  const message = (status: PaymentStatus, on: PaymentTrigger) => {
    try {
      return nextPaymentStatus(status, on, { payment, attempts: [settled] });
    } catch (error) {
      return (error as Error).message;
    }
  };
  const expected: readonly (readonly [PaymentStatus, PaymentTrigger, string])[] = [
    ['CANCELLED', 'capture', 'The payment is CANCELLED; capture needs COMPLETED.'],
    ['SETTLED', 'cancel', 'The payment is SETTLED; cancel needs NEW, PENDING or COMPLETED.'],
    ['NEW', 'adjust', 'The payment is NEW; adjustment needs COMPLETED.'],
    ['ERROR', 'withdraw', 'The payment is ERROR; withdrawal of an adjustment needs COMPLETED.'],
    ['PENDING', 'retry', 'The payment is PENDING; retry needs REJECTED, CANCELLED or ERROR.'],
    ['PENDING', 'restore', 'The payment is PENDING; restore needs NEW.'],
  ];
  for (const [status, on, sentence] of expected) assert.equal(message(status, on), sentence);
});

test('a payment is settled with captured money and without an operation in progress', () => {
  const captured = { ...payment, capturedMinor: 1n };
  assert.equal(ask('settle', 'COMPLETED', { payment: captured }), 'SETTLED');
  assert.equal(ask('settle', 'COMPLETED'), 'NOT_CAPTURED');
  const busy = { payment: captured, attempts: [settled, open] };
  assert.equal(ask('settle', 'COMPLETED', busy), 'OPERATION_IN_PROGRESS');
  for (const status of paymentStatuses.filter((one) => one !== 'COMPLETED')) {
    assert.equal(ask('settle', status, { payment: captured }), 'NOT_IN_THIS_STATE', status);
  }
});

test('a capture is at most the preauthorized amount, once, of a preauthorization', () => {
  const capture = (amountMinor: bigint | undefined, other: Partial<Payment> = {}) =>
    ask('capture', 'COMPLETED', {
      payment: { ...payment, ...other },
      ...(amountMinor === undefined ? {} : { amountMinor }),
    });
  assert.equal(capture(undefined), 'COMPLETED');
  assert.equal(capture(1n), 'COMPLETED');
  assert.equal(capture(10000n), 'COMPLETED');
  assert.equal(capture(10001n), 'CAPTURE_EXCEEDS_AUTHORIZATION');
  assert.equal(capture(1n, { transKind: 'AUTH' }), 'NOT_A_PREAUTHORIZATION');
  assert.equal(capture(1n, { capturedMinor: 1n }), 'ALREADY_CAPTURED');
  const all = { transKind: 'AUTH', capturedMinor: 1n } as const;
  assert.equal(capture(10001n, all), 'NOT_A_PREAUTHORIZATION');
  assert.equal(capture(10001n, { capturedMinor: 1n }), 'ALREADY_CAPTURED');
});

test('a MARKETPLACE payment is captured only in full and never adjusted', () => {
  const split = { payment: { ...payment, transType: 'MARKETPLACE' } };
  const capture = (amountMinor: bigint) => ask('capture', 'COMPLETED', { ...split, amountMinor });
  assert.equal(ask('capture', 'COMPLETED', split), 'COMPLETED');
  assert.equal(capture(10000n), 'COMPLETED');
  assert.equal(capture(9999n), 'CAPTURE_NOT_IN_FULL');
  assert.equal(capture(10001n), 'CAPTURE_EXCEEDS_AUTHORIZATION');
  for (const amountMinor of [9999n, 10000n, 10001n]) {
    assert.equal(
      ask('adjust', 'COMPLETED', { ...split, amountMinor }),
      'SPLIT_NOT_ADJUSTABLE',
      String(amountMinor),
    );
  }
});

test('an amount exempt from authentication cannot be raised, however often it is lowered', () => {
  const authorization = { ...settled, state: 'APPROVED', amountMinor: 10000n };
  const adjust = (amountMinor: bigint, exempt: Partial<Attempt>) => {
    const attempts = [{ ...authorization, ...exempt } as Attempt, settled];
    return ask('adjust', 'COMPLETED', { amountMinor, attempts });
  };
  for (const exemption of ['LOW_VALUE', 'TRA'] as const) {
    assert.equal(adjust(10000n, { exemption }), 'COMPLETED');
    assert.equal(adjust(10001n, { exemption }), 'ADJUSTMENT_EXCEEDS_EXEMPTION');
    // Softly declined, then authorized after an authentication.
    assert.equal(adjust(10001n, { exemption, state: 'DECLINED' }), 'COMPLETED');
  }
});

/** Authorized amount, held amount, tolerance, and the highest allowed total. */
const tolerances = `
  authorized | held  | percent | highest | what
  10000      | 10000 | 15      | 11500   | the default
  10000      | 10000 | 0       | 10000   | no tolerance
  10000      | 10000 | 100     | 20000   | the most
  101        | 101   | 15      | 116     | 15.15 rounds down
  99         | 99    | 15      | 113     | 14.85 rounds down
  6          | 6     | 15      | 6       | 0.9 is nothing
  7          | 7     | 15      | 8       | 1.05 is one
  1          | 1     | 99      | 1       | 0.99 is nothing
  10000      | 11500 | 15      | 11500   | no tolerance on a tolerance
  10000      | 5000  | 15      | 11500   | lowered before
  10000      | 50000 | 15      | 50000   | raised before the rule: it can be kept and lowered
  99999999999 | 99999999999 | 15 | 114999999998 | the highest amount, exactly
`;
for (const line of tolerances.trim().split('\n').slice(1)) {
  const [authorized = '', held = '', percent = '', highest = '', what = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  test(`adjusted above ${authorized} by ${percent} %, ${held} held: ${highest} (${what})`, () => {
    const adjust = (amountMinor: bigint, reliance: Partial<Attempt>) => {
      const original = { ...settled, verb: 'authorize', state: 'APPROVED' } as Attempt;
      const amount = { amountMinor: BigInt(authorized) };
      return ask('adjust', 'COMPLETED', {
        payment: { ...payment, amountMinor: BigInt(authorized), authorizedMinor: BigInt(held) },
        amountMinor,
        attempts: [{ ...original, ...amount, ...reliance }, settled],
        tolerancePercent: Number(percent),
      });
    };
    const authenticated = { authenticationId: payment.paymentId, exemption: null };
    const ofMerchant = { authenticationId: null, exemption: 'MIT' } as const;
    for (const reliance of [authenticated, ofMerchant]) {
      assert.equal(adjust(BigInt(highest), reliance), 'COMPLETED');
      const above = adjust(BigInt(highest) + 1n, reliance);
      assert.equal(above, 'ADJUSTMENT_EXCEEDS_AUTHENTICATION');
    }
    const outside = { authenticationId: null, exemption: null };
    assert.equal(adjust(BigInt(highest) * 1000n, outside), 'COMPLETED');
  });
}

test('a refund needs money that was taken, and at most what is left of it', () => {
  const refund = (other: Partial<Payment>, amountMinor: bigint, transactions: Transaction[] = []) =>
    ask('refund', 'SETTLED', { payment: { ...payment, ...other }, amountMinor, transactions });
  const taken = { transKind: 'AUTH', capturedMinor: 10000n, refundedMinor: 4000n } as const;
  assert.equal(refund(taken, 6000n), 'SETTLED');
  assert.equal(refund(taken, 6001n), 'REFUND_EXCEEDS_PAYMENT');
  assert.equal(refund({ capturedMinor: 0n }, 1n), 'NOT_CAPTURED');
  const refunds = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'REFUND' }) as Transaction);
  assert.equal(refund(taken, 1n, refunds(99)), 'SETTLED');
  assert.equal(refund(taken, 1n, refunds(100)), 'TOO_MANY_REFUNDS');
});

test('a refund may run beside refunds, but not beside another operation', () => {
  const taken: Payment = { ...payment, transKind: 'AUTH', capturedMinor: 10000n };
  const beside = (verb: string, intent: string | null) => {
    const attempts = [{ verb, intent, finishedAt: null } as Attempt];
    return ask('refund', 'COMPLETED', { payment: taken, amountMinor: 1n, attempts });
  };
  assert.equal(beside('refund', null), 'COMPLETED');
  assert.equal(beside('refund', 'CANCEL'), 'OPERATION_IN_PROGRESS');
  assert.equal(beside('reverse', 'CANCEL'), 'OPERATION_IN_PROGRESS');
  assert.equal(beside('capture', null), 'OPERATION_IN_PROGRESS');
});

test('a completed payment cannot be cancelled after a capture or a refund', () => {
  const cancel = (other: Partial<Payment>) =>
    ask('cancel', 'COMPLETED', { payment: { ...payment, ...other } });
  assert.equal(cancel({}), 'COMPLETED');
  assert.equal(cancel({ capturedMinor: 1n }), 'ALREADY_CAPTURED');
  assert.equal(cancel({ transKind: 'AUTH', capturedMinor: 10000n }), 'COMPLETED');
  assert.equal(
    cancel({ transKind: 'AUTH', capturedMinor: 10000n, refundedMinor: 1n }),
    'ALREADY_REFUNDED',
  );
});

test('a payment does not become ERROR while a call can still succeed', () => {
  assert.equal(ask('break', 'PENDING'), 'ERROR');
  assert.equal(ask('break', 'PENDING', { attempts: [settled, open] }), 'NOT_IN_THIS_STATE');
  assert.equal(ask('break', 'NEW', { attempts: [] }), 'ERROR');
});

test('a payment with money never becomes ERROR, nor does a final one', () => {
  for (const status of ['COMPLETED', ...final] as const) {
    assert.equal(ask('break', status), 'NOT_IN_THIS_STATE', status);
  }
});

test('a link is restored only for channel PAYWALL', () => {
  assert.equal(ask('restore', 'NEW'), 'NEW');
  const elsewhere = { payment: { ...payment, channel: 'WEBAPI' } as Payment };
  assert.equal(ask('restore', 'NEW', elsewhere), 'NOT_ON_PAYWALL');
});
