// Checks the list of background jobs in the guide for operators: every job of the gateway with its
// interval, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobs } from '@bramka/gateway/jobs.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';
import { readText } from '../tidy/source.ts';

/** Each provider has a job of its own; nothing else is asked before a job runs. */
const parts = { providers: { list: [{ name: 'plain' }] } } as never;

function intervalOf(everyMs: number): string {
  return everyMs < 60_000 ? `${everyMs / 1000} s` : `${everyMs / 60_000} min`;
}

test('the guide for operators lists every background job with its interval', () => {
  const table = tablesIn(readText('docs/guides/operating.md')).find(
    ({ heads: [first] }) => first === 'job',
  );
  const listed = table?.rows.map(([name = '', interval = '']) => `${name}: ${interval}`) ?? [];
  const expected = jobs(parts).map(({ name, everyMs }) => `${name}: ${intervalOf(everyMs)}`);
  assert.ok(expected.includes('resolve: 0.5 s') && expected.includes('purge: 10 min'));
  assert.deepEqual(listed.toSorted(), expected.toSorted());
});
