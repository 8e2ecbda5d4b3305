// Tests of the consent to save a card: which later data keeps it, and which ends it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../core/clock.ts';
import type { Instrument } from '../../methods/instrument.ts';
import { withSaveCard } from './save-card.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const saveCard = { agreedAt: isoTime(AT) };
const earlier = { redirectURL: 'https://shop.example', saveCard };
const card: Instrument = { type: 'CARD', instrumentNo: '4111111111111111' };

const cases: [string, Instrument | undefined, mustBeComplete: boolean, isKept: boolean][] = [
  ['device data only', undefined, true, true],
  ['the missing code', { type: 'CARD', cvv: '123' }, false, true],
  ['another card number', card, false, false],
  ['a whole card', card, true, false],
  ['a whole card without its number', { type: 'CARD', cvv: '123' }, true, false],
  ['a stored card', { type: 'COF', tokenId: 'x' }, false, false],
  ['a BLIK code', { type: 'BLIK_CODE', code: '777123' }, true, false],
];

for (const [what, instrument, mustBeComplete, isKept] of cases) {
  test(`${what} without consent ${isKept ? 'keeps' : 'ends'} an earlier consent`, () => {
    const { redirectURL } = earlier;
    const after = withSaveCard(earlier, { instrument, mustBeComplete }, AT + 1);
    assert.deepEqual(after, isKept ? earlier : { redirectURL });
    const refused = withSaveCard(earlier, { instrument, mustBeComplete, saveCard: false }, AT + 1);
    assert.deepEqual(refused, after);
  });
}

test('a new consent has its own time; without any consent nothing changes', () => {
  const given = { instrument: card, mustBeComplete: true };
  const { saveCard: renewed } = withSaveCard(earlier, { ...given, saveCard: true }, AT + 1);
  assert.deepEqual(renewed, { agreedAt: isoTime(AT + 1) });
  const plain = { redirectURL: 'https://shop.example' };
  assert.equal(withSaveCard(plain, given, AT), plain);
});
