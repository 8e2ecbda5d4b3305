// Tests of every step of an authentication as a decision: payment, authentication, card, deadline
// and events afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds, type TimeAndIds } from '../../core/id.ts';
import { isRejectCode } from '../../providers/reject-codes.ts';
import { attempts } from '../../providers/attempt.ts';
import { defaultScaPolicy } from '../../merchants/sca-policy.ts';
import { events } from '../../events/event.ts';
import {
  authentications,
  newAuthentication,
  type Authentication,
} from '../../threeds/authentication.ts';
import { verdictOf, type AuthenticationVerdict } from '../../threeds/result.ts';
import { heldCards, type HeldCardRow } from '../../vault/held-card.store.ts';
import { deadlines } from '../model/payment.ts';
import {
  decideAuthenticate,
  decideContinueAuthentication,
  decideFingerprint,
  decideReported,
  type StepContext,
} from './authentication-steps.ts';
import { decideReject } from './another-try.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { newDecision, type Decision } from './decision.ts';
import { decideOutcome, type ConclusionTerms } from './outcome.ts';
import { decideRegister, decideStart } from './register.ts';
import {
  freshPayment,
  plainMeans,
  plainRoute,
  plainStart,
  plainTerms,
} from './testing/fresh-payment.ts';
import type { AuthenticationReport } from '../../methods/card/sca/authentication-report.ts';
import { dropCode } from '../../vault/held-card.ts';
import type { Draft } from '../../journal/entry.ts';
import type { Table } from '../../journal/table.ts';

const START = Date.parse('2026-03-15T12:00:00Z');
const ids = createIds({ now: () => START }, (size) => new Uint8Array(size).fill(7));
const limits = { fingerprintMs: 10_000, answerMs: 12_000, challengeMs: 600_000 };
const at = (ms: number): TimeAndIds => ({ at: START + ms, ids });
const range = { acsStart: '2.1.0', acsEnd: '2.2.0', dsStart: null, dsEnd: null };

function fresh(threeDSMethodURL: string | null, challengeInd = '01') {
  return {
    organization: 'VISA',
    messageVersion: '2.2.0',
    deviceChannel: '02',
    challengeInd,
    exemption: null,
    range: { ...range, threeDSMethodURL },
    runsScripts: true,
  } as const;
}

const cardRow = (key: { merchantId: string; paymentId: string }): HeldCardRow => ({
  merchantId: key.merchantId,
  paymentId: key.paymentId,
  keyVersion: 1,
  sealedCard: new Uint8Array([1]),
  sealedCvv: new Uint8Array([2]),
  cvvUntil: START + 900_000,
  createdAt: START,
  tokenId: null,
});

interface StartedPayment {
  readonly decision: Decision;
  readonly authentication: Authentication;
}

function begin(methodUrl: string | null = null): StartedPayment {
  const payment = freshPayment(at(0), { validUntil: START + 1_800_000 });
  const registered = decideRegister(payment, {}, at(0));
  const authentication = newAuthentication(payment, ids.next(), fresh(methodUrl), limits, START);
  const card = cardRow(payment);
  return {
    decision: decideAuthenticate(registered, authentication, {}, card, at(0)),
    authentication,
  };
}

function context(authentication: Authentication, given: Partial<StepContext> = {}): StepContext {
  return {
    authentication,
    policy: defaultScaPolicy,
    limits,
    at: { provider: 'sandbox', route: plainRoute, waitUntil: null },
    firstCheckMs: 12_000,
    means: plainMeans,
    held: dropCode(cardRow(authentication)),
    isOrderTaken: false,
    tokenRefusal: null,
    isCardSaved: false,
    options: undefined,
    ...given,
  };
}

const told = (
  verdict: AuthenticationVerdict,
  on: AuthenticationReport['on'] = 'answer',
): AuthenticationReport => ({ on, verdict, facts: {} });

function told3ds(
  begun: StartedPayment,
  news: AuthenticationReport,
  given: Partial<StepContext> = {},
): Decision {
  return decideReported(
    begun.decision.loaded,
    context(begun.authentication, given),
    news,
    at(1000),
  );
}

