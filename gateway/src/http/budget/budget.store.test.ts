// Tests of counts on both engines: nothing is counted above the limit, a time that is over starts
// again to the millisecond, and each budget has its own count.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import type { BudgetKind } from './budget-settings.ts';
import { sqlBudgetStore, type Budget, type BudgetRow } from './budget.store.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const END = NOW + 60_000;

for (const engine of engines) {
  describe(`budgets on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    const store = () => sqlBudgetStore(opened.database);
    const budget = (subject: string, kind: BudgetKind = 'SEARCH_MISSES'): Budget => ({
      merchantId: '10000001',
      kind,
      subject,
    });
    const row = (of: Budget, most = 2, endsAt = END) => ({ ...of, most, endsAt });
    const take = async (of: Budget, step: 0 | 1 = 1, at = NOW, most = 2) => {
      const [taken] = await store().take([row(of, most, at + 60_000)], step, at);
      return taken && [taken.used, taken.endsAt];
    };

    test('counts up to the limit and not further', async () => {
      const one = budget('limit');
      assert.deepEqual(await take(one), [1, END]);
      assert.deepEqual(await take(one, 1, NOW + 5), [2, END], 'the end stays');
      assert.equal(await take(one), undefined);
      assert.equal(await take(one, 0), undefined, 'a right guess is refused as well');
      assert.deepEqual(await take(one, 1, NOW, 3), [3, END], 'after the limit was raised');
    });

    test('a right guess counts nothing', async () => {
      const one = budget('right');
      assert.deepEqual(await take(one, 0), [0, END]);
      await take(one);
      assert.deepEqual(await take(one, 0), [1, END]);
    });

    test('starts again when its time is over, and not a millisecond earlier', async () => {
      const one = budget('time');
      await take(one);
      await take(one);
      assert.equal(await take(one, 1, END - 1), undefined);
      assert.deepEqual(await take(one, 1, END), [1, END + 60_000]);
      await take(one, 1, END);
      assert.deepEqual(await take(one, 0, END + 60_000), [0, END + 120_000]);
    });

    test('each merchant, kind and subject has its own count', async () => {
      const one = budget('own "quoted" \\ {}');
      await take(one, 1, NOW, 1);
      const others = [
        { ...one, merchantId: '10000002' },
        { ...one, kind: 'KEY_REUSES' as const },
        { ...one, subject: 'other' },
      ];
      for (const other of others) assert.deepEqual(await take(other, 1, NOW, 1), [1, END]);
    });

    test('of several budgets the exhausted one changes nothing in the others', async () => {
      const [full, free] = [budget('full'), budget('free')];
      await take(full, 1, NOW, 1);
      const taken = await store().take([row(full, 1), row(free)], 1, NOW);
      assert.deepEqual(
        taken.map(({ subject, used }) => [subject, used]),
        [['free', 1]],
      );
    });

    test('many at the same time take no more than the limit', async () => {
      const one = budget('race');
      const results = await Promise.all(Array.from({ length: 30 }, () => take(one, 1, NOW, 7)));
      assert.equal(results.filter((result) => result !== undefined).length, 7);
    });

    test('lists what is used up and not over, the last to end first', async () => {
      const kind = 'ORDER_DECLINES';
      const listed = async (at: number, limit = 100): Promise<string[]> =>
        (await store().usedUp(at, limit))
          .filter((one: BudgetRow) => one.kind === kind)
          .map(({ subject }) => subject);
      await store().take([row(budget('early', kind), 1, END)], 1, NOW);
      await store().take([row(budget('late', kind), 1, END + 10 ** 9)], 1, NOW);
      await store().take([row(budget('left', kind), 2, END)], 1, NOW);
      assert.deepEqual(await listed(END - 1), ['late', 'early']);
      assert.deepEqual(await listed(END), ['late']);
      assert.equal((await store().usedUp(NOW, 1)).length, 1);
    });

    test('forgets what is over, and nothing else', async () => {
      const one = budget('forgotten');
      await store().take([row(one, 1, END + 10 ** 10)], 1, NOW);
      while ((await store().forget(END + 10 ** 10 - 1, 100)) > 0);
      assert.equal(await take(one, 1, NOW, 1), undefined, 'still there');
      assert.equal(await store().forget(END + 10 ** 10, 100), 1);
      assert.deepEqual(await take(one, 1, NOW, 1), [1, END]);
    });
  });
}
