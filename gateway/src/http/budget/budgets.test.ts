// Tests of budgets with a manual clock and counts in memory: what is refused, what a node knows
// without asking, and that each alarm is raised once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { defaultsOf } from '../../settings/setting.ts';
import { budgetKinds, budgetSettings, type BudgetSettings } from './budget-settings.ts';
import type { Budget, BudgetRow, BudgetStore } from './budget.store.ts';
import { createBudgets } from './budgets.ts';

const DAY_SECONDS = 24 * 60 * 60;
const keyOf = ({ merchantId, kind, subject }: Budget) => [merchantId, kind, subject].join('|');

/** What the statements do, in memory. */
function memoryStore() {
  const rows = new Map<string, BudgetRow>();
  let reads = 0;
  const store: BudgetStore = {
    take: (list, step, at) =>
      Promise.resolve(
        list.flatMap((one) => {
          const known = rows.get(keyOf(one));
          const before = known && known.endsAt > at ? known : { used: 0, endsAt: one.endsAt };
          if (before.used >= one.most) return [];
          const row = { ...one, used: before.used + step, endsAt: before.endsAt };
          rows.set(keyOf(one), row);
          return [row];
        }),
      ),
    usedUp: (at) => {
      reads += 1;
      const all = [...rows.values()];
      return Promise.resolve(all.filter((row) => row.used >= row.most && row.endsAt > at));
    },
    forget: () => Promise.resolve(0),
  };
  return { store, reads: () => reads };
}

const defaults = defaultsOf(budgetSettings);

function setUp(
  settings: Partial<BudgetSettings> = {},
  memory = memoryStore(),
  clock = handClock(),
) {
  const alarms: object[] = [];
  const audited: string[] = [];
  const counted: unknown[] = [];
  const budgets = createBudgets({
    store: memory.store,
    settings: { ...defaults, ...settings },
    clock,
    metrics: { alarms: { inc: (labels: unknown) => counted.push(labels) } as never },
    log: { error: (facts) => alarms.push(facts) },
    audit: ({ kind }) => Promise.resolve(void audited.push(kind)),
  });
  return { budgets, memory, clock, alarms, audited, counted };
}

const series: Budget = { merchantId: '10000001', kind: 'AGREEMENT_GUESSES', subject: 'a series' };
const merchant: Budget = { merchantId: '10000001', kind: 'MERCHANT_GUESSES', subject: '' };
const use = { merchantId: '10000001', caller: null, paymentId: null };
const code = 'TOO_MANY_WRONG_CARDS';

type Fixture = ReturnType<typeof setUp>;
const guess = async ({ budgets }: Fixture, isWrong: boolean, budget = series): Promise<string> => {
  try {
    await budgets.guess({ budget, others: [merchant], isWrong, code, use });
    return 'told';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return `${error.code} ${String(error.retryAfterSeconds)}`;
  }
};

test('tells wrong numbers as often as allowed, then refuses right ones for a day', async () => {
  const one = setUp();
  for (let count = 0; count < 5; count += 1) {
    assert.equal(await guess(one, false), 'told');
    assert.equal(await guess(one, true), 'told');
  }
  const refused = `${code} ${String(DAY_SECONDS)}`;
  assert.deepEqual([await guess(one, true), await guess(one, false)], [refused, refused]);
  one.clock.advance(DAY_SECONDS * 1000 - 1);
  assert.equal(await guess(one, false), `${code} 1`);
  one.clock.advance(1);
  assert.equal(await guess(one, false), 'told');
});

test('a refused guess does not count for the merchant', async () => {
  const one = setUp({ guessesPerMerchant: 6 });
  for (let count = 0; count < 20; count += 1) await guess(one, true);
  const other = { ...series, subject: 'another series' };
  assert.equal(await guess(one, true, other), 'told', 'the sixth');
  assert.match(await guess(one, false, { ...series, subject: 'a third' }), /^TOO_MANY/);
});

test('raises one alarm and writes one audit row, without identifiers of merchants', async () => {
  const one = setUp();
  for (let count = 0; count < 8; count += 1) await guess(one, true);
  assert.deepEqual(one.counted, [{ alarm: 'card-guessing' }]);
  const facts = { alarm: 'card-guessing', budget: 'AGREEMENT_GUESSES', merchantId: '10000001' };
  assert.deepEqual(one.alarms, [{ ...facts, subject: 'a series' }]);
  assert.deepEqual(one.audited, ['AGREEMENT_GUESSES']);
  const order: Budget = { merchantId: '10000001', kind: 'ORDER_DECLINES', subject: 'order 4111' };
  for (let count = 0; count < 12; count += 1) {
    await one.budgets.count([order], { ...use, paymentId: 'a payment' });
  }
  assert.equal(JSON.stringify(one.alarms).includes('4111'), false);
  assert.deepEqual(one.alarms[1], {
    ...facts,
    alarm: 'card-testing',
    budget: 'ORDER_DECLINES',
    paymentId: 'a payment',
  });
  assert.equal(one.audited.length, 1, 'declines are no guesses');
});

