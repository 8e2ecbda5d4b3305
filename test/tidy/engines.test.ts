// Checks that `npm ci` prints no engine warning on the oldest Node.js that package.json allows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supports, unsupportedEngines } from './engines.ts';
import { assertTidy, readText } from './source.ts';

const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
const oldest = engines.node.replace('>=', '');

test('installs only packages that support the oldest Node.js of package.json', () => {
  assert.match(oldest, /^20\.\d+\.\d+$/);
  assertTidy(unsupportedEngines('package-lock.json', readText('package-lock.json'), oldest));
});

test('finds a package that needs a newer Node.js', () => {
  const lock = {
    packages: {
      'node_modules/old': { engines: { node: '>=18' } },
      'node_modules/new': { engines: { node: '>=22.12.0' } },
      'node_modules/silent': {},
    },
  };
  const [finding, ...others] = unsupportedEngines('lock', JSON.stringify(lock), '20.19.0');
  assert.equal(finding?.problem, 'new needs Node.js >=22.12.0');
  assert.deepEqual(others, []);
});

const ranges: [range: string, node: string, isSupported: boolean][] = [
  ['*', '20.19.0', true],
  ['>=20', '20.19.0', true],
  ['>= 10.x', '20.19.0', true],
  ['>=20.19.1', '20.19.0', false],
  ['>=22', '20.19.0', false],
  ['20 || >=22', '20.19.0', true],
  ['18 || >=22', '20.19.0', false],
  ['^20.9.0 || >=21.1.0', '20.19.0', true],
  ['^20.20.0 || ^22.13.0 || >=24', '20.19.0', false],
  ['~20.19.0', '20.19.4', true],
  ['~20.18.0', '20.19.4', false],
  ['>=18 <20', '20.19.0', false],
];

test('reads all forms of version ranges', () => {
  for (const [range, node, isSupported] of ranges) {
    assert.equal(supports(range, node), isSupported, `${range} with ${node}`);
  }
  assert.throws(() => supports('latest', '20.19.0'), /is not understood/);
});
