// Server-sent events in pieces of every size.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStreamReader } from './sse.ts';

const text =
  'retry: 1000\nid: c-0\n\n: a comment\n\nid: c-1\nevent: TEST\ndata: {"a":"ż"}\n\n' +
  'id:c-2\r\ndata:one\r\ndata: two\r\n\r\nother: x\rdata\r\rid: c-3\n\ndata: cut';

const nothing = { id: undefined, data: '', retryMs: undefined, comment: undefined };
const blocks = [
  { ...nothing, id: 'c-0', retryMs: 1000 },
  { ...nothing, comment: 'a comment' },
  { ...nothing, id: 'c-1', data: '{"a":"ż"}' },
  { ...nothing, id: 'c-2', data: 'one\ntwo' },
  { ...nothing, id: 'c-3' },
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