test('another node knows it after a second, and reads at most once a second', async () => {
  const one = setUp();
  const two = setUp({}, one.memory, one.clock);
  const list = [series];
  assert.equal(await two.budgets.isUsedUp(list), false);
  for (let count = 0; count < 5; count += 1) await guess(one, true);
  assert.equal(await one.budgets.isUsedUp(list), true, 'this node at once');
  one.clock.advance(999);
  const before = one.memory.reads();
  assert.equal(await two.budgets.isUsedUp(list), false);
  assert.equal(one.memory.reads(), before);
  one.clock.advance(1);
  assert.equal(await two.budgets.isUsedUp(list), true);
});

test('another node that counts meanwhile learns it at once', async () => {
  const one = setUp();
  const two = setUp({}, one.memory, one.clock);
  assert.equal(await two.budgets.isUsedUp([series]), false);
  for (let count = 0; count < 5; count += 1) await guess(one, true);
  await two.budgets.count([series], use);
  assert.equal(await two.budgets.isUsedUp([series]), true);
  assert.deepEqual(two.alarms, [], 'the alarm was raised by the other node');
});

test('keys are decided by their row, and do not fill the memory of the nodes', async () => {
  const one = setUp();
  const two = setUp({}, one.memory, one.clock);
  const key: Budget = { merchantId: '10000001', kind: 'KEY_REUSES', subject: 'a key' };
  const isLeft = (node: Fixture, isWrong: boolean) => node.budgets.isLeft(key, isWrong, use);
  for (let count = 0; count < 4; count += 1) assert.equal(await isLeft(one, true), true);
  assert.equal(await isLeft(two, false), true);
  assert.equal(await isLeft(one, true), true, 'the fifth');
  for (const node of [two, one]) {
    assert.deepEqual([await isLeft(node, false), await isLeft(node, true)], [false, false]);
  }
  assert.deepEqual([one.audited, two.audited], [['KEY_REUSES'], []]);
  assert.equal(one.memory.reads(), 0);
  assert.deepEqual(await one.memory.store.usedUp(one.clock.now(), 10), []);
  one.clock.advance(DAY_SECONDS * 1000);
  assert.equal(await isLeft(two, false), true);
});

test('what a node counts while it reads is not forgotten', async () => {
  const one = setUp({ guessesPerAgreement: 1 });
  const { store } = one.memory;
  const read = store.usedUp.bind(store);
  store.usedUp = async (at, limit) => {
    const budgets = await read(at, limit);
    store.usedUp = read;
    await one.budgets.count([series], use);
    return budgets;
  };
  assert.equal(await one.budgets.isUsedUp([series]), true);
});

test('0 is no limit: nothing is counted or read', async () => {
  const off = Object.fromEntries(Object.keys(budgetSettings).map((field) => [field, 0]));
  const one = setUp(off);
  for (let count = 0; count < 100; count += 1) assert.equal(await guess(one, true), 'told');
  await one.budgets.refuseUsedUp([series, merchant], code);
  assert.equal(one.memory.reads(), 0);
  for (let count = 0; count < 100; count += 1) one.budgets.slowTries.take('an address');
});

test('a raised limit counts after the restart', async () => {
  const one = setUp({ guessesPerAgreement: 2 });
  await guess(one, true);
  await guess(one, true);
  const two = setUp({ guessesPerAgreement: 4 }, one.memory, one.clock);
  assert.deepEqual([await guess(two, true), await guess(two, true)], ['told', 'told']);
  assert.match(await guess(two, false), /^TOO_MANY/);
});

test('a slowed address has one try in ten seconds by default', () => {
  const { budgets, clock } = setUp();
  budgets.slowTries.take('an address');
  assert.throws(() => budgets.slowTries.take('an address'), { code: 'TOO_MANY_REQUESTS' });
  budgets.slowTries.take('another');
  clock.advance(10_000);
  budgets.slowTries.take('an address');
});

test('the budgets of guesses last a day, those of declines an hour', () => {
  for (const { alarm, forMs } of Object.values(budgetKinds)) {
    assert.equal(forMs, (alarm === 'card-guessing' ? 24 : 1) * 60 * 60 * 1000);
  }
});
