// `bramka audit` against a gateway of its own: a correct log, the uses of a card, an earlier
// digest, and the exit code when somebody has changed the log.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import { startGateway, type Gateway } from '@bramka/test/support/gateway.ts';
import { openServer } from '@bramka/test/support/life/consistency.ts';
import { paymentIdOf } from '@bramka/test/support/life/payments.ts';
import { skipOn } from '@bramka/test/support/installation.ts';
import { cards, payWithDevice } from '@bramka/test/support/threeds/challenge.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const skip = skipOn('postgres');
let gateway: Gateway;
before(async () => {
  if (!skip) gateway = await startGateway({ database: 'postgres' });
});
after(() => gateway?.stop());

const audit = (...words: string[]): Promise<Ended> =>
  runBramka(['audit', ...words], { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: gateway.adminKey });
async function succeed(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await audit(...words);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, stdout);
  return stdout;
}

test('verifies the log, lists the uses of a card, and finds a change', { skip }, async () => {
  assert.equal(await succeed('verify'), 'The audit log is correct: it has no rows yet.\n');
  const token = await gateway.authenticate();
  const made = await payWithDevice(gateway, { token, card: cards.frictionless });
  const paymentId = paymentIdOf(made);
  await gateway.waitForStatus(token, paymentId, 'COMPLETED');

  const uses = await succeed('list', paymentId);
  assert.match(uses, /^\S+Z +job:processing +AUTHENTICATE +1\.1\n\S+Z +provider:directory +AUTH/m);
  assert.doesNotMatch(uses, new RegExp(cards.frictionless));
  const unknown = await succeed('list', '01a1ddaa-94be-73d2-943c-8b7759934376');
  assert.equal(unknown, 'No card was decrypted.\n');
  assert.equal(await succeed('list', '--token', 'none'), 'No card was decrypted.\n');

  const correct = await succeed('verify');
  assert.match(correct, /^The audit log is correct: 2 rows in 1 chain\.$/m);
  const [digest = ''] = /1\.2\.[0-9a-f]{64}/.exec(correct) ?? [];
  await succeed('verify', '--expect', digest);
  const foreign = await audit('verify', '--expect', digest, '--expect', `2.1.${'0'.repeat(64)}`);
  assert.equal(foreign.code, 1);
  assert.match(foreign.stdout, /^The audit log is wrong at chain 2: A whole chain was removed/);
  const misspelt = await audit('verify', '--expect', 'digest');
  assert.match(misspelt.stderr, /\(INVALID_REQUEST\)\n$/);

  const db = openServer(gateway.installation);
  await runSql(db, 'alter table audit_log disable trigger user');
  await runSql(db, `update audit_log set actor = 'operator' where seq = 2`);
  await db.close();
  const wrong = await audit('verify');
  assert.deepEqual([wrong.code, wrong.stderr], [1, '']);
  assert.equal(
    wrong.stdout,
    'The audit log is wrong at chain 1, row 2: A row was changed. (ROW_CHANGED)\n' +
      '1 row before it is correct.\n',
  );
  const asJson = await audit('verify', '--json');
  assert.equal(asJson.code, 1);
  const { violation } = JSON.parse(asJson.stdout) as { violation: object };
  assert.deepEqual(violation, { kind: 'ROW_CHANGED', chain: 1, row: 2 });
});
