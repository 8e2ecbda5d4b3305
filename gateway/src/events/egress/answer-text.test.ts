// Tests of the part of an answer that is kept: its length, whole characters, harmless characters.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerText } from './answer-text.ts';

const rows: [what: string, bytes: string | Buffer, text: string][] = [
  ['an empty answer', '', ''],
  ['plain text', 'Nie znaleziono: Łódź 🧾', 'Nie znaleziono: Łódź 🧾'],
  ['1024 bytes', 'x'.repeat(1024), 'x'.repeat(1024)],
  ['1025 bytes', 'x'.repeat(1025), 'x'.repeat(1024)],
  ['a character that the limit splits', 'x'.repeat(1023) + 'Ł', 'x'.repeat(1023)],
  ['a character that ends at the limit', 'x'.repeat(1022) + 'Łz', 'x'.repeat(1022) + 'Ł'],
  ['an emoji that the limit splits', 'x'.repeat(1021) + '🧾', 'x'.repeat(1021)],
  ['line breaks', 'a\r\nb\n\tc', 'a b c'],
  ['NUL and terminal codes', 'a\0b\u001b[31mc\u007f\u009b', 'a�b�[31mc��'],
  ['text that is written backwards or hidden', 'a\u202eb\u200bc\u2028d\ufeff', 'a�b�c�d�'],
  ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0xc0, 0x80, 0x62]), 'a���b'],
  ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80]), '���'],
];
for (const [what, bytes, text] of rows) {
  test(`of ${what}`, () => assert.equal(answerText(Buffer.from(bytes as string)), text));
}

test('replacing characters does not make it longer than 1024 bytes', () => {
  for (const bytes of [Buffer.alloc(5000), Buffer.alloc(5000, 0xff), Buffer.alloc(1024, 7)]) {
    const text = answerText(bytes);
    assert.equal(text, '\u{fffd}'.repeat(341));
    assert.equal(Buffer.byteLength(text), 1023);
  }
});
