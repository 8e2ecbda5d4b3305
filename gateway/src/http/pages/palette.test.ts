// Tests of the colours: a contrast of at least 4.5 to 1 (WCAG 2.2, 1.4.3).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dark, light, type Colour } from './palette.ts';

/** A text colour and the backgrounds it is used on. */
const readOn: readonly (readonly [text: Colour, grounds: readonly Colour[]])[] = [
  ['text', ['page', 'panel', 'mark']],
  ['muted', ['page', 'panel', 'mark']],
  ['link', ['page', 'panel', 'mark']],
  ['get', ['page', 'panel']],
  ['post', ['page', 'panel']],
  ['change', ['page', 'panel']],
  ['onStrong', ['strong']],
];

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

test('measures contrast as the guideline does', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.48) < 0.01);
});

for (const [name, palette] of Object.entries({ light, dark })) {
  for (const [text, grounds] of readOn) {
    test(`has enough contrast for ${text} in the ${name} palette`, () => {
      for (const ground of grounds) {
        const found = contrast(palette[text], palette[ground]);
        assert.ok(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
    });
  }
}
