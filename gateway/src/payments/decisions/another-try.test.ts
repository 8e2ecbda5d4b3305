// Tests of tries on the payment page: which refusals leave the payment open, and what happens to
// late results of earlier tries.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Attempt, AttemptVerb } from '../../providers/attempt.ts';
import type { Finding } from '../../providers/outcome.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import { deadlines, type Loaded } from '../model/payment.ts';
import { decideRefused, mayTryAgain } from './another-try.ts';
import { decideCancel, decideStopTry } from './cancel.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { newDecision, type Decision } from './decision.ts';
import { decideOutcome, type Conclusion, type ConclusionTerms } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import { freshPayment, plainStart, plainTerms } from './testing/fresh-payment.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const at = (ms: number) => ({ at: START + ms, ids });
const VALID_MS = 1_800_000;

const confirm: Finding = { kind: 'pending', reference: 'op-1', customer: { kind: 'confirm' } };
const approved: Finding = {
  kind: 'approved',
  reference: 'op-1',
  authCode: null,
  networkTransactionId: null,
};
const declined: Finding = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };
const lost: Finding = { kind: 'not-found' };

const onPage = { channel: 'PAYWALL', validUntil: START + VALID_MS, extOrderId: 'order-1' } as const;
const another = (rejectCode: RejectCode): ConclusionTerms => ({
  ...plainTerms,
  anotherTry: { rejectCode, dataRequest: 'INSTRUMENT' },
});

const start = (loaded: Loaded, ms: number, waitMs = 70_000): Loaded =>
  decideStart(
    newDecision(loaded),
    { ...plainStart, provider: 'blik', waitUntil: START + ms + waitMs },
    at(ms),
  ).loaded;

function begin(given: Parameters<typeof freshPayment>[1] = {}): Loaded {
  const payment = freshPayment(at(0), { ...onPage, ...given });
  const registered = decideRegister(payment, {}, at(0));
  return start(registered.loaded, 0);
}

function conclude(
  loaded: Loaded,
  of: Attempt | undefined,
  finding: Finding,
  terms: ConclusionTerms = plainTerms,
  ms = 1000,
): Conclusion {
  const report = { attemptId: of?.attemptId ?? '', fence: null, finding };
  return decideOutcome(paymentConclusions, loaded, report, terms, at(ms));
}

function decided(conclusion: Conclusion): Decision {
  assert.ok(conclusion.kind === 'decided', conclusion.kind);
  return conclusion.decision;
}

const attemptOf = ({ attempts }: Loaded, verb: AttemptVerb = 'authorize', place = -1) =>
  attempts.filter((one) => one.verb === verb).at(place);
const textOf = ({ payment }: Loaded): string =>
  [payment.status, payment.dataRequest, payment.rejectCode].filter((one) => one !== null).join(' ');
const states = ({ attempts }: Loaded): string[] =>
  attempts.map(({ verb, state }) => `${verb} ${state}`);
const dueAt = ({ draft }: Decision): unknown =>
  draft.inserts.find(({ table }) => table === deadlines)?.row['dueAt'];

/** A payment whose first try was declined after a second. */
const refused = (): Loaded => {
  const loaded = begin();
  return decided(conclude(loaded, attemptOf(loaded), declined, another('DO_NOT_HONOR'))).loaded;
};

for (const [name, finding, code] of [
  ['a decline', declined, 'DO_NOT_HONOR'],
  ['a request that never arrived', lost, 'SYSTEM_ERROR'],
] as const) {
  test(`${name} leaves the payment open until it expires, and the order free`, () => {
    const loaded = begin();
    const decision = decided(conclude(loaded, attemptOf(loaded), finding, another(code)));
    const { payment, transactions } = decision.loaded;
    assert.equal(textOf(decision.loaded), `PENDING INSTRUMENT ${code}`);
    assert.deepEqual([payment.holdsOrder, payment.cardHeld], [false, false]);
    assert.deepEqual([payment.refusedTries, payment.refusedAt], [1, START + 1000]);
    assert.equal(dueAt(decision), START + VALID_MS);
    const status = finding.kind === 'declined' ? 'REJECTED' : 'ERROR';
    assert.deepEqual([transactions[0]?.status, transactions[0]?.rejectCode], [status, code]);
  });
}

test('the next try holds the order and has no reject code; its success pays', () => {
  const again = start(refused(), 5000);
  assert.equal(textOf(again), 'PENDING');
  assert.equal(again.payment.holdsOrder, true);
  assert.equal(again.payment.refusedTries, 1);
  const paid = decided(conclude(again, attemptOf(again), approved)).loaded;
  assert.equal(textOf(paid), 'COMPLETED');
});

