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
for (const [header, matches] of rows) {
  test(`If-None-Match ${String(header)} ${matches ? 'names' : 'does not name'} the tag`, () => {
    equal(matchesETag(header, '"a"'), matches);
    equal(matchesETag(header, 'W/"a"'), matches);
  });
}
