// Example answers and the layout of JSON for reading.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiOperation } from './document.ts';
import { layOut, sampleReply } from './samples.ts';

const status = { type: 'string', enum: ['NEW', 'PENDING', 'COMPLETED'] };
const reply = {
  schema: {
    type: 'object',
    required: ['paymentId', 'status', 'shown', 'at', 'rows'],
    properties: {
      paymentId: { type: 'string' },
      status,
      rejectCode: { type: 'string' },
      shown: { type: 'boolean' },
      at: { type: 'string', examples: ['2026-01-31T12:00:00.000Z'] },
      rows: { type: 'array', items: { type: 'integer', minimum: 3 } },
    },
  },
};
const operationWith = (more: object) =>
  ({ method: 'GET', reply, ...more }) as unknown as ApiOperation;

test('makes an answer of the required fields', () => {
  assert.deepEqual(sampleReply(operationWith({})), {
    paymentId: '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d',
    status: 'COMPLETED',
    shown: true,
    at: '2026-01-31T12:00:00.000Z',
    rows: [3],
  });
});

test('lets a POST be answered before its end is known', () => {
  const sample = sampleReply(operationWith({ method: 'POST' })) as { status: string };
  assert.equal(sample.status, 'PENDING');
});

test('prefers the example of the endpoint', () => {
  const example = { status: 'NEW' };
  assert.equal(sampleReply(operationWith({ reply: { ...reply, example } })), example);
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
