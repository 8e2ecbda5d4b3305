// Tests of JSON tokens: strings, numbers, literals and white space.

import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '@bramka/test/support/chance.ts';
import { JsonError, numberText, readJson } from '../json.ts';

fc.configureGlobal({ seed });

const HIGH = '\ud83d';
const LOW = '\ude00';
const HALF_A_PAIR = 'must not contain a lone surrogate';
const UNESCAPED = 'The body is not JSON: a control character in a string is not escaped.';

const refused: readonly (readonly [name: string, text: string, reason: string])[] = [
  ['an unclosed string', '"abc', 'The body is not JSON: a string is not closed.'],
  [
    'a string that ends in a backslash',
    '"abc\\',
    'The body is not JSON: an escape in a string is unknown.',
  ],
  ['an unknown escape', '"\\x41"', 'The body is not JSON: an escape in a string is unknown.'],
  ['an upper-case escape', '"\\N"', 'The body is not JSON: an escape in a string is unknown.'],
  [
    'a short unicode escape',
    '"\\u12"',
    'The body is not JSON: four hexadecimal digits are expected after \\u.',
  ],
  [
    'a cut unicode escape',
    '"\\u12',
    'The body is not JSON: four hexadecimal digits are expected after \\u.',
  ],
  [
    'a wrong hexadecimal digit',
    '"\\u00g0"',
    'The body is not JSON: four hexadecimal digits are expected after \\u.',
  ],
  [
    'a signed unicode escape',
    '"\\u+041"',
    'The body is not JSON: four hexadecimal digits are expected after \\u.',
  ],
  ['an escaped NUL', '"a\\u0000"', 'must not contain the character U+0000'],
  ['a raw NUL', '"a\0"', UNESCAPED],
  ['a raw line break', '"a\nb"', UNESCAPED],
  ['a raw tab', '"a\tb"', UNESCAPED],
  ['a raw unit separator', '"\x1f"', UNESCAPED],
  ['a raw high surrogate', `"${HIGH}"`, HALF_A_PAIR],
  ['a raw low surrogate', `"x${LOW}x"`, HALF_A_PAIR],
  ['an escaped high surrogate', '"\\ud83d"', HALF_A_PAIR],
  ['an escaped low surrogate', '"\\uDE00"', HALF_A_PAIR],
  ['surrogates in the wrong order', '"\\ude00\\ud83d"', HALF_A_PAIR],
  ['a single-quoted string', "'a'", 'The body is not JSON: a value is expected.'],
  ['a lone minus', '-', 'The body is not JSON: a digit is expected.'],
  ['a minus before a word', '-Infinity', 'The body is not JSON: a digit is expected.'],
  ['a leading plus', '+1', 'The body is not JSON: a value is expected.'],
  ['a leading point', '.5', 'The body is not JSON: a value is expected.'],
  ['a trailing point', '1.', 'The body is not JSON: a digit is expected after the decimal point.'],
  ['an empty exponent', '1e', 'The body is not JSON: a digit is expected in the exponent.'],
  ['a signed empty exponent', '1E+', 'The body is not JSON: a digit is expected in the exponent.'],
  ['a leading zero', '01', 'The body is not JSON: nothing may follow the value.'],
  ['a hexadecimal number', '0x10', 'The body is not JSON: nothing may follow the value.'],
  ['not a number', 'NaN', 'The body is not JSON: a value is expected.'],
  ['a cut word', 'tru', 'The body is not JSON: a value is expected.'],
  ['a capitalised word', 'True', 'The body is not JSON: a value is expected.'],
  ['a word with more letters', 'nulls', 'The body is not JSON: nothing may follow the value.'],
  ['an undefined', 'undefined', 'The body is not JSON: a value is expected.'],
  ['an empty text', '', 'The body is not JSON: a value is expected.'],
  ['white space only', ' \n', 'The body is not JSON: a value is expected.'],
  ['a byte order mark', '\ufeff1', 'The body is not JSON: a value is expected.'],
  ['a no-break space', '\u00a01', 'The body is not JSON: a value is expected.'],
];

