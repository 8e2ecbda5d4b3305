// Tests of merchants' URLs and origins: values that a partner could not use are refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebAddress, isWebOrigin } from './web-address.ts';

// Text, whether it is a URL, whether it is an origin.
const rows = `
  https://shop.example           | yes | yes
  http://shop.example:8081       | yes | yes
  https://shop.example/          | yes | no
  https://shop.example:443       | yes | no
  HTTPS://Shop.Example           | yes | no
  https://shop.example/pay?a=b#c | yes | no
  https://xn--w-uga1v8h.example  | yes | yes
  https://[2001:db8::1]/         | yes | no
  shop.example                   | no  | no
  //shop.example                 | no  | no
  https:shop.example             | no  | no
  ftp://shop.example             | no  | no
  wss://shop.example             | no  | no
  javascript:alert(1)            | no  | no
  https://                       | no  | no
  https://shop.example:99999     | no  | no
  https://me@shop.example        | no  | no
  https://me:secret@shop.example | no  | no
  https://żółw.example           | no  | no
  https://shop.example/a b       | no  | no
  https://shop.example\\a         | no  | no
  https:\\\\shop.example          | no  | no
  *                              | no  | no
`;
for (const row of rows.trim().split('\n')) {
  const [text = '', address, origin] = row.split('|').map((cell) => cell.trim());
  test(`${text}: address ${address}, origin ${origin}`, () => {
    assert.equal(isWebAddress(text), address === 'yes');
    assert.equal(isWebOrigin(text), origin === 'yes');
  });
}

test('a URL has at most 2048 characters and no surrounding spaces', () => {
  const of = (length: number) => `https://shop.example/${'a'.repeat(length - 21)}`;
  assert.deepEqual([isWebAddress(of(2048)), isWebAddress(of(2049))], [true, false]);
  for (const text of ['', ' https://shop.example', 'https://shop.example\n']) {
    assert.equal(isWebAddress(text), false, JSON.stringify(text));
  }
});
