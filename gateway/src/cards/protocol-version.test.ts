// Tests of protocol versions: their syntax, the highest common version of all kinds of ranges, and
// numerical order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { commonVersion, compareVersions, baselineVersions } from './protocol-version.ts';
import { isVersion, supportedVersions } from './protocol-version.ts';
import type { VersionRange } from './protocol-version.ts';

fc.configureGlobal({ seed });

// Ranges as start–end, with a dash alone for an open side; several separated by commas.
const cases = `
  nothing to heed              |                            | 2.3.1
  all of ours                  | 2.1.0 2.3.1                | 2.3.1
  wider than ours              | 1.0.2 3.0.0                | 2.3.1
  only the first               | 2.1.0 2.1.0                | 2.1.0
  between two of ours          | 2.1.0 2.3.0                | 2.2.0
  from the last on             | 2.3.1 2.3.1                | 2.3.1
  open below                   | - 2.2.0                    | 2.2.0
  open above                   | 2.2.0 -                    | 2.3.1
  open on both sides           | - -                        | 2.3.1
  the narrowest decides        | 2.1.0 2.3.1, 2.1.0 2.2.0   | 2.2.0
  three that overlap in one    | 2.2.0 -, - 2.2.0, 2.1.0 -  | 2.2.0
  two that do not overlap      | 2.1.0 2.1.0, 2.2.0 2.3.1   | none
  an overlap without ours      | 2.2.1 2.3.0                | none
  older than ours              | 1.0.2 2.0.0                | none
  newer than ours              | 2.3.2 2.4.0                | none
  the wrong way round          | 2.3.1 2.1.0                | none
  numbers, not letters         | 2.1.0 2.10.0               | 2.3.1
  a start with two digits      | 2.10.0 2.11.0              | none
  two parts                    | 2.1 2.3.1                  | none
  four parts                   | 2.1.0 2.3.1.0              | none
  words                        | x 2.3.1                    | none
  an unreadable second range   | 2.1.0 2.3.1, 2.1.0 2.x     | none
`;

for (const line of cases.trim().split('\n')) {
  const [title = '', text = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`common version: ${title}`, () => {
    const ranges = text.split(',').flatMap((range): VersionRange[] => {
      const [start = '', end = ''] = range.trim().split(' ');
      const side = (one: string): string | null => (one === '-' ? null : one);
      return start === '' ? [] : [{ start: side(start), end: side(end) }];
    });
    assert.equal(commonVersion(supportedVersions, ranges) ?? 'none', expected);
  });
}

test('only the offered versions count, in any order', () => {
  assert.equal(commonVersion(['2.2.0', '2.1.0'], []), '2.2.0');
  assert.equal(commonVersion([], []), undefined);
  assert.equal(commonVersion(['2.1.0'], [{ start: '2.2.0', end: null }]), undefined);
});

test('an empty text is not a version', () => {
  assert.equal(commonVersion(supportedVersions, [{ start: '', end: null }]), undefined);
});

test('versions are compared part by part', () => {
  const part = fc.integer({ min: 0, max: 999 });
  const parts = fc.tuple(part, part, part);
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const at = one.findIndex((value, index) => value !== other[index]);
      const expected = at === -1 ? 0 : Math.sign((one[at] ?? 0) - (other[at] ?? 0));
      assert.ok(isVersion(one.join('.')));
      assert.equal(Math.sign(compareVersions(one.join('.'), other.join('.'))), expected);
    }),
  );
});

// Text, whether it is a version.
const forms = `
  2.1.0       | yes
  0.0.0       | yes
  10.20.300   | yes
  2.1         | no
  2.1.0.0     | no
  02.1.0      | no
  2.1.00      | no
  2.1.1000    | no
  2.1.x       | no
  v2.1.0      | no
  2,1,0       | no
`;
for (const line of forms.trim().split('\n')) {
  const [text = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`${text} is a version: ${expected}`, () => {
    assert.equal(isVersion(text), expected === 'yes');
  });
}

test('spaces and line breaks around a version are not allowed', () => {
  for (const text of [' 2.1.0', '2.1.0 ', '2.1.0\n', '\n2.1.0', '2.1.0\n2.1.0']) {
    assert.equal(isVersion(text), false, JSON.stringify(text));
  }
});

test('we support the versions that every partner supports', () => {
  assert.equal(commonVersion(supportedVersions, [baselineVersions]), '2.2.0');
});
