// BLIK codes: what customers type and paste.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blikDigits, groupBlikCode, readBlikCode } from './code.ts';

test('shows a code as two groups of three, while it is typed', () => {
  const rows = [
    ['', ''],
    ['1', '1'],
    ['123', '123'],
    ['1234', '123 4'],
    ['123456', '123 456'],
    ['123 456', '123 456'],
    ['12-34-56', '123 456'],
    ['1234567', '123 456'],
    ['kod 123 456', '123 456'],
  ];
  for (const [typed = '', shown] of rows) assert.equal(groupBlikCode(typed), shown, typed);
  assert.equal(blikDigits('1a2b3'), '123');
});

test('reads exactly six digits, with spaces and dashes', () => {
  const rows: [string, string | undefined][] = [
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123\u00a0456', '123456'],
    ['123-456', '123456'],
    ['12345', undefined],
    ['1234567', undefined],
    ['12345a', undefined],
    ['', undefined],
  ];
  for (const [typed, code] of rows) assert.equal(readBlikCode(typed), code, typed);
});
