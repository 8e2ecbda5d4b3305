// Tests of what reports make of a dispute: the newest by its own time is the present state, in
// whatever order they arrive, and a repeated one changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../core/clock.ts';
import { createIds } from '../core/id.ts';
import { money } from '../core/money.ts';
import { seededRandom } from '../core/testing/seeded-random.ts';
import { disputeStages, type DisputeNews } from '../providers/provider-message.ts';
import { withReport, type Dispute } from './dispute.ts';
import { disputeView } from './dispute.view.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const now = { at: START, ids: createIds({ now: () => START }, seededRandom(1)) };
const news: DisputeNews = {
  merchantId: '10000001',
  paymentId: now.ids.next(),
  attemptId: now.ids.next(),
  reference: 'dp_1',
  stage: 'OPENED',
  amount: money(12_345n, 'PLN'),
  reason: '10.4',
  respondUntil: START + 9_000,
  at: START - 5_000,
};

/** The dispute after these reports, in this order. */
function after(...all: Partial<DisputeNews>[]): Dispute | undefined {
  return all.reduce<Dispute | undefined>(
    (known, one) => withReport(known, 'adyen', { ...news, ...one }, now) ?? known,
    undefined,
  );
}

const chargedBack = {
  stage: 'CHARGED_BACK',
  at: START - 4_000,
  amount: money(12_000n, 'PLN'),
} as const;
const won = { stage: 'WON', at: START - 3_000, reason: null, respondUntil: null } as const;

test('the first report is the dispute', () => {
  const { disputeId, ...dispute } = after({}) ?? assert.fail();
  assert.ok(disputeId);
  assert.deepEqual(dispute, {
    merchantId: news.merchantId,
    paymentId: news.paymentId,
    attemptId: news.attemptId,
    provider: 'adyen',
    reference: 'dp_1',
    stage: 'OPENED',
    amountMinor: 12_345n,
    currency: 'PLN',
    reason: '10.4',
    respondUntil: START + 9_000,
    happenedAt: START - 5_000,
    history: [
      {
        stage: 'OPENED',
        amountMinor: '12345',
        currency: 'PLN',
        reason: '10.4',
        respondUntil: '2026-03-01T12:00:09.000Z',
        at: '2026-03-01T11:59:55.000Z',
        receivedAt: '2026-03-01T12:00:00.000Z',
      },
    ],
    createdAt: START,
    updatedAt: START,
    version: 1,
  });
});

const orders: Partial<DisputeNews>[][] = [
  [{}, chargedBack, won],
  [{}, won, chargedBack],
  [chargedBack, {}, won],
  [chargedBack, won, {}],
  [won, {}, chargedBack],
  [won, chargedBack, {}],
];
for (const order of orders) {
  const names = order.map(({ stage = 'OPENED' }) => stage).join(', ');
  test(`${names}: WON, with everything that was said`, () => {
    const dispute = after(...order) ?? assert.fail();
    assert.deepEqual([dispute.stage, dispute.happenedAt], ['WON', START - 3_000]);
    // What the newest report leaves out is still known.
    assert.deepEqual([dispute.reason, dispute.respondUntil], ['10.4', START + 9_000]);
    const stages = dispute.history.map(({ stage }) => stage);
    assert.deepEqual(stages, ['OPENED', 'CHARGED_BACK', 'WON']);
    assert.equal(dispute.version, 3);
  });
}

test('a report that is repeated changes nothing, also after a newer one', () => {
  const dispute = after({}, chargedBack) ?? assert.fail();
  const later = { ...now, at: START + 60_000 };
  for (const one of [news, { ...news, ...chargedBack }])
    assert.equal(withReport(dispute, 'adyen', one, later), undefined);
  for (const change of [
    { stage: 'LOST' },
    { amount: money(12_346n, 'PLN') },
    { amount: money(12_345n, 'EUR') },
    { reason: '13.1' },
    { respondUntil: null },
    { at: START - 5_001 },
  ] as const) {
    const changed = withReport(dispute, 'adyen', { ...news, ...change }, later);
    assert.equal(changed?.history.length, 3, JSON.stringify(Object.keys(change)));
    assert.deepEqual([changed?.updatedAt, changed?.createdAt], [START + 60_000, START]);
  }
});

test('of two reports of one moment, the later stage counts in both orders', () => {
  for (const [place, stage] of disputeStages.entries()) {
    for (const other of disputeStages.slice(place + 1)) {
      assert.equal(after({ stage }, { stage: other })?.stage, other);
      assert.equal(after({ stage: other }, { stage })?.stage, other);
    }
  }
});

test('the newest reports are kept if there are very many', () => {
  const many = Array.from({ length: 130 }, (_, place) => ({ at: START - 130 + place }));
  const dispute = after(...many) ?? assert.fail();
  assert.equal(dispute.history.length, 100);
  assert.equal(Date.parse(dispute.history[0]?.at ?? ''), START - 100);
  assert.equal(after(...many.toReversed())?.happenedAt, START - 1);
});

test('operators see when it was first and last reported, and both times of each report', () => {
  const first = withReport(undefined, 'adyen', news, now) ?? assert.fail('nothing new');
  const later = { ...now, at: START + 60_000 };
  const lost = { ...news, stage: 'LOST', at: START + 30_000, respondUntil: null } as const;
  const view = disputeView(withReport(first, 'adyen', lost, later) ?? assert.fail('nothing new'));
  assert.deepEqual(
    [view.createdAt, view.updatedAt, view.happenedAt, view.respondUntil],
    [0, 60_000, 30_000, 9_000].map((ms) => isoTime(START + ms)),
  );
  assert.deepEqual(
    view.history.map((one) => [one.at, one.receivedAt, one.respondUntil]),
    [
      [-5_000, 0, 9_000].map((ms) => isoTime(START + ms)),
      [isoTime(START + 30_000), isoTime(START + 60_000), undefined],
    ],
  );
});
