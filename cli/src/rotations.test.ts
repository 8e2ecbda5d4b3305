// `bramka keys rotate-master` and `rotate-data` against a gateway of its own: progress, the end,
// and the status afterwards; and a key management service that does not work.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { until } from '@bramka/test/support/waiting/until.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

let gateway: Gateway;
before(async () => {
  gateway = await startGateway({ env: { BRAMKA_MASTER_KEY_NEXT_COMMAND: 'exit 9;' } });
});
after(() => gateway?.stop());

const keys = (...words: string[]): Promise<Ended> =>
  runBramka(['keys', ...words], { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: gateway.adminKey });

test('shows the progress of a rotation until the old keys are destroyed', async () => {
  const none = await keys('rotate-master', '--status');
  assert.deepEqual([none.code, none.stdout], [0, 'No keys have been rotated yet.\n']);
  const unknown = await keys('rotate-data', '--merchant', '29999999');
  assert.match(unknown.stderr, /\(MERCHANT_NOT_FOUND\)\n$/);

  const [first, joined] = await Promise.all([keys('rotate-data'), keys('rotate-data')]);
  for (const { code, stdout } of [first, joined]) {
    assert.equal(code, 0);
    assert.match(stdout, /^The data keys are replaced: \d+ values were encrypted again, and the /);
  }
  const lines = `${first.stderr}${joined.stderr}`;
  assert.match(lines, /^rotation 1 is running already$/m);
  assert.match(lines, /^rotation 1, data keys: preparing: the new key is being made known/m);
  assert.match(
    lines,
    /^rotation 1, data keys: encrypting values with the new key, \d+ of \d+ val/m,
  );
  const status = await keys('rotate-data', '--status', '--json');
  const { state, rotationId } = JSON.parse(status.stdout) as Record<string, unknown>;
  assert.deepEqual([state, rotationId], ['DONE', 1]);
});

test('a key management service that does not work is one sentence', async () => {
  const failed = await keys('rotate-master');
  assert.deepEqual([failed.code, failed.stdout], [1, '']);
  assert.match(failed.stderr, /^bramka: The key management service cannot .* \(.*KEY_SERVICE_/);
  const said = 'the master key command failed at wrap: exit code 9';
  await until(() => Promise.resolve(gateway.logs().includes(said)), 'the log line');
});
