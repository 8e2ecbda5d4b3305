// Tests of If-None-Match.
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { matchesETag } from './etag.ts';

const rows: [given: string | undefined, matches: boolean][] = [
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a" ', true],
  ['*', true],
  [undefined, false],
  ['', false],
  ['a', false],
  ['"A"', false],
  ['"b", "c"', false],
  ['"a', false],
];
for (const [given, matches] of rows) {
  test(`If-None-Match ${String(given)} ${matches ? 'names' : 'does not name'} the tag`, () => {
    equal(matchesETag(given, '"a"'), matches);
    equal(matchesETag(given, 'W/"a"'), matches);
  });
}