const inserted = (draft: Draft, table: Table) => draft.inserts.filter((one) => one.table === table);
const updated = (draft: Draft, table: Table) => draft.updates.find((one) => one.table === table);
const wiped = (draft: Draft, table: Table) => draft.deletes.some((one) => one.table === table);
const stateIn = ({ draft }: Decision) => updated(draft, authentications)?.row['state'];

test('starts by asking the directory server, with card and code in the vault', () => {
  const { decision, authentication } = begin();
  const { payment } = decision.loaded;
  assert.equal(authentication.state, 'ASKING');
  assert.deepEqual(
    [payment.status, payment.dataRequest, payment.cardHeld, payment.holdsOrder],
    ['PENDING', null, true, false],
  );
  const [held] = inserted(decision.draft, heldCards);
  assert.notEqual(held?.row['sealedCvv'], null);
  assert.equal(inserted(decision.draft, deadlines)[0]?.row['dueAt'], START + limits.answerMs);
  assert.equal(inserted(decision.draft, attempts).length, 0);
});

test('starts with the fingerprint step if the range has one, and requests it', () => {
  const { decision, authentication } = begin('https://acs.example/method');
  assert.equal(authentication.state, 'FINGERPRINT');
  assert.equal(decision.loaded.payment.dataRequest, 'CARD_3DS');
  const after = decideFingerprint(decision.loaded, authentication, 'Y', limits, at(2000));
  const row = updated(after.draft, authentications)?.row;
  assert.deepEqual([row?.['state'], row?.['methodCompletion']], ['ASKING', 'Y']);
  assert.equal(after.loaded.payment.dataRequest, null);
  assert.equal(inserted(after.draft, events).length, 0, 'a step is no event');
});

test('does not wait for a fingerprint step that the browser cannot run', () => {
  const unscripted = { ...fresh('https://acs.example/method'), runsScripts: false };
  const key = { merchantId: '10000001', paymentId: ids.next() };
  const { state, methodCompletion } = newAuthentication(key, ids.next(), unscripted, limits, START);
  assert.deepEqual([state, methodCompletion], ['ASKING', 'N']);
});

const endings: [status: 'Y' | 'A' | 'N' | 'R' | 'U' | 'I', what: string][] = [
  ['Y', 'authorized, the card stays without its code'],
  ['A', 'authorized, the card stays without its code'],
  ['I', 'authorized, the card stays without its code'],
  ['N', 'SCA_FAILED'],
  ['R', 'SCA_REJECTED'],
  ['U', 'SCA_UNAVAILABLE'],
];
for (const [transStatus, what] of endings) {
  test(`an answer of ${transStatus} ends the authentication: ${what}`, () => {
    const decision = told3ds(begin(), told(verdictOf(transStatus)));
    const { payment } = decision.loaded;
    assert.equal(stateIn(decision), 'DONE');
    assert.equal(wiped(decision.draft, deadlines), true);
    if (isRejectCode(what)) {
      assert.deepEqual([payment.status, payment.rejectCode], ['REJECTED', what]);
      assert.equal(wiped(decision.draft, heldCards), true);
      assert.equal(payment.cardHeld, false);
      assert.equal(inserted(decision.draft, attempts).length, 0);
      return;
    }
    assert.deepEqual([payment.status, payment.holdsOrder], ['PENDING', true]);
    assert.equal(inserted(decision.draft, attempts).length, 1);
    assert.equal(payment.cardHeld, true);
    assert.equal(wiped(decision.draft, heldCards), false);
    assert.equal(updated(decision.draft, heldCards)?.row['sealedCvv'], null);
  });
}

test('after the customer passed a challenge the card is no longer held', () => {
  const begun = begin();
  const authentication: Authentication = { ...begun.authentication, state: 'CHALLENGE' };
  const decision = told3ds({ ...begun, authentication }, told(verdictOf('Y'), 'result'));
  assert.equal(wiped(decision.draft, heldCards), true);
  assert.equal(decision.loaded.payment.cardHeld, false);
  assert.equal(inserted(decision.draft, attempts).length, 1);
  const context = { isCardSaved: true };
  const saved = told3ds({ ...begun, authentication }, told(verdictOf('Y'), 'result'), context);
  assert.equal(saved.loaded.payment.cardHeld, true, 'the tokenization takes it');
  assert.equal(updated(saved.draft, heldCards)?.row['sealedCvv'], null);
});