test('no second authorization while one is not settled', () => {
  const first = begin();
  const unknown = decided(
    conclude(first, attemptOf(first), { kind: 'unknown', why: 'timeout' }),
  ).loaded;
  for (const loaded of [first, unknown]) {
    assert.throws(
      () => start(loaded, 5000),
      (error) => error instanceof Refusal && error.code === 'OPERATION_IN_PROGRESS',
    );
  }
});

test('a late success of a refused try while the next one waits: reversed, with an alarm', () => {
  const second = start(refused(), 5000);
  const asked = decided(conclude(second, attemptOf(second), confirm, plainTerms, 6000)).loaded;
  const late = conclude(asked, attemptOf(asked, 'authorize', 0), approved, plainTerms, 7000);
  assert.equal(late.kind === 'decided' && late.alarm, 'late-success');
  const { loaded, next } = decided(late);
  assert.equal(loaded.payment.status, 'REJECTED');
  assert.equal(loaded.payment.holdsOrder, true);
  assert.equal(next.kind === 'call' && next.attempt.intent, 'LATE_SUCCESS');
});

test('a late success of a refused try after the next one paid: only that money goes back', () => {
  const second = start(refused(), 5000);
  const paid = decided(conclude(second, attemptOf(second), approved, plainTerms, 6000)).loaded;
  const late = conclude(paid, attemptOf(paid, 'authorize', 0), approved, plainTerms, 7000);
  assert.equal(late.kind === 'decided' && late.alarm, 'late-success');
  const { loaded, next } = decided(late);
  assert.deepEqual([loaded.payment.status, loaded.payment.capturedMinor], ['COMPLETED', 12_345n]);
  assert.equal(next.kind === 'call' && next.attempt.intent, 'LATE_SUCCESS');
});

test('a late success while the payment waits for another try: reversed, no try follows', () => {
  const open = refused();
  const late = conclude(open, attemptOf(open), approved, plainTerms, 7000);
  assert.equal(late.kind === 'decided' && late.alarm, 'late-success');
  const { loaded } = decided(late);
  assert.equal(textOf(loaded), 'REJECTED DO_NOT_HONOR');
  assert.throws(() => start(loaded, 8000), Refusal);
});

/** The customer has not confirmed in time, and the operator is asked to stop. */
function stopping(): Loaded {
  const asked = begin();
  const waiting = decided(conclude(asked, attemptOf(asked), confirm)).loaded;
  const decision = decideStopTry(waiting, plainTerms, at(70_000));
  assert.ok(decision);
  assert.equal(dueAt(decision), START + VALID_MS);
  assert.deepEqual(states(decision.loaded), ['authorize PENDING', 'stop OPEN']);
  assert.equal(textOf(decision.loaded), 'PENDING');
  return decision.loaded;
}

const stopped = { ...approved, reference: 'stop' };

test('a confirmed stop leaves the payment open', () => {
  const terms = another('BLIK_USER_TIMEOUT');
  const loaded = stopping();
  const after = decided(conclude(loaded, attemptOf(loaded, 'stop'), stopped, terms, 71_000)).loaded;
  assert.equal(textOf(after), 'PENDING INSTRUMENT BLIK_USER_TIMEOUT');
  assert.deepEqual(states(after), ['authorize STOPPED', 'stop APPROVED']);
  assert.equal(after.transactions[0]?.status, 'CANCELLED');
  assert.equal(after.payment.holdsOrder, false);
  start(after, 80_000);
});

test('a stop that is confirmed too late for another try expires the payment', () => {
  const loaded = stopping();
  const stop = attemptOf(loaded, 'stop');
  const after = decided(conclude(loaded, stop, stopped, plainTerms, VALID_MS)).loaded;
  assert.equal(textOf(after), 'CANCELLED EXPIRED');
});

test('a success beats the stop; a decline leaves it open before the stop is answered', () => {
  const loaded = stopping();
  const paid = decided(conclude(loaded, attemptOf(loaded), approved, plainTerms, 71_000)).loaded;
  assert.equal(textOf(paid), 'COMPLETED');
  const terms = another('BLIK_USER_TIMEOUT');
  const open = decided(conclude(loaded, attemptOf(loaded), declined, terms, 71_000)).loaded;
  assert.equal(textOf(open), 'PENDING INSTRUMENT BLIK_USER_TIMEOUT');
  assert.throws(() => start(open, 72_000), Refusal, 'the stop is not answered yet');
  const stop = attemptOf(open, 'stop');
  const after = decided(conclude(open, stop, stopped, terms, 73_000)).loaded;
  assert.equal(after.payment.refusedTries, 1);
  start(after, 74_000);
});

