// The pool of gateways that test files borrow from: what it reports after the tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyDatabase } from '../place.ts';
import { advance } from '../sandbox.ts';
import { exclusiveGateway, sharedGateway } from './borrow.ts';
import { openPool } from './pool.ts';

test('reports a moved clock of a shared gateway, but not of an exclusive one', async () => {
  const pool = await openPool();
  const alone = await exclusiveGateway(anyDatabase);
  await advance(alone, 5);
  const shared = await sharedGateway(anyDatabase);
  await advance(shared, 5);
  await shared.release();
  // It is still being reset when the pool is closed.
  await alone.release();
  assert.deepEqual(await pool.close(), [
    `a test moved the clock or set faults on the shared gateway (${anyDatabase}, 1)`,
  ]);
});
