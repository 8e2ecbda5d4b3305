// The card form becomes an instrument, or errors at its fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOW, sampleFacts } from '../../../testing/sample-state.ts';
import type { SavedCard } from './card-facts.ts';
import { readCard } from './read-card.ts';

const form =
  (fields: Record<string, string>) =>
  (name: string): string =>
    fields[name] ?? '';
const good = { 'card-number': '4111 1111 1111 1111', 'card-expiry': '1230', 'card-code': '123' };
const saved: SavedCard = {
  tokenId: 't1',
  type: 'COF',
  cardMask: '411111******1111',
  organization: 'VISA',
  expDate: '203012',
  codeRequired: true,
};

const withCards = (CARD: readonly SavedCard[]) => ({ ...sampleFacts, details: { CARD } });

test('reads a new card', () => {
  assert.deepEqual(readCard(form(good), sampleFacts, NOW), {
    ok: true,
    instrument: {
      type: 'CARD',
      instrumentNo: '4111111111111111',
      expDate: '203012',
      cvv: '123',
    },
  });
});

test('a consent counts only if the shop saves cards', () => {
  const agreed = form({ ...good, 'card-save': 'on' });
  const beside = (savesCards: boolean): unknown => {
    const methods = sampleFacts.methods.map((one) => ({ ...one, savesCards }));
    const reading = readCard(agreed, { ...sampleFacts, methods }, NOW);
    return reading.ok && reading.beside;
  };
  assert.deepEqual(beside(true), { saveCard: true });
  assert.equal(beside(false), undefined);
});

test('an empty form has an error for every field, in their order', () => {
  const reading = readCard(form({}), sampleFacts, NOW);
  assert.deepEqual(!reading.ok && reading.errors.map(({ field, text }) => [field, text]), [
    ['card-number', 'card:number.missing'],
    ['card-expiry', 'card:expiry.missing'],
    ['card-code', 'card:code.missing'],
  ]);
});

test('a brand that the shop does not take is named at once', () => {
  const amex = { ...good, 'card-number': '378282246310005', 'card-code': '1234' };
  const reading = readCard(form(amex), sampleFacts, NOW);
  assert.deepEqual(reading, {
    ok: false,
    errors: [
      { field: 'card-number', text: 'card:number.brand', values: { brands: 'Visa, Mastercard' } },
    ],
    extra: { card: '' },
  });
});

test('a saved card is named by its token, with its code if one is required', () => {
  const facts = withCards([saved]);
  const code = form({ card: 't1', 'code-t1': '999' });
  assert.deepEqual(readCard(code, facts, NOW), {
    ok: true,
    instrument: { type: 'COF', tokenId: 't1', cvv: '999' },
  });
  const missing = readCard(form({ card: 't1' }), facts, NOW);
  assert.deepEqual(missing, {
    ok: false,
    errors: [{ field: 'code-t1', text: 'card:code.missing' }],
    extra: { card: 't1' },
  });
  const without = withCards([{ ...saved, codeRequired: false }]);
  assert.deepEqual(readCard(form({ card: 't1' }), without, NOW), {
    ok: true,
    instrument: { type: 'COF', tokenId: 't1' },
  });
});

test('a token that is not in the list is no card', () => {
  const reading = readCard(form({ card: 'stranger' }), withCards([saved]), NOW);
  assert.equal(reading.ok, false);
});

test('only the missing code of a known card is sent', () => {
  const payment = { ...sampleFacts.payment, dataRequest: 'CARD_CVV' };
  const facts = { ...sampleFacts, payment };
  assert.deepEqual(readCard(form({ 'card-code': '123' }), facts, NOW), {
    ok: true,
    instrument: { cvv: '123' },
    isAddition: true,
  });
});
