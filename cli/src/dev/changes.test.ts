// Tests what a changed file needs, that a burst of changes is one, and the text of a type check.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gatherChanges, needOf, type Need } from './changes.ts';
import { typesText } from './check-types.ts';

describe('what a changed file needs', () => {
  const cases: readonly (readonly [path: string, need: Need])[] = [
    ['gateway/src/core/money.ts', 'restart'],
    ['gateway/migrations/0001-start.sql', 'restart'],
    ['gateway/examples/recorded.json', 'restart'],
    ['sandbox/data/bins.csv', 'restart'],
    ['sandbox/src/start/browser/start.js', 'restart'],
    ['cli/src/start/start.ts', 'restart'],
    ['docs/guides/payments.md', 'restart'],
    ['paywall/src/page/views/page.ts', 'restart'],
    ['paywall/src/server/paywall.ts', 'restart'],
    ['paywall/src/browser/pay.ts', 'page'],
    ['paywall/src/page/style/form.css', 'page'],
    ['client/browser/encrypt-card.js', 'page'],
    ['gateway/src/core/money.test.ts', 'types'],
    ['paywall/src/testing/sample-state.ts', 'types'],
    ['client/src/client.ts', 'types'],
    ['test/support/client.ts', 'types'],
    ['bench/src/main.ts', 'types'],
    ['gateway/src/core/money.ts~', 'nothing'],
    ['gateway/src/core/.money.ts.swp', 'nothing'],
    ['gateway/src/core/4913', 'nothing'],
    ['gateway/src/core', 'nothing'],
    ['client/node_modules/package/main.ts', 'nothing'],
    ['client/dist/main.js', 'nothing'],
    ['paywall/README.md', 'nothing'],
  ];
  for (const [path, need] of cases) {
    test(`${path}: ${need}`, () => assert.equal(needOf([path]), need));
  }

  test('several files: what the most demanding one needs, in any order', () => {
    const style = 'paywall/src/page/style/form.css';
    const source = 'gateway/src/core/money.ts';
    assert.equal(needOf([style, source]), 'restart');
    assert.equal(needOf([source, style]), 'restart');
    assert.equal(needOf([style, 'test/run.ts']), 'page');
    assert.equal(needOf([]), 'nothing');
  });
});

describe('a burst of changes', () => {
  /** A clock on which `during` happens while somebody sleeps. */
  function clockWith(during: (nowMs: number) => void) {
    let nowMs = 1000;
    return {
      monotonicMs: () => nowMs,
      async sleep(ms: number) {
        nowMs += ms;
        during(nowMs);
      },
    };
  }

  test('is one list without repetitions, taken when nothing has changed for a moment', async () => {
    const later = ['gateway/b.ts', 'gateway/a.ts', 'gateway/c.ts'];
    const clock = clockWith(() => {
      const path = later.shift();
      if (path !== undefined) changes.add(path);
    });
    const changes = gatherChanges(clock, 50);
    const next = changes.next();
    changes.add('gateway/a.ts');
    assert.deepEqual(await next, ['gateway/a.ts', 'gateway/b.ts', 'gateway/c.ts']);
    assert.equal(clock.monotonicMs(), 1000 + 4 * 50);
  });

  test('that comes while nobody waits is not lost, and is taken once', async () => {
    const changes = gatherChanges(
      clockWith(() => undefined),
      50,
    );
    changes.add('gateway/a.ts');
    changes.add('gateway/b.ts');
    assert.deepEqual(await changes.next(), ['gateway/a.ts', 'gateway/b.ts']);
    const next = changes.next();
    changes.add('gateway/c.ts');
    assert.deepEqual(await next, ['gateway/c.ts']);
  });

  test('tells that it needs a restart before it is taken, and not after', async () => {
    const changes = gatherChanges(
      clockWith(() => undefined),
      50,
    );
    const needsRestart = (): Promise<boolean> =>
      Promise.race([changes.needsRestart().then(() => true), Promise.resolve().then(() => false)]);
    changes.add('test/run.ts');
    changes.add('paywall/src/page/style/form.css');
    assert.equal(await needsRestart(), false);
    changes.add('gateway/a.ts');
    assert.equal(await needsRestart(), true);
    await changes.next();
    assert.equal(await needsRestart(), false);
  });

  test('does not begin with a file that needs nothing', async () => {
    const changes = gatherChanges(
      clockWith(() => undefined),
      50,
    );
    const next = changes.next();
    changes.add('gateway/src/.a.ts.swp');
    changes.add('gateway/a.ts');
    assert.deepEqual(await next, ['gateway/a.ts']);
  });
});

test('a type check is one line, or the errors with their number', () => {
  assert.equal(typesText(''), 'types: no errors');
  const one = 'a.ts(1,2): error TS2322: Type A is not B.\n  Because of C.\n';
  assert.equal(typesText(one), `types: 1 error\n  ${one.trim().replace('\n', '\n  ')}`);
  const many = typesText('a.ts(1,2): error TS1: x\n'.repeat(40)).split('\n');
  assert.equal(many[0], 'types: 40 errors');
  assert.match(many.at(-1) ?? '', /10 more lines; `npm run types`/);
  assert.equal(many.length, 32);
});
