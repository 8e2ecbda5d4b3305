// Every colour of a merchant gets enough contrast, on the light and on the dark page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, grounds, MIN_BORDER, MIN_TEXT, readableOn, textOn } from './contrast.ts';
import { lookStyle } from './look-style.ts';

const steps = ['00', '33', '66', '80', '99', 'cc', 'ff'];
const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

test('computes the contrast of WCAG', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
  // The lightest grey with 4.5 on white, and the next one.
  assert.ok(contrast('#767676', '#ffffff') >= 4.5);
  assert.ok(contrast('#777777', '#ffffff') < 4.5);
});

test('the text of a button can be read on every colour', () => {
  for (const color of colors) assert.ok(contrast(color, textOn(color)) >= MIN_TEXT, color);
});

for (const [scheme, backgrounds] of Object.entries(grounds)) {
  test(`every colour becomes readable on the ${scheme} page, and stays if it is readable`, () => {
    for (const color of colors) {
      for (const min of [MIN_BORDER, MIN_TEXT]) {
        const made = readableOn(color, backgrounds, min);
        const worst = Math.min(...backgrounds.map((ground) => contrast(made, ground)));
        assert.ok(worst >= min, `${color} became ${made}`);
        const before = Math.min(...backgrounds.map((ground) => contrast(color, ground)));
        if (before >= min) assert.equal(made, color);
      }
    }
  });
}

test('the backgrounds are those of the style sheet', () => {
  const style = readFileSync(new URL('../style/base.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = style.split('prefers-color-scheme: dark');
  for (const ground of grounds.light) assert.match(light, new RegExp(`--(page|panel): ${ground};`));
  for (const ground of grounds.dark) assert.match(dark, new RegExp(`--(page|panel): ${ground};`));
});

test('the colours of the page itself have enough contrast', () => {
  const style = readFileSync(new URL('../style/base.css', import.meta.url), 'utf8');
  const [light = '', dark = ''] = style.split('prefers-color-scheme: dark');
  for (const part of [light, dark]) {
    const value = (name: string): string =>
      new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1] ?? assert.fail(name);
    for (const ground of ['page', 'panel'].map(value)) {
      for (const name of ['text', 'muted', 'accent-text', 'good', 'bad']) {
        assert.ok(contrast(value(name), ground) >= MIN_TEXT, `${name} on ${ground}`);
      }
      for (const name of ['field-line', 'accent', 'accent-line']) {
        assert.ok(contrast(value(name), ground) >= MIN_BORDER, `${name} on ${ground}`);
      }
    }
    assert.ok(contrast(value('bad'), value('bad-ground')) >= MIN_TEXT);
    assert.ok(contrast(value('on-accent'), value('accent')) >= MIN_TEXT);
  }
});

test('a style sheet is made only of a colour', () => {
  assert.match(lookStyle('#ffcc00') ?? '', /^:root\{--accent:#[0-9a-f]{6};--on-accent:#000000;/);
  for (const text of ['ffcc00', '#fc0', '#ffcc0g', '#ffcc00;}', 'red']) {
    assert.equal(lookStyle(text), null);
  }
});
