// `bramka ledger check` against a gateway: correct books, and a difference that somebody planted.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runSql } from '@bramka/test/support/engines.ts';
import { openServer } from '@bramka/test/support/life/consistency.ts';
import { skipOn } from '@bramka/test/support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { runBramka, type Ended } from './testing/run-bramka.ts';

const skip = skipOn('postgres');
let gateway: BorrowedGateway;
before(async () => {
  if (!skip) gateway = await exclusiveGateway('postgres');
});
after(() => gateway?.release());

const ledger = (...words: string[]): Promise<Ended> => {
  const { adminKey } = gateway.installation;
  const env = { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: adminKey };
  return runBramka(['ledger', 'check', ...words], env);
};

test('the exit code is 0 for correct books and 1 for a wrong balance', { skip }, async () => {
  const correct = await ledger();
  assert.deepEqual([correct.code, correct.stderr], [0, '']);
  assert.equal(correct.stdout, 'The ledger is correct: 2 merchants, 6 transfers.\n');

  const database = openServer(gateway.installation);
  try {
    const plant = `update ledger_balances set balance_minor = balance_minor - 1
      where merchant_id = '10000001' and account = 'MERCHANT_PAYABLE' and currency = 'EUR'`;
    await runSql(database, plant);
  } finally {
    await database.close();
  }
  const wrong = await ledger();
  assert.deepEqual([wrong.code, wrong.stderr], [1, '']);
  assert.match(wrong.stdout, /^The ledger is wrong: 2 merchants, \d+ transfers\. /);
  assert.match(wrong.stdout, /\n10000001 +MERCHANT_PAYABLE +-0\.01 EUR\n$/);
  const asJson = await ledger('10000001', '--json');
  assert.equal(asJson.code, 1);
  assert.match(asJson.stdout, /"merchantId": "10000001",\n(.*\n)*.*"difference": -0\.01\n/);
  const other = await ledger('10000002');
  assert.deepEqual(
    [other.code, other.stdout],
    [0, 'The ledger is correct: 1 merchant, 3 transfers.\n'],
  );
  assert.match((await ledger('29999998')).stderr, /\(MERCHANT_NOT_FOUND\)\n$/);
});