test('a proof that comes after the validity time authorizes nothing', () => {
  const { decision, authentication } = begin();
  const late = at(1_800_000);
  const after = decideReported(
    decision.loaded,
    context(authentication),
    told(verdictOf('Y')),
    late,
  );
  const { status, rejectCode } = after.loaded.payment;
  assert.deepEqual([status, rejectCode], ['CANCELLED', 'EXPIRED']);
  assert.equal(inserted(after.draft, attempts).length, 0);
  assert.equal(wiped(after.draft, heldCards), true);
});

test('without the card nothing is authorized, and a refusal still ends the payment', () => {
  for (const [verdict, code] of [
    [verdictOf('Y'), 'SCA_UNAVAILABLE'],
    [verdictOf('N'), 'SCA_FAILED'],
  ] as const) {
    const decision = told3ds(begin(), told(verdict), { means: null });
    assert.equal(decision.loaded.payment.rejectCode, code);
    assert.equal(inserted(decision.draft, attempts).length, 0);
  }
});

test('a challenge requests data from the customer and waits until its deadline', () => {
  const decision = told3ds(begin(), told({ kind: 'challenge' }));
  assert.equal(stateIn(decision), 'CHALLENGE');
  assert.equal(decision.loaded.payment.dataRequest, 'CARD_3DS');
  const due = inserted(decision.draft, deadlines)[0]?.row['dueAt'];
  assert.equal(due, START + 1000 + limits.challengeMs);
});

test('a decoupled challenge requests nothing from the customer', () => {
  const decision = told3ds(begin(), told({ kind: 'wait' }));
  assert.equal(stateIn(decision), 'WAITING');
  assert.equal(decision.loaded.payment.dataRequest, null);
});

test('an unavailable authentication is authorized when the merchant takes the risk', () => {
  const policy = { ...defaultScaPolicy, whenUnavailable: 'AUTHORIZE' } as const;
  const decision = told3ds(begin(), told({ kind: 'unavailable' }), { policy });
  assert.equal(inserted(decision.draft, attempts).length, 1);
  assert.equal(decision.loaded.payment.status, 'PENDING');
});

test('status I does not satisfy a mandated challenge', () => {
  const begun = begin();
  const mandated: Authentication = { ...begun.authentication, challengeInd: '04' };
  const take = (authentication: Authentication, given: Partial<StepContext> = {}) =>
    told3ds({ ...begun, authentication }, told(verdictOf('I')), given).loaded.payment;
  assert.equal(take(begun.authentication).status, 'PENDING');
  assert.deepEqual(
    [take(mandated).status, take(mandated).rejectCode],
    ['REJECTED', 'SCA_UNAVAILABLE'],
  );
  const policy = { ...defaultScaPolicy, whenUnavailable: 'AUTHORIZE' } as const;
  assert.equal(take(mandated, { policy }).status, 'PENDING', 'the merchant takes the risk');
});

test("a broken challenge is never authorized, whatever the merchant's policy", () => {
  const begun = begin();
  const authentication: Authentication = { ...begun.authentication, state: 'CHALLENGE' };
  const policy = { ...defaultScaPolicy, whenUnavailable: 'AUTHORIZE' } as const;
  const news = told({ kind: 'unavailable' }, 'result');
  const decision = told3ds({ ...begun, authentication }, news, { policy });
  const { status, rejectCode } = decision.loaded.payment;
  assert.deepEqual([status, rejectCode], ['REJECTED', 'SCA_UNAVAILABLE']);
});

test('a payment whose order was paid in the meantime ends without money', () => {
  const decision = told3ds(begin(), told(verdictOf('Y')), { isOrderTaken: true });
  const { status, rejectCode } = decision.loaded.payment;
  assert.deepEqual([status, rejectCode], ['REJECTED', 'ORDER_ALREADY_PAID']);
  assert.equal(inserted(decision.draft, attempts).length, 0);
});

