// Tests that a secret is never shown by the usual ways of printing a value.

import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { format, inspect } from 'node:util';
import { open, Secret, secret } from './secret.ts';

const CONTENT = '4111111111111111';

test('opening a secret returns the same value', () => {
  const value = { pan: CONTENT };
  equal(open(secret(value)), value);
  equal(open(secret(CONTENT)), CONTENT);
  equal(open(secret(undefined)), undefined);
});

test('a secret prints as three stars', () => {
  const sealed = secret(CONTENT);
  equal(String(sealed), '***');
  equal(`${sealed}`, '***');
  equal('' + sealed, '***');
  equal([sealed, sealed].join(), '***,***');
  equal(JSON.stringify(sealed), '"***"');
  equal(JSON.stringify({ card: { pan: sealed } }), '{"card":{"pan":"***"}}');
  equal(inspect(sealed), '***');
  equal(inspect({ sealed }), '{ sealed: *** }');
  equal(Number(secret(42)), NaN);
});

test('no way of formatting, copying or listing shows the content', () => {
  const sealed = secret(CONTENT);
  const shown = [
    ...['%s', '%o', '%O', '%j', '%d', '%i'].map((pattern) => format(pattern, sealed)),
    inspect(sealed, { showHidden: true, depth: 9, getters: true, customInspect: false }),
    inspect(new Map([[sealed, sealed]]), { showHidden: true }),
    inspect({ ...sealed }, { showHidden: true }),
    inspect(Object.assign({}, sealed)),
    inspect(structuredClone(sealed), { showHidden: true }),
    JSON.stringify({ ...sealed }),
    JSON.stringify(Object.entries(sealed)),
    Reflect.ownKeys(sealed).join(),
    new Error(`failed for ${sealed}`, { cause: sealed }).stack,
    inspect(new Error('failed', { cause: sealed })),
  ];
  for (const text of shown) equal(text?.includes(CONTENT), false, text);
});

test('a nested secret stays closed after the outer one is opened', () => {
  equal(`${open(secret(secret(CONTENT)))}`, '***');
});

test('only a real secret can be opened', () => {
  throws(() => open({ value: CONTENT } as unknown as Secret<string>), TypeError);
  throws(() => open(Object.create(Secret.prototype) as Secret<string>), TypeError);
});
