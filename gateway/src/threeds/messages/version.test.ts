// Tests of the order of protocol versions, and of challenge indicators in each version.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supportedVersions } from '../../cards/protocol-version.ts';
import { atLeast, challengeIndIn } from './version.ts';

test('our versions are in order', () => {
  const reached = supportedVersions.map((version) => atLeast(version, '2.2.0'));
  assert.deepEqual(reached, [false, true, true]);
});

// The indicator, and its value in 2.1.0, 2.2.0 and 2.3.1.
const indicators = `
  01 | 01 01 01
  02 | 02 02 02
  03 | 03 03 03
  04 | 04 04 04
  05 | 02 05 05
  06 | 02 06 06
  07 | 02 07 07
  08 | 02 08 08
  09 | 03 09 09
  10 | 02 02 10
  11 | 02 02 11
  00 | - - -
  99 | - - -
  constructor | - - -
`;
for (const line of indicators.trim().split('\n')) {
  const [indicator = '', expected] = line.split('|').map((cell) => cell.trim());
  test(`the indicator ${indicator} is ${expected} in ${supportedVersions.join(', ')}`, () => {
    const said = supportedVersions.map((version) => challengeIndIn(version, indicator) ?? '-');
    assert.equal(said.join(' '), expected);
  });
}
