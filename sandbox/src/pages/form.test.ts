// Tests of the strict form parser: what browsers send is accepted, everything else is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormError, readForm } from './form.ts';

test('reads what a browser sends', () => {
  const sent = { creq: 'eyJ9-_==', shop: 'Żółw & spółka = 100%', empty: '', "it's": '<b>\n+' };
  assert.deepEqual(
    [...readForm(String(new URLSearchParams(sent)))],
    [...new URLSearchParams(sent)],
  );
  assert.equal(readForm('').size, 0);
  assert.equal(readForm('a=b=c').get('a'), 'b=c');
});

test('treats names such as __proto__ as plain field names', () => {
  assert.equal(readForm('__proto__=x').get('__proto__'), 'x');
});

const refused: [why: string, text: string][] = [
  ['a field twice', 'creq=a&creq=b'],
  ['a field twice under two spellings', 'a=1&%61=2'],
  ['a broken escape', 'a=%2'],
  ['an invalid escape', 'a=%zz'],
  ['bytes that are not UTF-8', 'a=%ff'],
  ['half a letter', 'a=%c5'],
  ['a raw letter outside ASCII', 'a=ż'],
  ['a raw space', 'a=b c'],
  ['a line end', 'a=b\r\nc=d'],
  ['a field without name', '=b'],
  ['a field without an equals sign', 'a=b&c'],
  ['an empty field between two ampersands', 'a=b&&c=d'],
  ['too many fields', Array.from({ length: 21 }, (_, number) => `f${number}=`).join('&')],
];
for (const [why, text] of refused) {
  test(`refuses ${why}`, () => assert.throws(() => readForm(text), FormError));
}
