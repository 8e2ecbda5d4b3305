// Tests of which payments register a tokenization with themselves: never a verification, whose
// tokenization the tokenizer registers itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { decideRegister } from '../decisions/register.ts';
import { freshPayment } from '../decisions/testing/fresh-payment.ts';
import type { NewPayment } from '../model/advance.ts';
import type { PaymentRequest } from './feature.ts';
import { tokenizing } from './tokenizing.ts';

const clock = handClock();
const now = { at: clock.now(), ids: createIds(clock, seededRandom(1)) };

/** The customers whose cards are to be stored. */
function registered(given: Partial<NewPayment>): unknown[] {
  const customers: unknown[] = [];
  const register = (_draft: unknown, { tokenizerId }: NewPayment, customer: unknown): void =>
    void customers.push([tokenizerId, customer]);
  const deps = { tokenizing: { register, follow: () => Promise.resolve() } };
  const payment = freshPayment(now, given);
  const details = { customer: { extCustomerId: 'customer-1' } };
  const use = tokenizing(deps, { payment, details, now } as PaymentRequest);
  use?.register?.(decideRegister(payment, details, now));
  return customers;
}

test('a payment with options.tokenize registers a tokenization for its customer', () => {
  assert.deepEqual(registered({ tokenizerId: 't-1' }), [['t-1', 'customer-1']]);
});

test('other payments and verifications register none', () => {
  assert.deepEqual(registered({ tokenizerId: null }), []);
  assert.deepEqual(registered({ tokenizerId: 't-1', transKind: 'VERIFICATION' }), []);
});
