// Server-sent events in pieces of every size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamReader } from './sse.ts';

const text =
  'retry: 1000\nid: c-0\n\n: a comment\n\nid: c-1\nevent: TEST\ndata: {"a":"ż"}\n\n' +
  'id:c-2\r\ndata:one\r\ndata: two\r\n\r\nother: x\rdata\r\rid: c-3\n\ndata: cut';

const blocks = [
  { id: 'c-0', data: '', retryMs: 1000 },
  { id: 'c-1', data: '{"a":"ż"}', retryMs: undefined },
  { id: 'c-2', data: 'one\ntwo', retryMs: undefined },
  { id: 'c-3', data: '', retryMs: undefined },
];

for (const size of [1, 2, 3, 7, 1000]) {
  test(`reads pieces of ${size} characters`, () => {
    const reader = new EventStreamReader();
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
    assert.deepEqual(
      pieces.flatMap((piece) => reader.add(piece)),
      blocks,
    );
  });
}

test('an endless line is not collected', () => {
  const reader = new EventStreamReader();
  assert.throws(() => {
    for (let count = 0; count < 20; count += 1) reader.add('x'.repeat(100_000));
  }, RangeError);
});
