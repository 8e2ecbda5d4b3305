// Checks that no function changes a decision in secret and that no decision is left unused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretChanges, stepNames, unusedDecisions } from './decisions.ts';
import { assertTidy, readSources, sourceOf } from './source.ts';

const sources = readSources().filter(
  ({ path, isTest }) => path.startsWith('gateway/src/') && !isTest,
);

test('every step returns the next decision, and its caller uses it', () => {
  assertTidy(sources.flatMap(secretChanges));
  const steps = new Set(sources.flatMap(stepNames));
  assert.ok(steps.has('setPayment') && steps.size > 20);
  assertTidy(sources.flatMap((source) => unusedDecisions(source, steps)));
});

test('finds a change without a result and a result that nobody uses', () => {
  const planted = sourceOf(
    'a.ts',
    `function post(decision: Decision): void { decision.draft.insert(rows, {}); }
    function post2({ draft }: Decision): void { add(draft); }
    const post3 = (decision: Decision): void => { add(decision.draft); };
    function observe(decision: Decision): void { log(decision.loaded); }
    function add(draft: Draft): void { draft.insert(rows, {}); }
    export function step(decision: Decision): Decision { return decision; }
    step(first);
    const second = step(first);`,
  );
  assert.deepEqual(
    secretChanges(planted).map(({ line }) => line),
    [1, 2, 3],
  );
  const unused = unusedDecisions(planted, new Set(stepNames(planted)));
  assert.deepEqual(
    unused.map(({ line }) => line),
    [7],
  );
});
