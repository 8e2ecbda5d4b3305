// Every reject code of the gateway has a sentence and an action for customers, in every language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusalOf, refusals } from './refusal.ts';
import { allTexts } from './texts/all-texts.ts';
import { translator } from './texts/texts.ts';

const { en } = allTexts;
const english = translator(en);
const reference = new URL('../../../docs/reference/reject-codes.md', import.meta.url);

test('every reject code of the reference has a sentence, and no other code has one', () => {
  const rows = readFileSync(reference, 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
  const codes = [...rows].map(([, code]) => code ?? '');
  assert.ok(codes.length > 50, 'the reference was read');
  assert.deepEqual(Object.keys(refusals).toSorted(), codes.toSorted());
});

test('whatever an issuer says about a card reads like a refusal without a reason', () => {
  const codes = [
    'INSUFFICIENT_FUNDS',
    'EXPIRED_CARD',
    'LOST_CARD',
    'STOLEN_CARD',
    'LIMIT_EXCEEDED',
    'INVALID_CVV',
    'INVALID_CARD',
    'CARD_RESTRICTED',
    'SUSPECTED_FRAUD',
    'UNHEARD_OF',
  ];
  for (const texts of Object.values(allTexts)) {
    const t = translator(texts);
    const plain = refusalOf(t, 'DO_NOT_HONOR', true);
    for (const code of codes) assert.deepEqual(refusalOf(t, code, true), plain, code);
    const blik = refusalOf(t, 'BLIK_ISSUER_DECLINED', true);
    assert.deepEqual(refusalOf(t, 'BLIK_SEC_DECLINED', true), blik);
  }
});

test('a name of every object is an unknown code', () => {
  assert.equal(refusalOf(english, 'constructor', true).sentence, en['refusal.declined']);
});

test('a payment that is over sends the customer back to the shop', () => {
  assert.equal(refusalOf(english, 'NOTHING', false).action, en['refusal.startOver']);
  assert.equal(refusalOf(english, 'BLIK_WRONG_TICKET', false).action, en['refusal.startOver']);
  assert.equal(refusalOf(english, 'BLIK_WRONG_TICKET', true).action, en['blik:refused.newCode']);
  assert.equal(refusalOf(english, 'ORDER_ALREADY_PAID', false).action, en['refusal.goBack']);
  assert.equal(
    refusalOf(english, 'WRONG_AMOUNT_PAID', false).action,
    en['pbl:refused.waitForReturn'],
  );
});

test('says that nothing was charged, unless money was transferred or the payment goes on', () => {
  const silent = Object.keys(refusals).filter((code) => !refusalOf(english, code, true).notCharged);
  assert.deepEqual(silent, ['BLIK_ALIAS_NONUNIQUE', 'WRONG_AMOUNT_PAID']);
  assert.equal(refusalOf(english, 'DO_NOT_HONOR', true).notCharged, 'You were not charged.');
});

for (const [language, texts] of Object.entries(allTexts)) {
  test(`${language}: every text is a sentence of its own`, () => {
    const t = translator(texts);
    const rows = Object.values(refusals);
    const sentences = [...new Set(rows.map(([sentence]) => t(sentence))), t('refusal.notCharged')];
    for (const text of sentences) assert.match(text, /^[^.]+\.$/);
    const actions = [...new Set(rows.map(([, action]) => t(action))), t('refusal.startOver')];
    for (const text of actions) assert.match(text, /^[^.]+\.( [^.]+\.)?$/);
    const keys = new Set(rows.flatMap(([sentence, action]) => [sentence, action]));
    const all = [...sentences, ...actions];
    assert.equal(new Set(all).size, keys.size + 2, 'no text twice');
  });
}
