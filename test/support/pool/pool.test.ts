// The pool of gateways that test files borrow from: it suspends gateways without users, and reports
// what went wrong after the tests.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyDatabase } from '../installation.ts';
import { advance } from '../sandbox.ts';
import { until } from '../waiting/until.ts';
import { exclusiveGateway, sharedGateway } from './borrow.ts';
import { openPool } from './pool.ts';

async function answers(url: string, limitMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(limitMs);
  const asked = fetch(`${url}/health/live`, { signal }).then((reply) => reply.text());
  return asked.then(
    () => true,
    () => false,
  );
}

test('suspends unused gateways; reports a moved clock of a shared one only', async () => {
  const pool = await openPool();
  const alone = await exclusiveGateway(anyDatabase);
  await advance(alone, 5);
  const shared = await sharedGateway(anyDatabase);
  await advance(shared, 5);
  await shared.release();
  await until(
    async () => !(await answers(shared.url, 200)),
    'a gateway without users to be suspended',
  );
  const again = await sharedGateway(anyDatabase);
  assert.equal(again.url, shared.url);
  await until(() => answers(again.url, 10_000), 'the gateway to answer again');
  await again.release();
  // It is still being reset when the pool is closed.
  await alone.release();
  assert.deepEqual(await pool.close(), [
    `a test moved the clock or set faults on the shared gateway (${anyDatabase}, 1)`,
  ]);
});
