// Tests that accepted data can be read again, also when the request limits are lower by then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '../../core/json.ts';
import { givenView } from './given.ts';

const deep = `[${'['.repeat(60)}${']'.repeat(60)}]`;
const stored: [what: string, consents: string][] = [
  ['nested deeper than a request may be', deep],
  ['a number of 400 digits', `[{"sum":1${'0'.repeat(399)}}]`],
  ['a string of 100,000 characters', `[{"text":"${'a'.repeat(100_000)}"}]`],
];
for (const [what, consents] of stored) {
  test(`consents with ${what} are returned unchanged`, () => {
    assert.equal(writeJson(givenView({}, consents)), `{"given":{"consents":${consents}}}`);
  });
}

test('shows nothing when nothing was given', () => {
  assert.deepEqual(givenView({}, undefined), {});
});