for (const [name, text, reason] of refused) {
  test(`refuses ${name}`, () => {
    throws(() => readJson(text), {
      reason,
      kind: reason.startsWith('The body is not JSON') ? 'syntax' : 'content',
    });
  });
}

test('resolves every escape', () => {
  equal(readJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC"'), '"\\/\b\f\n\r\tAé€');
});

test('joins a surrogate pair, raw or escaped', () => {
  equal(readJson('"\\ud83d\\ude00"'), HIGH + LOW);
  equal(readJson(`"a${HIGH}${LOW}b"`), `a${HIGH}${LOW}b`);
});

test('keeps text between and around escapes', () => {
  equal(readJson('"ab\\ncd\\tef"'), 'ab\ncd\tef');
  equal(readJson('""'), '');
  equal(readJson('"\x7f\u2028"'), '\x7f\u2028');
});

test('skips the four kinds of white space', () => {
  equal(readJson(' \t\r\n7 \t\r\n'), 7);
});

test('a string may be as long as the limit, measured after its escapes are resolved', () => {
  equal(readJson('"abcd"', { stringLength: 4 }), 'abcd');
  equal(readJson('"\\u0061bcd"', { stringLength: 4 }), 'abcd');
  throws(() => readJson('"abcde"', { stringLength: 4 }), { reason: /longer than 4 characters/ });
  throws(() => readJson('{"abcde":1}', { stringLength: 4 }), { reason: /longer than 4 char/ });
  equal(readJson(`"${'x'.repeat(16_384)}"`), 'x'.repeat(16_384));
  throws(() => readJson(`"${'x'.repeat(16_385)}"`), { reason: /longer than 16384 characters/ });
});

test('a number may be as long as the limit', () => {
  equal(numberText(readJson('1'.repeat(40))), '1'.repeat(40));
  throws(() => readJson('1'.repeat(41)), { reason: 'must be written in at most 40 characters' });
  throws(() => readJson(`1e${'0'.repeat(40)}`), { reason: /at most 40 characters/ });
  throws(() => readJson('123', { numberLength: 2 }), { reason: /at most 2 characters/ });
});

test('an exponent may have any value that a double can hold, positive or negative', () => {
  const zeros = '0'.repeat(30);
  for (const text of ['1e324', '1E+324', '1e-324', '-9.5e324', `1e${zeros}324`, '0e324']) {
    equal(numberText(readJson(text)), text);
  }
  const reason = 'must have an exponent from -324 to 324';
  for (const text of ['1e325', '1E+325', '1e-325', `1e${zeros}325`, '0e325', '1e131000']) {
    throws(() => readJson(text), { kind: 'content', path: '', reason });
    throws(() => readJson(`{"a":[{"b":${text}}]}`), { path: 'a[0].b', reason });
  }
});

test('reads every well-formed string as JSON.parse does', () => {
  const string = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(string, (value) => {
      equal(readJson(JSON.stringify(value)), value);
      const escaped = Array.from({ length: value.length }, (_, index) =>
        value.charCodeAt(index).toString(16).padStart(4, '0'),
      );
      equal(readJson(`"${escaped.map((hex) => `\\u${hex}`).join('')}"`), value);
    }),
  );
});

test('accepts and refuses the same number texts as JSON.parse', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0012.eE+-'), maxLength: 12 });
  fc.assert(
    fc.property(text, (candidate) => {
      let expected: number | undefined;
      try {
        expected = JSON.parse(candidate) as number;
        const exponent = /[eE][+-]?(\d+)$/.exec(candidate)?.[1] ?? '0';
        if (Number(exponent) > 324) throw new Error('too large an exponent');
      } catch {
        throws(() => readJson(candidate), JsonError);
        return;
      }
      equal(numberText(readJson(candidate)), candidate);
      equal(Number(numberText(readJson(candidate))), expected);
    }),
    { numRuns: 2000 },
  );
});
