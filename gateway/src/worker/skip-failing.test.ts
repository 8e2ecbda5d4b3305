// Tests of isolation in jobs: a failure is an alarm and is skipped, an outage stops the job.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost } from '../storage/errors.ts';
import { skipFailing } from './skip-failing.ts';

function setUp() {
  const alarms: object[] = [];
  const logged: object[] = [];
  const parts = {
    metrics: { alarms: { inc: (labels: object) => void alarms.push(labels) } },
    log: { error: (facts: object) => void logged.push(facts) },
  };
  const run = <T>(work: () => Promise<T>) =>
    skipFailing(parts, { job: 'settle', merchantId: '1001' }, work);
  return { alarms, logged, run };
}

test('the result of work that succeeds is returned without an alarm', async () => {
  const { alarms, logged, run } = setUp();
  assert.equal(await run(() => Promise.resolve(7)), 7);
  assert.deepEqual([alarms, logged], [[], []]);
});

test('a failure is one alarm that names the job and the merchant', async () => {
  const { alarms, logged, run } = setUp();
  const err = new RangeError('Invalid time zone');
  assert.equal(await run(() => Promise.reject(err)), undefined);
  assert.deepEqual(alarms, [{ alarm: 'job-skipped' }]);
  assert.deepEqual(logged, [{ alarm: 'job-skipped', err, job: 'settle', merchantId: '1001' }]);
});

test('an outage of the database is not skipped', async () => {
  const { alarms, run } = setUp();
  const lost = new ConnectionLost(new Error('gone'), false);
  await assert.rejects(
    run(() => Promise.reject(lost)),
    lost,
  );
  assert.deepEqual(alarms, []);
});
