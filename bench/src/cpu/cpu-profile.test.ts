// Tests of the profile reader on a small profile: idle time is excluded, busy time is attributed to
// functions and modules.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summarize } from './cpu-profile.ts';

function node(id: number, functionName: string, url: string) {
  return { id, callFrame: { functionName, url, lineNumber: 9 } };
}

const profile = {
  nodes: [
    node(1, '(idle)', ''),
    node(2, 'commit', 'file:///x/gateway/src/journal/group-commit.ts'),
    node(3, 'parse', 'file:///x/node_modules/pg-protocol/dist/parser.js'),
    node(4, '(garbage collector)', ''),
    node(5, 'writev', 'node:net'),
  ],
  samples: [1, 2, 3, 2, 4, 5],
  timeDeltas: [1000, 30, 20, 30, 15, 5],
};

test('attributes busy time to functions', () => {
  const { functions } = summarize(profile, 2);
  assert.deepEqual(functions, [
    { name: 'commit  gateway/journal group-commit.ts:10', share: 0.6 },
    { name: 'parse  pg-protocol parser.js:10', share: 0.2 },
  ]);
});

test('sums the functions of a module', () => {
  const { modules: places } = summarize(profile, 10);
  assert.deepEqual(
    places.map(({ name, share }) => [name, share]),
    [
      ['gateway/journal', 0.6],
      ['pg-protocol', 0.2],
      ['(garbage collector)', 0.15],
      ['node', 0.05],
    ],
  );
});
