// Tests of form bodies: what a browser sends is read; broken or ambiguous forms are refused, naming
// the field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { Refusal } from '../../core/refusals.ts';
import { readForm } from './form.ts';

fc.configureGlobal({ seed });

const read: [what: string, text: string, fields: Record<string, string>][] = [
  [
    'plain fields',
    'cres=eyJh-_&threeDSSessionData=abc',
    { cres: 'eyJh-_', threeDSSessionData: 'abc' },
  ],
  ['plus as space, and a plus that is one', 'a=x+y%2Bz', { a: 'x y+z' }],
  ['an equals sign in a value', 'a=b%3D=c==', { a: 'b==c==' }],
  ['percent-encoded UTF-8 in either case', 'za%C5%BC%c3%b3=%F0%9F%98%80', { zażó: '😀' }],
  ['UTF-8 as it is', 'a=zażółć', { a: 'zażółć' }],
  ['line breaks as browsers send them', 'a=1%0D%0A2', { a: '1\r\n2' }],
  ['ampersands with nothing between', '&&a=1&&b=2&', { a: '1', b: '2' }],
  ['nothing but ampersands', '&&&', {}],
  ['an empty field as absent', 'a=&b&c=1', { c: '1' }],
  ['a field without a name', '=1', { '': '1' }],
  ['brackets as letters of a name', 'a[b]=1&a[]=2', { 'a[b]': '1', 'a[]': '2' }],
  ['names of every object', 'constructor=1&toString=2', { constructor: '1', toString: '2' }],
  ['a semicolon as a letter', 'a=1;b=2', { a: '1;b=2' }],
];

for (const [what, text, fields] of read) {
  test(`reads ${what}`, () => {
    assert.deepEqual(readForm(text), fields);
  });
}

test('reads an empty body as no body', () => {
  assert.equal(readForm(''), undefined);
});

const many = (count: number): string =>
  Array.from({ length: count }, (_, index) => `f${index}=${index}`).join('&');

const refused: [what: string, text: string, field: string, message: string][] = [
  ['a bare percent sign', 'a=100%', 'body', 'must be percent-encoded UTF-8'],
  ['half an escape', 'a=%4', 'body', 'must be percent-encoded UTF-8'],
  ['an escape that is no number', '%zz=1', 'body', 'must be percent-encoded UTF-8'],
  ['bytes that are no UTF-8', 'a=%ff', 'body', 'must be percent-encoded UTF-8'],
  ['an overlong encoding', 'a=%c0%af', 'body', 'must be percent-encoded UTF-8'],
  ['a surrogate', 'a=%ed%a0%80', 'body', 'must be percent-encoded UTF-8'],
  ['NUL in a value', 'a=1%002', 'body', 'must not have the character NUL'],
  ['NUL in a name', 'a%00=1', 'body', 'must not have the character NUL'],
  ['a raw NUL', 'a=\0', 'body', 'must not have the character NUL'],
  ['__proto__', '__proto__=1', 'body', 'must not have a field __proto__'],
  ['__proto__ in disguise', '%5f_proto_%5F=', 'body', 'must not have a field __proto__'],
  ['a repeated field', 'cres=1&b=2&cres=1', 'cres', 'appears more than once'],
  ['a repeated field in disguise', 'cres=1&c%72es=2', 'cres', 'appears more than once'],
  ['a field repeated as empty', 'cres=&cres=2', 'cres', 'appears more than once'],
  ['33 fields', many(33), 'body', 'must have at most 32 fields'],
];

for (const [what, text, field, message] of refused) {
  test(`refuses ${what}`, () => {
    assert.throws(
      () => readForm(text),
      (error: Refusal) => {
        assert.equal(error.code, 'INVALID_REQUEST');
        assert.deepEqual(error.details, [{ field, message }]);
        return true;
      },
    );
  });
}

test('reads 32 fields', () => {
  assert.equal(Object.keys(readForm(many(32)) ?? {}).length, 32);
});

test('does not repeat a field name that may be a card number', () => {
  const text = '4111111111111111=1&4111111111111111=2';
  assert.throws(
    () => readForm(text),
    (error: Refusal) => !JSON.stringify(error.details).includes('4111'),
  );
});

test('reads what URLSearchParams writes', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1 });
  fc.assert(
    fc.property(fc.dictionary(part, part, { maxKeys: 32, noNullPrototype: true }), (fields) => {
      const text = new URLSearchParams(fields).toString();
      const isSound = !text.includes('%00') && !Object.hasOwn(fields, '__proto__');
      if (isSound) assert.deepEqual(readForm(text) ?? {}, fields);
    }),
  );
});

test('reads or refuses any text, and changes no prototype', () => {
  const piece = fc.oneof(
    fc.constantFrom('%', '%4', '=', '&', '+', '%00', '__proto__', '%ff', 'a=', '[', ';', '\0'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      try {
        const fields = readForm(pieces.join('')) ?? {};
        assert.equal(Object.getPrototypeOf(fields), Object.prototype);
        for (const value of Object.values(fields)) assert.equal(typeof value, 'string');
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
      }
    }),
    { numRuns: 500 },
  );
  assert.deepEqual(Object.keys(Object.prototype), []);
});
