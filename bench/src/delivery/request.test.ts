// Tests of reading notifications from a byte stream: whole, in pieces, and several at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestReader } from './request.ts';

const one =
  'POST /payment HTTP/1.1\r\nHost: x\r\nWebhook-Id: id-1\r\nContent-Length: 7\r\n\r\n{"a":1}';
const two = 'POST /payment HTTP/1.1\r\ncontent-length: 2\r\nwebhook-id: id-2\r\n\r\n{}';

function read(chunks: readonly string[]): string[] {
  const seen: string[] = [];
  const reader = requestReader((eventId) => seen.push(eventId));
  for (const chunk of chunks) reader(Buffer.from(chunk));
  return seen;
}

test('reads the id of a notification in any pieces', () => {
  for (let cut = 1; cut < one.length; cut += 1) {
    assert.deepEqual(read([one.slice(0, cut), one.slice(cut)]), ['id-1'], `cut at ${cut}`);
  }
});

test('reports nothing before the last byte of the body', () => {
  assert.deepEqual(read([one.slice(0, -1)]), []);
});

test('separates notifications that arrive together', () => {
  assert.deepEqual(read([one + two + one]), ['id-1', 'id-2', 'id-1']);
});

test('fails on a request without the id of an event', () => {
  const nameless = 'POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n';
  assert.throws(() => read([nameless]), /without webhook-id/);
});
