// Tests of a list of card ranges: searching, compared with a plain scan, and applying changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import type { CardRange } from '../messages/read-ranges.ts';
import { rangeList, applyChanges } from './range-list.ts';

fc.configureGlobal({ seed });

/** The method URL names the range, so that the result shows which one was found. */
function range(from: string, to: string, action: CardRange['action'] = 'A', name = from) {
  const versions = { acsStart: '2.1.0', acsEnd: '2.3.1', dsStart: '2.1.0', dsEnd: '2.2.0' };
  return { from, to, action, ...versions, threeDSMethodURL: `https://acs.example/${name}` };
}
const nameOf = (found: { threeDSMethodURL: string | null } | undefined): string =>
  found?.threeDSMethodURL?.split('/').at(-1) ?? 'none';

const list = rangeList([
  range('5210110000000000', '5210110099999999', 'A', 'third'),
  range('4917110000000000', '4917110099999999', 'A', 'first'),
  range('4917110100000000', '4917110100000000', 'A', 'one card'),
  range('371449000000000', '371449999999999', 'A', 'fifteen digits'),
  range('6763110000000000000', '6763119999999999999', 'A', 'nineteen digits'),
]);

// Number, and the range that contains it.
const numbers = `
  4917110000000000    | first
  4917110050000000    | first
  4917110099999999    | first
  4917110099999999999 | first
  4917109999999999    | none
  4917109999999999999 | none
  4917110100000000    | one card
  4917110100000001    | none
  5210110000000000    | third
  5210110099999999    | third
  5210110100000000    | none
  371449000000000     | fifteen digits
  371449999999999     | fifteen digits
  371450000000000     | none
  371448999999999     | none
  6763110000000000    | nineteen digits
  6763119999999999    | nineteen digits
  6763119999999999999 | nineteen digits
  6763120000000000    | none
  0000000000000000    | none
  9999999999999999999 | none
`;
for (const line of numbers.trim().split('\n')) {
  const [digits = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`${digits} is in: ${expected}`, () => {
    assert.equal(decodeURI(nameOf(list.find(digits))), expected);
  });
}

test('returns the versions and the method URL of the range, and nothing else', () => {
  assert.deepEqual(list.find('5210110000000000'), {
    acsStart: '2.1.0',
    acsEnd: '2.3.1',
    dsStart: '2.1.0',
    dsEnd: '2.2.0',
    threeDSMethodURL: 'https://acs.example/third',
  });
  assert.equal(list.size, 5);
});

test('an empty list finds no card', () => {
  assert.equal(rangeList([]).find('4917110000000000'), undefined);
  assert.equal(rangeList([]).size, 0);
});

test('a card outside the inner of two nested ranges is in the outer one', () => {
  const nested = rangeList([
    range('4000000000000000', '4999999999999999', 'A', 'outer'),
    range('4400000000000000', '4499999999999999', 'A', 'inner'),
    range('4400000000000000', '4400000000000009', 'A', 'innermost'),
  ]);
  assert.equal(nameOf(nested.find('4400000000000009')), 'innermost');
  assert.equal(nameOf(nested.find('4400000000000010')), 'inner');
  assert.equal(nameOf(nested.find('4500000000000000')), 'outer');
});

const DIGITS = 16;
const few = fc.constantFrom('0', '1', '4', '9');
const head = (length: number) =>
  fc.array(few, { minLength: length, maxLength: length }).map((some) => some.join(''));
/** Short prefixes, padded, so that ranges touch, repeat and contain each other. */
const someRange = fc.tuple(head(3), head(3)).map((ends) => {
  const [from = '', to = ''] = ends.toSorted();
  return range(from.padEnd(DIGITS, '0'), to.padEnd(DIGITS, '9'), 'A', `${from}-${to}`);
});
const someNumber = fc.oneof(
  head(3).map((digits) => digits.padEnd(DIGITS, '0')),
  head(3).map((digits) => digits.padEnd(DIGITS, '9')),
  head(DIGITS),
);

/** Of the ranges around a number, the one that starts last; of several, the one that ends first. */
function scan(ranges: readonly CardRange[], digits: string): CardRange | undefined {
  return ranges
    .filter(({ from, to }) => BigInt(from) <= BigInt(digits) && BigInt(digits) <= BigInt(to))
    .toSorted((a, b) => Number(BigInt(b.from) - BigInt(a.from) || BigInt(a.to) - BigInt(b.to)))[0];
}

test('finds the same as a plain scan', () => {
  let hits = 0;
  fc.assert(
    fc.property(fc.array(someRange, { maxLength: 12 }), someNumber, (ranges, digits) => {
      const expected = scan(ranges, digits);
      hits += expected ? 1 : 0;
      assert.equal(nameOf(rangeList(ranges).find(digits)), nameOf(expected));
    }),
    { numRuns: 2000 },
  );
  assert.ok(hits > 100, `${hits} numbers were in a range`);
});

test('the order of the ranges does not matter', () => {
  fc.assert(
    fc.property(fc.array(someRange, { maxLength: 12 }), someNumber, (ranges, digits) => {
      const turned = rangeList(ranges.toReversed()).find(digits);
      assert.deepEqual(turned, rangeList(ranges).find(digits));
    }),
  );
});

const ends = ['4000000000000000', '4000000000000009'] as const;
const more = ['5000000000000000', '5000000000000009'] as const;
const before = [range(...ends, 'A', 'before')];

// Changes as action and name; the names afterwards.
const changes = `
  nothing changed                   |                               | before
  another one is added              | A other new                   | before new
  the one that is there is modified | M there new                   | new
  one that is not there is modified | M other new                   | before new
  one that is there is added        | A there new                   | new
  the one that is there is deleted  | D there gone                  |
  one that is not there is deleted  | D other gone                  | before
  deleted and added again           | D there gone, A there again   | again
  added and deleted again           | A other new, D other gone     | before
  modified twice                    | M there second, M there third | third
`;
for (const line of changes.trim().split('\n')) {
  const [title = '', told = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`changes: ${title}`, () => {
    const changes = told.split(',').flatMap((one) => {
      const [action = '', which = '', name = ''] = one.trim().split(' ');
      const [from, to] = which === 'there' ? ends : more;
      return action === '' ? [] : [range(from, to, action as CardRange['action'], name)];
    });
    assert.equal(applyChanges(before, changes).map(nameOf).join(' '), expected);
  });
}

test('a range is deleted only when both ends match', () => {
  const half = [range(ends[0], more[1], 'D'), range('4000000000000001', ends[1], 'D')];
  assert.deepEqual(applyChanges(before, half), before);
});

test('changes do not modify the previous list', () => {
  const kept = [...before];
  applyChanges(kept, [range(...ends, 'D'), range(...more)]);
  assert.deepEqual(kept, before);
});