function softDecline(afterDecline: ConclusionTerms['afterDecline']): Decision {
  const payment = freshPayment(at(0), { validUntil: START + 1_800_000 });
  const registered = decideRegister(payment, {}, at(0));
  const held = dropCode(cardRow(payment));
  const started = decideStart(registered, { ...plainStart, exemption: 'TRA', held }, at(0));
  const attempt = started.loaded.attempts[0];
  const finding = { kind: 'declined', rejectCode: 'SCA_REQUIRED', reference: null } as const;
  const news = { attemptId: attempt?.attemptId ?? '', fence: 1, finding };
  const terms = { ...plainTerms, afterDecline };
  const concluded = decideOutcome(paymentConclusions, started.loaded, news, terms, at(500));
  assert.ok(concluded.kind === 'decided');
  return concluded.decision;
}

test('a soft decline leads to a challenge under the same payment', () => {
  const key = { merchantId: '10000001', paymentId: ids.next() };
  const challenge = newAuthentication(key, ids.next(), fresh(null, '04'), limits, START + 500);
  const { draft, loaded } = softDecline({ kind: 'authenticate', authentication: challenge });
  assert.deepEqual([loaded.payment.status, loaded.payment.holdsOrder], ['PENDING', false]);
  assert.equal(loaded.payment.cardHeld, true);
  assert.equal(inserted(draft, authentications).length, 1);
  const [transaction] = loaded.transactions;
  assert.deepEqual([transaction?.status, transaction?.rejectCode], ['REJECTED', 'SCA_REQUIRED']);
});

test('a soft decline without a device waits for one, and continues with it', () => {
  const { draft, loaded } = softDecline({ kind: 'need', dataRequest: 'DEVICE' });
  const { payment } = loaded;
  assert.deepEqual([payment.status, payment.dataRequest], ['PENDING', 'DEVICE']);
  assert.deepEqual([payment.cardHeld, payment.holdsOrder], [true, false]);
  assert.equal(inserted(draft, authentications).length, 0);
  assert.equal(inserted(draft, deadlines)[0]?.row['dueAt'], payment.validUntil);
  const challenge = newAuthentication(payment, ids.next(), fresh(null, '04'), limits, START + 900);
  const after = decideContinueAuthentication(newDecision(loaded), challenge, at(900));
  assert.deepEqual(
    [after.loaded.payment.status, after.loaded.payment.dataRequest],
    ['PENDING', null],
  );
  assert.equal(inserted(after.draft, authentications).length, 1);
  assert.equal(inserted(after.draft, events).length, 0, 'a step is no event');
  assert.equal(inserted(after.draft, deadlines)[0]?.row['dueAt'], challenge.dueAt);
  const over = decideReject(newDecision(loaded), 'SCA_REQUIRED', at(900)).loaded.payment;
  assert.deepEqual(
    [over.status, over.rejectCode, over.cardHeld],
    ['REJECTED', 'SCA_REQUIRED', false],
  );
});

test('after a soft decline no policy authorizes an unauthenticated customer', () => {
  const key = { merchantId: '10000001', paymentId: ids.next() };
  const challenge = newAuthentication(key, ids.next(), fresh(null, '04'), limits, START + 500);
  const { loaded } = softDecline({ kind: 'authenticate', authentication: challenge });
  const policy = { ...defaultScaPolicy, whenUnavailable: 'AUTHORIZE' } as const;
  for (const transStatus of ['U', 'I'] as const) {
    const news = told(verdictOf(transStatus));
    const { payment } = decideReported(
      loaded,
      context(challenge, { policy }),
      news,
      at(900),
    ).loaded;
    assert.deepEqual([payment.status, payment.rejectCode], ['REJECTED', 'SCA_UNAVAILABLE']);
  }
});

test('a soft decline that cannot be challenged ends the payment and removes the card', () => {
  const { draft, loaded } = softDecline(undefined);
  const { status, rejectCode, cardHeld } = loaded.payment;
  assert.deepEqual([status, rejectCode, cardHeld], ['REJECTED', 'SCA_REQUIRED', false]);
  assert.equal(wiped(draft, heldCards), true);
});
