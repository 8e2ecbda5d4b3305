// Tests that every reject code of network tokens has a sentence for customers in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceLanguages } from '../blik/customer-sentences.ts';
import { commonRejectReasons } from '../reject-codes.ts';
import { tokenCustomerSentences, tokenRejectCodes } from './token-sentences.ts';

test('every reject code of tokens has two sentences in every language', () => {
  const codes = Object.keys(commonRejectReasons).filter((code) => code.startsWith('TOKEN'));
  assert.deepEqual([...tokenRejectCodes].sort(), codes.sort());
  const seen = new Set<string>();
  for (const code of tokenRejectCodes) {
    for (const language of sentenceLanguages) {
      const text = tokenCustomerSentences[code][language];
      assert.match(text, /^\p{Lu}[^.]+\. \p{Lu}[^.]+\.$/u);
      seen.add(text);
    }
  }
  assert.equal(seen.size, tokenRejectCodes.length * sentenceLanguages.length);
});
