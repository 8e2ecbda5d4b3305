// Keys are loaded once, and again only after a failure; those of the first node are used by all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOnce, storedOnce } from './load-once.ts';

const someKeys = {};

test('keys are loaded once, also by concurrent users', async () => {
  let loads = 0;
  const { load, known } = loadOnce(() => {
    loads += 1;
    return loads === 1 ? Promise.resolve(someKeys) : Promise.reject(new Error('loaded again'));
  });
  assert.equal(known(), undefined);
  assert.deepEqual(await Promise.all([load(), load()]), [someKeys, someKeys]);
  assert.equal(await load(), someKeys);
  assert.equal(known(), someKeys);
  assert.equal(loads, 1);
});

test('a failure reaches those who wait; the next use loads again', async () => {
  let loads = 0;
  const { load } = loadOnce(() => {
    loads += 1;
    return loads === 1 ? Promise.reject(new Error('no database')) : Promise.resolve(someKeys);
  });
  await assert.rejects(load(), /no database/);
  assert.equal(await load(), someKeys);
  assert.equal(loads, 2);
});

test('what another node has stored first is used', async () => {
  const rows: string[] = [];
  const read = () => Promise.resolve(rows[0]);
  const insert = (...keys: string[]) => Promise.resolve(rows.push(...keys));
  assert.equal(await storedOnce(read, () => insert('other node', 'own')), 'other node');
  assert.equal(await storedOnce(read, () => assert.fail('made again')), 'other node');
  await assert.rejects(
    storedOnce(
      () => Promise.resolve(undefined),
      () => Promise.resolve(),
    ),
    /not stored/,
  );
});
