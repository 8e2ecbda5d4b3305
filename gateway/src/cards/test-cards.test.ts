// Tests that published test cards are recognised, and that other numbers are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passesLuhn } from '../core/iso/check-digit.ts';
import { organizationOf } from './card-number.ts';
import { isTestCard } from './test-cards.ts';

test('recognises the cards of public lists', () => {
  const some = ['4111111111111111', '4242424242424242', '5555555555554444', '378282246310005'];
  const more = ['4000000000000002', '4000002500003155', '4917110020000007', '371449002000008'];
  for (const digits of [...some, ...more]) assert.equal(isTestCard(digits), true, digits);
});

test('does not recognise other numbers of the same ranges', () => {
  const others = ['4111111111111129', '4539578763621486', '4917110020123451', '5555555555554451'];
  for (const digits of [...others, '371449002123455', '41111111111111', '']) {
    assert.equal(isTestCard(digits), false, digits);
  }
});

test('every number in the list is a valid card number', async () => {
  const { readFileSync } = await import('node:fs');
  const source = readFileSync(new URL('./test-cards.ts', import.meta.url), 'utf8');
  const numbers = source.match(/\b\d{12,19}\b/g) ?? [];
  assert.ok(numbers.length > 100);
  assert.equal(new Set(numbers).size, numbers.length, 'each once');
  for (const digits of numbers) {
    assert.ok(passesLuhn(digits), `${digits} fails the check digit`);
    assert.ok(organizationOf(digits) !== undefined, `${digits} is of no organization`);
    assert.equal(isTestCard(digits), true);
  }
});
