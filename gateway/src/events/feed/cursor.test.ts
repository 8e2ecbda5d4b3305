// Tests of cursors: every position survives, and nothing else is accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../core/refusals.ts';
import { cursorBefore, firstPosition, lastPosition, readCursor, refuseLater } from './cursor.ts';
import { writeCursor, type Position } from './cursor.ts';

const ID = '0198c5d1-7b2a-7000-8000-0000000000ff';
const merchantId = '10000001';
const storedPosition: Position = { order: 4711n, eventId: ID };
const cursor = writeCursor(merchantId, storedPosition);

function refused(text: string, merchant = merchantId): boolean {
  assert.throws(
    () => readCursor(merchant, 'after', text),
    (error) => {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'CURSOR_INVALID');
      assert.deepEqual(error.details, [
        { field: 'after', message: 'is not a cursor that this merchant got from the feed' },
      ]);
      return true;
    },
    text,
  );
  return true;
}

test('a cursor is its position, also at the ends', () => {
  const largest = 2n ** 63n - 1n;
  const positions = [storedPosition, firstPosition, lastPosition(1n), lastPosition(largest)];
  for (const position of positions) {
    const text = writeCursor(merchantId, position);
    assert.match(text, /^[A-Za-z0-9_-]{44}$/);
    assert.deepEqual(readCursor(merchantId, 'after', text), position);
  }
});

test('the cursor before an event is before its whole transaction, and after the one before', () => {
  const before = readCursor(merchantId, 'after', cursorBefore(merchantId, cursor));
  assert.deepEqual(before, lastPosition(storedPosition.order));
});

test('a cursor of another merchant is refused', () => {
  refused(cursor, '10000002');
  refused(cursor, '1000000');
});

test('every changed character is refused', () => {
  for (let place = 0; place < cursor.length; place += 1) {
    const other = cursor[place] === 'A' ? 'B' : 'A';
    refused(`${cursor.slice(0, place)}${other}${cursor.slice(place + 1)}`);
  }
});

test('anything else is refused', () => {
  const texts = ['', '0', '-1', ID, 'null', ' ', `${cursor} `, `${cursor}=`, cursor + cursor];
  texts.push(cursor.slice(1), cursor.slice(0, -1), cursor.slice(0, -4), 'A'.repeat(44));
  texts.push(
    'ż'.repeat(44),
    '9'.repeat(10_000),
    cursor.toUpperCase(),
    `\n${cursor}`,
    `${cursor}\n`,
  );
  for (const text of texts) refused(text);
});

test('a position at or after the horizon is refused, one before it is not', () => {
  refuseLater('after', storedPosition, 4712n);
  refuseLater('after', lastPosition(4712n), 4712n);
  for (const horizon of [4711n, 4710n, 0n]) {
    assert.throws(() => refuseLater('Last-Event-ID', storedPosition, horizon), {
      code: 'CURSOR_INVALID',
      details: [
        {
          field: 'Last-Event-ID',
          message: 'is later than all events: the database was restored from a backup',
        },
      ],
    });
  }
});
