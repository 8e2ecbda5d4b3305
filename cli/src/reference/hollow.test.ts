// A hollow part can be handed on, read, called and counted with, and does nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hollow } from './hollow.ts';

interface Part {
  readonly rate: number;
  readonly inner: { find(id: string): { name: string } };
  readonly list: readonly string[];
}

test('is hollow all the way down, and not to be waited for', () => {
  const part = hollow<Part>();
  assert.equal(part.rate * 2, 0);
  assert.equal(typeof part.inner.find('x').name, 'function');
  assert.deepEqual([...part.list], []);
  assert.equal((part as { then?: unknown }).then, undefined);
});