test('an operator that still waits after a declined stop is asked again', () => {
  const loaded = stopping();
  const stop = attemptOf(loaded, 'stop');
  const denied = decided(conclude(loaded, stop, declined, plainTerms, 71_000)).loaded;
  assert.equal(textOf(denied), 'PENDING');
  const again = decided(conclude(denied, attemptOf(denied), confirm, plainTerms, 72_000));
  assert.deepEqual(states(again.loaded), ['authorize PENDING', 'stop DECLINED', 'stop OPEN']);
  const cancelled = decideCancel(again.loaded, null, plainTerms, at(73_000));
  assert.equal(cancelled.next.kind, 'none', 'one stop at a time');
});

test('a provider that cannot stop is not asked', () => {
  const asked = begin();
  const waiting = decided(conclude(asked, attemptOf(asked), confirm)).loaded;
  const terms = { ...plainTerms, supports: () => false };
  assert.equal(decideStopTry(waiting, terms, at(70_000)), undefined);
});

test('who may try again: the page only, within ten authorizations and the validity time', () => {
  const may = (
    given: Partial<Loaded['payment']> = {},
    more: { tries?: number; repeat?: boolean; code?: RejectCode; ms?: number } = {},
  ): boolean => {
    const { payment, attempts } = begin();
    const [one] = attempts;
    assert.ok(one);
    const list = Array.from({ length: more.tries ?? 1 }, () => one);
    const options = more.repeat === undefined ? undefined : { repeat: more.repeat };
    const subject = { payment: { ...payment, ...given }, attempts: list };
    return mayTryAgain(subject, options, more.code ?? 'DO_NOT_HONOR', at(more.ms ?? 0));
  };
  assert.equal(may(), true);
  assert.equal(may({}, { repeat: true }), true);
  assert.equal(may({}, { repeat: false }), false);
  for (const channel of ['WEBAPI', 'MOBILE', 'MOTO', 'TERMINAL', 'LINK'] as const) {
    assert.equal(may({ channel: channel as Loaded['payment']['channel'] }), false, channel);
  }
  assert.equal(may({ transKind: 'ACCT_FUNDING' }), false);
  assert.deepEqual([may({}, { tries: 9 }), may({}, { tries: 10 })], [true, false]);
  assert.deepEqual([may({ refusedTries: 29 }), may({ refusedTries: 30 })], [true, false]);
  assert.deepEqual([may({}, { ms: VALID_MS - 1 }), may({}, { ms: VALID_MS })], [true, false]);
  for (const code of ['ORDER_ALREADY_PAID', 'CHANNEL_NOT_SUPPORTED'] as const) {
    assert.equal(may({}, { code }), false, code);
  }
  for (const code of ['LOST_CARD', 'SUSPECTED_FRAUD', 'UNSUPPORTED_BIN'] as const) {
    assert.equal(may({}, { code }), true, code);
  }
});

test('a refusal before any call: NEW stays NEW without an event, or ends REJECTED', () => {
  const registered = decideRegister(freshPayment(at(0), onPage), {}, at(0));
  const waiting = () => newDecision(registered.loaded);
  const open = decideRefused(waiting(), undefined, 'UNSUPPORTED_BIN', {}, at(1));
  assert.equal(textOf(open.loaded), 'NEW INSTRUMENT UNSUPPORTED_BIN');
  assert.equal(open.loaded.payment.sequence, 1);
  for (const ended of [
    decideRefused(waiting(), { repeat: false }, 'UNSUPPORTED_BIN', {}, at(1)),
    decideRefused(registered, undefined, 'UNSUPPORTED_BIN', {}, at(1)),
  ]) {
    assert.equal(textOf(ended.loaded), 'REJECTED UNSUPPORTED_BIN');
    assert.equal(ended.loaded.payment.sequence, 2);
  }
});

test('a card is saved in the entry of the approval, and by no other result', () => {
  const loaded = begin();
  const paid: (string | null)[] = [];
  const terms = (rejectCode: RejectCode): ConclusionTerms => ({
    ...another(rejectCode),
    saveCard: (_draft, { status, tokenizerId }) => void paid.push(status, tokenizerId),
  });
  const held = { ...loaded, payment: { ...loaded.payment, cardHeld: true } };
  for (const finding of [declined, lost]) {
    const { payment } = decided(
      conclude(held, attemptOf(held), finding, terms('DO_NOT_HONOR')),
    ).loaded;
    assert.deepEqual([payment.tokenizerId, payment.cardHeld], [null, false]);
  }
  const cancelled = decideCancel(held, null, plainTerms, at(500)).loaded;
  conclude(cancelled, attemptOf(cancelled), approved, terms('DO_NOT_HONOR'));
  assert.deepEqual(paid, []);
  const { payment } = decided(
    conclude(held, attemptOf(held), approved, terms('DO_NOT_HONOR')),
  ).loaded;
  assert.notEqual(payment.tokenizerId, null);
  assert.equal(payment.cardHeld, true, 'the tokenization takes it');
  assert.deepEqual(paid, ['COMPLETED', payment.tokenizerId]);
});
