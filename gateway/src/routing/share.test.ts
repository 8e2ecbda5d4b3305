// Tests of shares: the same for a payment for ever, evenly spread, independent by purpose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidV7 } from '../core/id.ts';
import { shareOf } from './share.ts';

const COUNT = 10_000;
/** Ids of one moment, as a busy second makes them. */
const ids = Array.from({ length: COUNT }, (_, index) => {
  const random = new Uint8Array(10);
  new DataView(random.buffer).setUint32(6, index);
  return uuidV7(1_790_000_000_000 + (index % 1000), random);
});

test('a payment keeps its share in every version of the gateway', () => {
  assert.equal(shareOf('019a9500-0000-7000-8000-000000000001', 'a'), 0.6788286005612463);
});

for (const percent of [1, 30, 50, 99]) {
  test(`${percent} percent of the payments are below ${percent} percent`, () => {
    const found = ids.filter((id) => shareOf(id, 'a rule') * 100 < percent).length;
    // Five standard deviations of a binomial distribution.
    const bound = 5 * Math.sqrt(COUNT * (percent / 100) * (1 - percent / 100));
    assert.ok(Math.abs(found - (COUNT * percent) / 100) < bound, `${found} of ${COUNT}`);
  });
}

test('of the payments in one share, another share takes its own percentage', () => {
  const half = ids.filter((id) => shareOf(id, 'first') < 0.5);
  const both = half.filter((id) => shareOf(id, 'second') < 0.5).length;
  assert.ok(Math.abs(both - half.length / 2) < 5 * Math.sqrt(half.length / 4), `${both}`);
});
