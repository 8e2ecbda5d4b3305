// Every reject code of the gateway has a sentence and an action for customers, in every language.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { refusalActions, refusalOf, refusals, refusalSentences } from './refusal.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { pl } from './texts/pl.ts';
import { uk } from './texts/uk.ts';

const languages = { en, pl, de, uk };
const reference = new URL('../../../../docs/reference/reject-codes.md', import.meta.url);

test('every reject code of the reference has a sentence, and no other code has one', () => {
  const rows = readFileSync(reference, 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
  const codes = [...rows].map(([, code]) => code ?? '');
  assert.ok(codes.length > 50, 'the reference was read');
  assert.deepEqual(Object.keys(refusals).toSorted(), codes.toSorted());
});

test('every sentence and every action is used', () => {
  const rows = Object.values(refusals);
  assert.deepEqual(new Set(rows.map(([sentence]) => sentence)), new Set(refusalSentences));
  assert.deepEqual(new Set(rows.map(([, action]) => action)), new Set(refusalActions));
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
  for (const texts of Object.values(languages)) {
    const plain = refusalOf(texts, 'DO_NOT_HONOR', true);
    for (const code of codes) assert.deepEqual(refusalOf(texts, code, true), plain, code);
    const blik = refusalOf(texts, 'BLIK_ISSUER_DECLINED', true);
    assert.deepEqual(refusalOf(texts, 'BLIK_SEC_DECLINED', true), blik);
  }
});

test('a name of every object is an unknown code', () => {
  assert.equal(refusalOf(en, 'constructor', true).sentence, en.sentences.declined);
});

test('a payment that is over sends the customer back to the shop', () => {
  assert.equal(refusalOf(en, 'NOTHING', false).action, en.startOver);
  assert.equal(refusalOf(en, 'BLIK_WRONG_TICKET', false).action, en.startOver);
  assert.equal(refusalOf(en, 'BLIK_WRONG_TICKET', true).action, en.actions.enterNewCode);
  assert.equal(refusalOf(en, 'ORDER_ALREADY_PAID', false).action, en.actions.goBack);
  assert.equal(refusalOf(en, 'WRONG_AMOUNT_PAID', false).action, en.actions.waitForReturn);
});

test('says that nothing was charged, unless money was transferred or the payment goes on', () => {
  const silent = Object.keys(refusals).filter((code) => !refusalOf(en, code, true).notCharged);
  assert.deepEqual(silent, ['WRONG_AMOUNT_PAID', 'BLIK_ALIAS_NONUNIQUE']);
  assert.equal(refusalOf(en, 'DO_NOT_HONOR', true).notCharged, 'You were not charged.');
});

for (const [language, texts] of Object.entries(languages)) {
  test(`${language}: every text is a sentence of its own`, () => {
    const sentences = Object.values(texts.sentences);
    for (const text of [...sentences, texts.notCharged]) assert.match(text, /^[^.]+\.$/);
    const actions = [...Object.values(texts.actions), texts.startOver];
    for (const text of actions) assert.match(text, /^[^.]+\.( [^.]+\.)?$/);
    const all = [...sentences, ...actions, texts.notCharged];
    assert.equal(new Set(all).size, all.length, 'no text twice');
  });
}
