// Tests that every reject code of recipients has a sentence for customers in every language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceLanguages } from '../blik/customer-sentences.ts';
import { commonRejectReasons } from '../reject-codes.ts';
import { fundingCustomerSentences, fundingRejectCodes } from './funding-sentences.ts';

test('every reject code of recipients has two sentences in every language', () => {
  const codes = Object.keys(commonRejectReasons).filter((code) => code.startsWith('RECIPIENT'));
  assert.deepEqual([...fundingRejectCodes].sort(), codes.sort());
  const seen = new Set<string>();
  for (const code of fundingRejectCodes) {
    for (const language of sentenceLanguages) {
      const text = fundingCustomerSentences[code][language];
      assert.match(text, /^\p{Lu}[^.]+\. \p{Lu}[^.]+\.$/u);
      seen.add(text);
    }
  }
  assert.equal(seen.size, fundingRejectCodes.length * sentenceLanguages.length);
});
