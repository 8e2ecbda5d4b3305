// Tests of what a provider learns about the customer's device, and where each value comes from.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payerOf } from './payer.ts';

const seen = { ip: '198.51.100.1', userAgent: 'Seen/1' };

test('without any data nothing is known', () => {
  const none = { ip: null, userAgent: null, email: null, language: null };
  assert.deepEqual(payerOf({ details: {} }), none);
  assert.deepEqual(payerOf({ details: {}, seen: { ip: '::1', userAgent: null } }), {
    ...none,
    ip: '::1',
  });
});

test('what the payment names counts more than the request of the browser', () => {
  const device = { ip: '203.0.113.7', browserData: { userAgent: 'Given/1', language: 'de' } };
  const details = { device, customer: { email: 'jan@shop.example' } };
  const given = { ip: '203.0.113.7', userAgent: 'Given/1', language: 'de' };
  const email = 'jan@shop.example';
  assert.deepEqual(payerOf({ details, seen }), { ...given, email });
  const spoken = { ...details, options: { language: 'pl' } };
  assert.equal(payerOf({ details: spoken, seen }).language, 'pl');
  const part = { device: { browserData: { language: 'de' } } };
  assert.deepEqual(payerOf({ details: part, seen }), { ...seen, email: null, language: 'de' });
});
