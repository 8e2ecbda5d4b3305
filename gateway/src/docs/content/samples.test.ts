// The recorded cases as readers see them, and the layout of JSON for reading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Example } from '../examples.ts';
import type { ApiOperation } from './operations.ts';
import { layOut, samplesOf, usualAnswer } from './samples.ts';

const nothing = { when: undefined, body: undefined, form: undefined, remark: undefined };
const operationWith = (...cases: Partial<Example>[]): ApiOperation =>
  ({ cases: cases.map((one) => ({ ...nothing, status: 200, ...one })) }) as unknown as ApiOperation;

test('shows the usual answer first, whose request the command shows', () => {
  const operation = operationWith({ body: { a: 1 }, answer: { b: 2 } });
  assert.deepEqual(samplesOf(operation), [
    { title: 'Answer', isUsual: true, request: undefined, answer: '{ "b": 2 }' },
  ]);
  assert.deepEqual(usualAnswer(operation), { b: 2 });
});

test('shows another case with its request, unless that is the usual one', () => {
  const operation = operationWith(
    { body: { a: 1 }, answer: {} },
    { when: 'in a challenge', body: { a: 2 }, answer: {}, isShortened: true },
    { when: 'for a second time', body: { a: 1 }, status: 409, answer: {} },
    { when: 'from a browser', form: { do: 'x' }, answer: {} },
  );
  assert.deepEqual(
    samplesOf(operation).map(({ title, request }) => [title, request]),
    [
      ['Answer', undefined],
      ['Answer in a challenge, shortened', '{ "a": 2 }'],
      ['Error 409 for a second time', undefined],
      ['Answer from a browser', '{ "do": "x" }'],
    ],
  );
});

test('shows nothing where no answer was recorded', () => {
  assert.deepEqual(samplesOf(operationWith()), []);
  assert.equal(usualAnswer(operationWith()), undefined);
});

test('keeps on one line what fits there, and stays JSON', () => {
  const value = {
    a: { b: 1, c: [] },
    long: 'x'.repeat(70),
    list: ['y'.repeat(40), 'z'.repeat(40)],
  };
  const text = layOut(value);
  assert.deepEqual(JSON.parse(text), value);
  assert.match(text, /^\{\n {2}"a": \{ "b": 1, "c": \[\] \},\n/);
  assert.match(text, /\n {2}"list": \[\n {4}"y+",\n {4}"z+"\n {2}\]\n\}$/);
});
