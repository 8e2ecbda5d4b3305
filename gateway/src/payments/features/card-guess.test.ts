// Tests of what a card number of a payment without the customer is counted for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBudgets } from '../../http/testing/no-budgets.ts';
import type { Guess } from '../../http/budget/budgets.ts';
import type { Agreement } from '../model/agreement.ts';
import type { Origin } from '../../http/caller.ts';
import { countGuess } from './card-guess.ts';

const agreed = Buffer.from('the card of the agreement');
const agreement = {
  merchantId: '10000001',
  paymentId: 'p-1',
  cardFingerprint: agreed,
} as unknown as Agreement;
const caller = { kind: 'merchant', merchantId: '10000001' } as Origin['caller'];
const origin: Origin = { caller, address: '203.0.113.7' };

async function guessesOf(card: Parameters<typeof countGuess>[2]): Promise<Guess[]> {
  const guesses: Guess[] = [];
  const guess = (one: Guess): Promise<void> => Promise.resolve(void guesses.push(one));
  await countGuess({ budgets: { ...noBudgets, guess } }, agreement, card, origin);
  return guesses;
}

test('a number counts for its agreement, the merchant and the address', async () => {
  for (const isWrong of [true, false]) {
    const fingerprint = isWrong ? Buffer.from('another card') : agreed;
    assert.deepEqual(await guessesOf({ fingerprint }), [
      {
        budget: { merchantId: '10000001', kind: 'AGREEMENT_GUESSES', subject: 'p-1' },
        others: [
          { merchantId: '10000001', kind: 'MERCHANT_GUESSES', subject: '' },
          { merchantId: '', kind: 'ADDRESS_GUESSES', subject: '203.0.113.7' },
        ],
        isWrong,
        code: 'TOO_MANY_WRONG_CARDS',
        use: { merchantId: '10000001', paymentId: 'p-1', caller },
      },
    ]);
  }
});

test('a token and an instrument without a number are no guesses', async () => {
  assert.deepEqual(await guessesOf({ fingerprint: null }), []);
  const token = {} as NonNullable<Parameters<typeof countGuess>[2]['token']>;
  assert.deepEqual(await guessesOf({ fingerprint: agreed, token }), []);
});
