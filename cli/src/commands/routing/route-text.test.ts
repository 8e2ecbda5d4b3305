// Tests of the table of success rates: each number under its title.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ratesText } from './route-text.ts';

test('the last hour comes before the last 24 hours', () => {
  const text = ratesText([
    {
      provider: 'north',
      organization: 'VISA',
      country: 'PL',
      hour: { finished: 3, approved: 1, percent: '33.3' },
      day: { finished: 40, approved: 30, percent: '75.0' },
    },
    { provider: 'south', hour: { finished: 0, approved: 0 }, day: { finished: 2, approved: 2 } },
  ]);
  const [titles, ...rows] = text.trimEnd().split('\n');
  const cells = (line = ''): string[] => line.split(/ {2,}/);
  const ends = ['LAST HOUR', 'APPROVED', '24 HOURS', 'APPROVED'];
  assert.deepEqual(cells(titles), ['PROVIDER', 'ORGANIZATION', 'COUNTRY', ...ends]);
  assert.deepEqual(rows.map(cells), [
    ['north', 'VISA', 'PL', '3', '33.3 %', '40', '75.0 %'],
    ['south', '-', '-', '0', '-', '2', '-'],
  ]);
});
