// Every card brand that the page recognises has a mark of its own, drawn inside its card.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'preact-render-to-string';
import { brandMark } from './brand-mark.ts';

const brands = ['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX', 'DINERS', 'DISCOVER', 'JCB'];

test('each brand has its own mark without text, and others have none', () => {
  const drawn = brands.map((brand) => render(brandMark(brand) ?? assert.fail(brand)));
  assert.equal(new Set(drawn).size, brands.length);
  for (const mark of drawn) {
    assert.match(mark, /^<svg viewBox="0 0 38 24"[^>]* aria-hidden="true"/);
    assert.doesNotMatch(mark, /<text/, 'letters are shapes: fonts differ');
  }
  assert.equal(brandMark('UNIONPAY'), null);
});

test('Mastercard and Maestro show where their discs overlap', () => {
  const colors = (brand: string): string[] =>
    [...render(brandMark(brand) ?? assert.fail()).matchAll(/fill="(#\w{6})"/g)].map(([, one]) =>
      String(one),
    );
  assert.deepEqual(colors('MASTERCARD'), ['#eb001b', '#f79e1b', '#ff5f00']);
  assert.deepEqual(colors('MAESTRO'), ['#eb001b', '#00a2e5', '#7375cf']);
});
