// Tests of the table of refusals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusals } from './refusals.ts';

test('every refusal has a status of HTTP and a sentence', () => {
  assert.ok(Object.keys(refusals).length > 100);
  for (const [code, [status, sentence]] of Object.entries(refusals)) {
    assert.ok(Number.isInteger(status) && status >= 400 && status < 600, code);
    assert.match(sentence, /^\w.*\.$/, code);
  }
});
