// Tests of authorizations that wait for the customer: their deadline, cancel and expiry with a stop
// at the provider, the free order after it, and successes that come too late.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Attempt, AttemptVerb } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import { events } from '../../events/event.ts';
import { deadlines, type Loaded } from '../model/payment.ts';
import { decideCancel, decideExpire } from './cancel.ts';
import { paymentConclusions } from './conclude-operation.ts';
import type { Decision } from './decision.ts';
import { decideLease, decideOutcome, type Conclusion, type ConclusionTerms } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const at = (ms: number) => ({ at: START + ms, ids });
const WAIT_MS = 70_000;
const VALID_UNTIL = START + 1_800_000;

const confirm: Finding = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };
const approved: Finding = {
  kind: 'approved',
  reference: 'op-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const unknown: Finding = { kind: 'unknown', why: 'timeout' };

const without = (...missing: AttemptVerb[]): ConclusionTerms => ({
  ...plainTerms,
  supports: (_provider, verb) => !missing.includes(verb),
});

function begin(): Decision {
  const payment = freshPayment(at(0), { validUntil: START + 1_800_000, extOrderId: 'order-1' });
  const start = { ...plainStart, provider: 'blik', waitUntil: START + WAIT_MS };
  return decideStart(decideRegister(payment, {}, at(0)), start, at(0));
}

function conclude(
  loaded: Loaded,
  verb: AttemptVerb,
  finding: Finding,
  terms = plainTerms as ConclusionTerms,
  afterMs = 1000,
): Conclusion {
  const attempt = loaded.attempts.findLast((one) => one.verb === verb) as Attempt;
  const report = { attemptId: attempt.attemptId, fence: null, finding };
  return decideOutcome(paymentConclusions, loaded, report, terms, at(afterMs));
}

function decided(conclusion: Conclusion): Decision {
  assert.ok(conclusion.kind === 'decided', conclusion.kind);
  return conclusion.decision;
}

const waiting = (): Loaded => decided(conclude(begin().loaded, 'authorize', confirm)).loaded;
const cancelled = (terms = plainTerms as ConclusionTerms): Decision =>
  decideCancel(waiting(), null, terms, at(2000));
const states = ({ attempts }: Loaded): string[] =>
  attempts.map(({ verb, state }) => `${verb} ${state}`);
const called = ({ next }: Decision): string | null =>
  next.kind === 'call' ? next.attempt.verb : null;
const dueAt = ({ draft }: Decision): unknown =>
  draft.inserts.find(({ table }) => table === deadlines)?.row['dueAt'];
const dropsDeadline = ({ draft }: Decision): boolean =>
  draft.deletes.some(({ table }) => table === deadlines);

test('the payment gets the deadline of the wait with the first outcome that is not final', () => {
  const begun = begin();
  assert.equal(dueAt(begun), undefined);
  const dueAfter = (loaded: Loaded, finding: Finding, afterMs: number) =>
    dueAt(decided(conclude(loaded, 'authorize', finding, plainTerms, afterMs)));
  for (const finding of [confirm, unknown]) {
    assert.equal(dueAfter(begun.loaded, finding, 1000), START + WAIT_MS, finding.kind);
    assert.equal(dueAfter(begun.loaded, finding, 2 * WAIT_MS), START + WAIT_MS, 'late');
    assert.equal(dueAfter(waiting(), finding, WAIT_MS - 1), START + WAIT_MS, 'again');
    assert.equal(dueAfter(waiting(), finding, WAIT_MS), undefined, 'the end job has moved it');
    const ended = decideCancel(begun.loaded, null, plainTerms, at(500)).loaded;
    assert.equal(dueAfter(ended, finding, 1000), undefined, 'the payment has ended');
  }
});

test('an outcome that is final at once sets no deadline and removes any', () => {
  for (const finding of [approved, declined]) {
    const decision = decided(conclude(begin().loaded, 'authorize', finding));
    assert.deepEqual([dueAt(decision), dropsDeadline(decision)], [undefined, true]);
  }
});

test('keeps what the customer must do and the reference, also after an unanswered inquiry', () => {
  const [first] = waiting().attempts;
  assert.deepEqual([first?.state, first?.reference], ['PENDING', 'op-1']);
  assert.deepEqual(first?.customer, { kind: 'confirm' });
  const again = decided(conclude(waiting(), 'authorize', unknown)).loaded.attempts[0];
  assert.deepEqual([again?.state, again?.reference], ['PENDING', 'op-1']);
  assert.deepEqual(again?.customer, { kind: 'confirm' });
});

test('a confirmation completes the payment and removes the deadline', () => {
  const decision = decided(conclude(waiting(), 'authorize', approved));
  assert.equal(decision.loaded.payment.status, 'COMPLETED');
  assert.equal(dropsDeadline(decision), true);
});

test('a refusal rejects the payment, frees the order and removes the deadline', () => {
  const decision = decided(conclude(waiting(), 'authorize', declined));
  const { status, holdsOrder } = decision.loaded.payment;
  assert.deepEqual([status, holdsOrder], ['REJECTED', false]);
  assert.equal(dropsDeadline(decision), true);
});

for (const [name, end] of [
  ['cancel', () => cancelled()],
  ['expiry', () => decideExpire(waiting(), plainTerms, at(WAIT_MS))],
] as const) {
  test(`${name} ends the payment at once and asks the provider to stop; the order is held`, () => {
    const decision = end();
    const { status, holdsOrder } = decision.loaded.payment;
    assert.deepEqual([status, holdsOrder], ['CANCELLED', true]);
    assert.equal(called(decision), 'stop');
    assert.deepEqual(states(decision.loaded), ['authorize PENDING', 'stop OPEN']);
    assert.equal(dropsDeadline(decision), true);
  });
}

test('the order is free once the provider has confirmed the stop, with one event', () => {
  const { draft, loaded } = decided(conclude(cancelled().loaded, 'stop', approved));
  assert.deepEqual(states(loaded), ['authorize STOPPED', 'stop APPROVED']);
  assert.deepEqual([loaded.payment.status, loaded.payment.holdsOrder], ['CANCELLED', false]);
  assert.equal(loaded.transactions[0]?.status, 'CANCELLED');
  const bodies = draft.inserts
    .filter(({ table }) => table === events)
    .map(({ row }) => JSON.parse(row['body'] as string) as Record<string, unknown>);
  assert.deepEqual(
    bodies.map(({ event, status, transType }) => [event, status, transType]),
    [['TRANSACTION_STATUS', 'CANCELLED', 'AUTH']],
  );
});

test('a stop that comes too late leads to an inquiry; the order stays held until then', () => {
  const { loaded, draft } = decided(conclude(cancelled().loaded, 'stop', declined));
  assert.deepEqual(states(loaded), ['authorize PENDING', 'stop DECLINED']);
  assert.equal(loaded.payment.holdsOrder, true);
  assert.equal(loaded.attempts[0]?.checkAt, START + 1000);
  assert.equal(draft.inserts.filter(({ table }) => table === events).length, 0);
  const failed = decided(conclude(loaded, 'authorize', declined));
  assert.equal(failed.loaded.payment.holdsOrder, false);
});

test('a provider that keeps declining to stop and keeps waiting is asked less and less', () => {
  let loaded = cancelled().loaded;
  const waits: number[] = [];
  for (let checks = 1; checks <= 4; checks += 1) {
    loaded = decided(conclude(loaded, 'stop', declined)).loaded;
    const [authorization] = loaded.attempts;
    assert.ok(authorization);
    waits.push((authorization.checkAt ?? 0) - (START + 1000));
    loaded = decideLease(loaded, authorization, at(1000)).loaded;
    const asked = decided(conclude(loaded, 'authorize', confirm));
    assert.equal(called(asked), 'stop');
    loaded = asked.loaded;
  }
  assert.deepEqual(waits, [0, 4000, 8000, 16_000]);
});

test('an unanswered stop stays open for the resolver, and is not sent twice', () => {
  const { loaded } = decided(conclude(cancelled().loaded, 'stop', unknown));
  assert.deepEqual(states(loaded), ['authorize PENDING', 'stop UNKNOWN']);
  const again = decided(conclude(loaded, 'authorize', confirm));
  assert.equal(called(again), null);
});

test('a provider without stop is left to its result, and the order stays held', () => {
  const decision = cancelled(without('stop'));
  assert.equal(called(decision), null);
  assert.equal(decision.loaded.payment.holdsOrder, true);
});

test('a success after cancel is recorded and reversed with an alarm, stop or no stop', () => {
  const stopped = decided(conclude(cancelled().loaded, 'stop', approved)).loaded;
  for (const loaded of [cancelled().loaded, stopped]) {
    const late = conclude(loaded, 'authorize', approved);
    assert.ok(late.kind === 'decided');
    assert.equal(late.alarm, 'late-success');
    assert.equal(late.decision.loaded.payment.status, 'CANCELLED');
    assert.equal(late.decision.loaded.payment.capturedMinor, 12_345n);
    assert.equal(called(late.decision), 'reverse');
  }
});

test('a provider without reversals returns the money of a late success by a refund', () => {
  const terms = without('reverse');
  const late = decided(conclude(cancelled().loaded, 'authorize', approved, terms));
  assert.equal(called(late), 'refund');
  const done = decided(conclude(late.loaded, 'refund', approved, terms)).loaded.payment;
  assert.deepEqual([done.status, done.capturedMinor, done.holdsOrder], ['CANCELLED', 0n, false]);
  const failed = conclude(late.loaded, 'refund', declined, terms);
  assert.ok(failed.kind === 'decided');
  assert.equal(failed.alarm, 'reversal-declined');
});

test('a success after a decline is recorded and reversed with an alarm', () => {
  const rejected = decided(conclude(waiting(), 'authorize', declined)).loaded;
  const late = conclude(rejected, 'authorize', approved);
  assert.ok(late.kind === 'decided');
  assert.equal(late.alarm, 'late-success');
  assert.equal(late.decision.loaded.payment.status, 'REJECTED');
});

test('a decline after a success contradicts it and changes nothing', () => {
  const completed = decided(conclude(waiting(), 'authorize', approved)).loaded;
  assert.equal(conclude(completed, 'authorize', declined).kind, 'contradiction');
  assert.equal(conclude(completed, 'authorize', approved).kind, 'nothing');
  assert.equal(conclude(completed, 'authorize', confirm).kind, 'nothing');
});

test('a call that turns out to wait after the payment was cancelled is stopped then', () => {
  const early = decideCancel(begin().loaded, null, plainTerms, at(500));
  assert.equal(called(early), null, 'the call is in progress');
  const decision = decided(conclude(early.loaded, 'authorize', confirm));
  assert.equal(called(decision), 'stop');
});

test('expiry waits for a call in progress or without an answer', () => {
  const asked = decided(conclude(begin().loaded, 'authorize', unknown)).loaded;
  for (const loaded of [begin().loaded, asked]) {
    assert.throws(
      () => decideExpire(loaded, plainTerms, at(WAIT_MS)),
      (error: unknown) => error instanceof Refusal && error.code === 'OPERATION_IN_PROGRESS',
    );
  }
});

test("a provider's own report counts although the resolver holds the attempt", () => {
  const loaded = waiting();
  const [attempt] = loaded.attempts;
  assert.ok(attempt);
  const leased = decideLease(loaded, attempt, at(1500)).loaded;
  assert.equal(decided(conclude(leased, 'authorize', approved)).loaded.payment.status, 'COMPLETED');
  const stale = { attemptId: attempt.attemptId, fence: attempt.fence, finding: approved };
  const answer = decideOutcome(paymentConclusions, leased, stale, plainTerms, at(2000));
  assert.equal(answer.kind, 'nothing', 'the answer to an earlier call does not');
});

test('a report may come before the answer to the call', () => {
  const early = decided(conclude(begin().loaded, 'authorize', approved)).loaded;
  assert.equal(early.payment.status, 'COMPLETED');
  assert.equal(conclude(early, 'authorize', confirm).kind, 'nothing');
});

test('after a decline the payment may go on: it waits for data, and the order is free', () => {
  const apps = [{ key: '1', label: 'Bank A' }];
  const afterDecline = { kind: 'need', dataRequest: 'BLIK_APP', apps } as const;
  const terms = { ...plainTerms, afterDecline };
  const decision = decided(conclude(waiting(), 'authorize', declined, terms));
  const { payment, attempts, transactions } = decision.loaded;
  assert.deepEqual([payment.status, payment.dataRequest], ['PENDING', 'BLIK_APP']);
  assert.equal(payment.holdsOrder, false);
  assert.deepEqual(attempts[0]?.customer, { kind: 'choose', apps });
  assert.equal(transactions[0]?.status, 'REJECTED');
  assert.equal(dueAt(decision), payment.validUntil);
});

test('a later report without them keeps reference and action, and a decline the reference', () => {
  const bare: Finding = { kind: 'pending', reference: null, customer: null };
  const [again] = decided(conclude(waiting(), 'authorize', bare)).loaded.attempts;
  assert.deepEqual([again?.reference, again?.customer], ['op-1', { kind: 'confirm' }]);
  const [ended] = decided(conclude(waiting(), 'authorize', declined)).loaded.attempts;
  assert.equal(ended?.reference, 'op-1');
});

test('the stop has the amount of its authorization', () => {
  assert.equal(cancelled().loaded.attempts.at(-1)?.amountMinor, 12_345n);
});

for (const [name, end] of [
  ['cancel', (loaded: Loaded) => decideCancel(loaded, null, plainTerms, at(2000))],
  ['expiry', (loaded: Loaded) => decideExpire(loaded, plainTerms, at(WAIT_MS))],
] as const) {
  test(`${name} frees the order if every attempt is settled, and asks nobody to stop`, () => {
    const afterDecline = { kind: 'need', dataRequest: 'BLIK_CODE' } as const;
    const terms = { ...plainTerms, afterDecline };
    const { loaded } = decided(conclude(waiting(), 'authorize', declined, terms));
    const held = { ...loaded, payment: { ...loaded.payment, holdsOrder: true } };
    const decision = end(held);
    const { status, holdsOrder } = decision.loaded.payment;
    assert.deepEqual([status, holdsOrder], ['CANCELLED', false]);
    assert.equal(called(decision), null);
  });
}

/** A transfer: its provider may wait for the customer until the payment expires. */
function transfer(waitUntil = VALID_UNTIL): Loaded {
  const payment = freshPayment(at(0), { validUntil: VALID_UNTIL, extOrderId: 'order-1' });
  const start = { ...plainStart, provider: 'BM', waitUntil };
  const { loaded } = decideStart(decideRegister(payment, {}, at(0)), start, at(0));
  return decided(conclude(loaded, 'authorize', confirm)).loaded;
}

const neverArrived: Finding = { kind: 'not-found' };
for (const [what, finding, ms, waitUntil, expected] of [
  ['declined before the end', declined, -1, VALID_UNTIL, 'REJECTED DO_NOT_HONOR'],
  ['declined at the end', declined, 0, VALID_UNTIL, 'CANCELLED EXPIRED'],
  ['declined long after it', declined, 1_000_000, VALID_UNTIL, 'CANCELLED EXPIRED'],
  ['declined after a shorter wait', declined, 0, VALID_UNTIL - 1, 'REJECTED DO_NOT_HONOR'],
  ['never arrived', neverArrived, 0, VALID_UNTIL, 'ERROR SYSTEM_ERROR'],
  ['approved', approved, 0, VALID_UNTIL, 'COMPLETED '],
] as const) {
  test(`a payment whose transfer was ${what} is ${expected}`, () => {
    const loaded = transfer(waitUntil);
    const [attempt] = loaded.attempts as [Attempt];
    const report = { attemptId: attempt.attemptId, fence: null, finding };
    const now = at(VALID_UNTIL - START + ms);
    const ended = decided(decideOutcome(paymentConclusions, loaded, report, plainTerms, now));
    const { payment } = ended.loaded;
    assert.equal(`${payment.status} ${payment.rejectCode ?? ''}`, expected);
    assert.equal(payment.holdsOrder, payment.status === 'COMPLETED');
    assert.ok(dropsDeadline(ended));
    const [transaction] = ended.loaded.transactions;
    if (finding === declined) {
      assert.deepEqual(
        [transaction?.status, transaction?.rejectCode],
        ['REJECTED', 'DO_NOT_HONOR'],
        'the transaction keeps what the provider said',
      );
    }
  });
}
