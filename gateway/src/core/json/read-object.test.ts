// Tests of reading one JSON object from bytes.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonObject } from './read-object.ts';

test('reads an object, without members that are null', () => {
  deepEqual(readJsonObject(Buffer.from(' {"a":1,"b":{"c":"ż"},"d":null} ')), {
    a: 1,
    b: { c: 'ż' },
  });
});

test('reads nothing else', () => {
  const texts = ['', '{', '[]', '[{}]', '"a"', '5', 'null', '{"a":1,"a":2}', '{}{}', '\ufeff{}'];
  for (const text of texts) equal(readJsonObject(Buffer.from(text)), undefined, text);
  equal(readJsonObject(Buffer.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)), undefined);
});
