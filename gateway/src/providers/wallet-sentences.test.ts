// Tests that every reject code of wallets has sentences for customers in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceLanguages } from './blik/customer-sentences.ts';
import { commonRejectReasons } from './reject-codes.ts';
import { walletCustomerSentences, walletRejectCodes } from './wallet-sentences.ts';

test('every reject code of wallets has two sentences of its own in every language', () => {
  const codes = Object.keys(commonRejectReasons).filter((code) => code.startsWith('WALLET'));
  assert.deepEqual([...walletRejectCodes].sort(), codes.sort());
  const texts = walletRejectCodes.flatMap((code) =>
    sentenceLanguages.map((language) => walletCustomerSentences[code][language]),
  );
  for (const text of texts) assert.match(text, /^\p{Lu}[^.]+\. \p{Lu}[^.]+\.$/u);
  assert.equal(new Set(texts).size, walletRejectCodes.length * sentenceLanguages.length);
});
