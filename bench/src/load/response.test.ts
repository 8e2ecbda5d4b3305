// Tests of parsing responses from a byte stream: whole, in pieces, and several at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { responseReader } from './response.ts';

const paid = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 6\r\n\r\n{"a":1';
const refused = 'HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n';

function read(chunks: readonly string[]): string[] {
  const seen: string[] = [];
  const reader = responseReader((status, body) => seen.push(`${status} ${body.toString()}`));
  for (const chunk of chunks) reader(Buffer.from(chunk));
  return seen;
}

test('reads status and body of a response in one piece', () => {
  assert.deepEqual(read([paid]), ['200 {"a":1']);
});

test('reassembles a response from any pieces', () => {
  for (let cut = 1; cut < paid.length; cut += 1) {
    assert.deepEqual(read([paid.slice(0, cut), paid.slice(cut)]), ['200 {"a":1'], `cut at ${cut}`);
  }
});

test('reports nothing before the last byte of the body', () => {
  assert.deepEqual(read([paid.slice(0, -1)]), []);
});

test('separates responses that arrive together', () => {
  assert.deepEqual(read([refused + paid + refused]), ['429 ', '200 {"a":1', '429 ']);
});

test('fails on a response of unknown length', () => {
  const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  assert.throws(() => read([chunked]), /without Content-Length/);
});
