// Tests of a declined authorization that goes on at the next provider: one entry with the decline
// and the next attempt, which keeps what the first was based on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { events } from '../../events/event.ts';
import type { Finding } from '../../providers/outcome.ts';
import { heldCards } from '../../vault/held-card.store.ts';
import type { Loaded } from '../model/payment.ts';
import { decideCancel } from './cancel.ts';
import { paymentConclusions } from './conclude-operation.ts';
import { decideOutcome, type Conclusion, type Elsewhere } from './outcome.ts';
import { decideRegister, decideStart, type Start } from './register.ts';
import {
  freshPayment,
  plainMeans,
  plainRoute,
  plainStart,
  plainTerms,
} from './testing/fresh-payment.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const ids = createIds({ now: () => START }, seededRandom(1));
const at = (ms: number) => ({ at: START + ms, ids });
const authenticationId = ids.next();

const declined: Finding = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: 'r-1',
  providerCode: '91',
  mayTryElsewhere: true,
};
const elsewhere: Elsewhere = {
  provider: 'second',
  route: { ...plainRoute, providers: ['sandbox', 'second'], position: 1, why: 'declined' },
  means: plainMeans,
  funding: null,
  waitUntil: null,
};

function begin(given: Partial<Start> = {}): Loaded {
  const payment = freshPayment(at(0), { validUntil: START + 1_800_000, extOrderId: 'order-1' });
  const start = { ...plainStart, authenticationId, exemption: 'TRA' as const, ...given };
  return decideStart(decideRegister(payment, {}, at(0)), start, at(0)).loaded;
}

function conclude(loaded: Loaded, finding: Finding = declined, more: object = {}): Conclusion {
  const attempt = loaded.attempts.at(-1) ?? assert.fail('an attempt');
  const report = { attemptId: attempt.attemptId, fence: attempt.fence, finding };
  const terms = { ...plainTerms, elsewhere, ...more };
  return decideOutcome(paymentConclusions, loaded, report, terms, at(1000));
}

function decided(conclusion: Conclusion) {
  assert.ok(conclusion.kind === 'decided', conclusion.kind);
  return conclusion.decision;
}

test('the decline and the next attempt are one entry', () => {
  const before = begin();
  const { draft, loaded, next } = decided(conclude(before));
  const [first, second] = loaded.attempts;
  assert.deepEqual(
    [first?.state, first?.rejectCode, first?.providerCode, first?.finishedAt],
    ['DECLINED', 'PROVIDER_UNAVAILABLE', '91', START + 1000],
  );
  assert.ok(second && next.kind === 'call');
  assert.equal(next.attempt, second);
  assert.deepEqual([next.means, next.funding], [plainMeans, null]);
  assert.deepEqual(
    [second.provider, second.state, second.fence, second.amountMinor, second.checkAt],
    ['second', 'OPEN', 1, 12_345n, START + 2000],
  );
  assert.deepEqual(second.route, elsewhere.route);
  assert.deepEqual([second.authenticationId, second.exemption], [authenticationId, 'TRA']);
  assert.notEqual(second.transId, first?.transId);
  assert.deepEqual(
    loaded.transactions.map(({ type, status, rejectCode }) => [type, status, rejectCode]),
    [
      ['AUTH', 'REJECTED', 'PROVIDER_UNAVAILABLE'],
      ['AUTH', 'PENDING', null],
    ],
  );
  const { status, rejectCode, holdsOrder } = loaded.payment;
  assert.deepEqual([status, rejectCode, holdsOrder], ['PENDING', null, true]);
  assert.equal(loaded.payment.version, before.payment.version + 2);
  const reported = draft.inserts.filter(({ table }) => table === events);
  assert.equal(reported.length, 2, 'one for each transaction');
});

test('what is held stays as it is, and the attempt waits as long as its provider may', () => {
  const held = begin();
  const kept: Loaded = { ...held, payment: { ...held.payment, cardHeld: true } };
  const { draft, loaded } = decided(conclude(kept));
  const touched = [...draft.deletes, ...draft.updates, ...draft.inserts];
  assert.equal(loaded.payment.cardHeld, true);
  assert.ok(!touched.some(({ table }) => table === heldCards));
  const waitUntil = START + 5000;
  const waiting = decided(conclude(held, declined, { elsewhere: { ...elsewhere, waitUntil } }));
  assert.equal(waiting.loaded.attempts[1]?.waitUntil, waitUntil);
});

test('another try on the page comes only after the last provider', () => {
  const anotherTry = { dataRequest: 'INSTRUMENT', rejectCode: 'PROVIDER_UNAVAILABLE' };
  const { next } = decided(conclude(begin(), declined, { anotherTry }));
  assert.equal(next.kind, 'call');
});

test('only a decline of a payment in progress goes on elsewhere', () => {
  const begun = begin();
  const approved: Finding = {
    kind: 'approved',
    reference: 'r-1',
    authCode: null,
    networkTransactionId: null,
  };
  const findings: Finding[] = [
    approved,
    { kind: 'not-found' },
    { kind: 'unknown', why: 'timeout' },
    { kind: 'pending', reference: null, customer: null },
  ];
  for (const finding of findings) {
    const { loaded, next } = decided(conclude(begun, finding));
    assert.deepEqual([loaded.attempts.length, next.kind], [1, 'none'], finding.kind);
  }
  const cancelled = decideCancel(begun, null, plainTerms, at(500)).loaded;
  const { loaded, next } = decided(conclude(cancelled));
  assert.deepEqual([loaded.attempts.length, next.kind], [1, 'none']);
});
