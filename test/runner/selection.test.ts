// What the words after `npm test --` select.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { select } from './selection.ts';

const all = ['gateway/src/core/money.test.ts', 'test/tidy/size.test.ts'];

test('takes every file and every name when no word is given', () => {
  assert.deepEqual(select(all, []), { files: all, namePatterns: [] });
});

test('takes the files whose path contains the word', () => {
  assert.deepEqual(select(all, ['gateway/src']), { files: [all[0]], namePatterns: [] });
  assert.deepEqual(select(all, ['./test/tidy/size.test.ts']).files, [all[1]]);
  assert.deepEqual(select(all, ['/somewhere/test/tidy'], '/somewhere').files, [all[1]]);
});

test('takes a word that no path contains as a part of test names, read literally', () => {
  const { files, namePatterns } = select(all, ['tidy', 'Refuses (all)']);
  assert.deepEqual(files, [all[1]]);
  assert.equal(namePatterns.length, 1);
  assert.match('it refuses (ALL) of them', namePatterns[0] ?? /never/);
  assert.doesNotMatch('it refuses all of them', namePatterns[0] ?? /./);
});
