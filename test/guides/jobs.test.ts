// Checks the list of background jobs in the guide for operators: every job of the gateway with its
// interval, and no other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hollow } from '@bramka/cli/reference/hollow.ts';
import { jobs, type JobParts } from '@bramka/gateway/jobs.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';
import { readText } from '../tidy/source.ts';

/** Each provider has a job of its own; all other parts are never asked. */
const providers = { list: [{ name: 'plain' }] };
const payments = withParts(hollow<object>(), { providers });
const parts = withParts(hollow<object>(), { payments }) as JobParts;

function withParts(rest: object, own: Record<string, unknown>): unknown {
  return Object.setPrototypeOf(own, rest) as unknown;
}

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
