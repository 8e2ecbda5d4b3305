// Whether the card of a try becomes a token: tests of the consent around a refused try.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../core/clock.ts';
import { isCardSaved } from './save-consent.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const agreed = { saveCard: { agreedAt: isoTime(AT) } };

const cases: [what: string, refusedAt: number | null, details: object, isSaved: boolean][] = [
  ['without consent', null, {}, false],
  ['with consent', null, agreed, true],
  ['with consent after the last refusal', AT - 1, agreed, true],
  ['with a consent that is refused in the same entry', AT, agreed, false],
  ['with the consent of an earlier try', AT + 1, agreed, false],
];

for (const [what, refusedAt, details, isSaved] of cases) {
  test(`${what} the card is ${isSaved ? '' : 'not '}saved`, () => {
    assert.equal(isCardSaved({ tokenizerId: null, refusedAt }, details), isSaved);
  });
}

test('with options.tokenize the card is saved without consent, in every try', () => {
  assert.equal(isCardSaved({ tokenizerId: 'id', refusedAt: AT }, {}), true);
});
