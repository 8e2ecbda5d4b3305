// `bramka settle` and `bramka settlements` against a gateway whose clock is moved.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addSettledShop, midnight, NOON } from '@bramka/test/support/life/settlements.ts';
import { openLoopback } from '@bramka/test/support/loopback-server.ts';
import { exclusiveGateway, type BorrowedGateway } from '@bramka/test/support/pool/borrow.ts';
import { moveClock } from '@bramka/test/support/sandbox.ts';
import { anyDatabase } from '@bramka/test/support/installation.ts';
import { runBramka } from './testing/run-bramka.ts';

let gateway: BorrowedGateway;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
});
after(() => gateway?.release());

const bramka = (...words: string[]) =>
  runBramka([...words, '--url', gateway.url, '--key', gateway.adminKey]);

test('settles what is due, lists the batch, and prints it with its report', async () => {
  await moveClock(gateway, { at: NOON, freeze: true });
  const shop = await addSettledShop(gateway);
  const { merchantId } = shop;
  const paymentId = await (await shop.merchant()).pay({ amount: 12.5 });
  const early = await bramka('settle', '--merchant', merchantId);
  const rest = `the rest becomes due from ${midnight(1)} on`;
  assert.equal(early.stdout, `merchant ${merchantId}, 2031-01-14: 0 settled; ${rest}\n`);
  await moveClock(gateway, { at: midnight(1) });
  const [batch] = await shop.batches();
  const batchId = String(batch?.['batchId']);
  const again = await bramka('settle', '--merchant', merchantId, '--date', '2031-01-15');
  assert.equal(again.stdout, `merchant ${merchantId}, 2031-01-15: 0 settled; nothing is left\n`);
  const list = await bramka('settlements', merchantId);
  assert.match(
    list.stdout,
    new RegExp(`2031-01-15 +${merchantId} +CLOSED +1 +12.50 PLN .*${batchId}`),
  );
  assert.equal(
    (await bramka('settlements', merchantId, '--date', '2031-01-14')).stdout,
    'No settlements.\n',
  );
  const one = await bramka('settlements', merchantId, batchId);
  assert.match(one.stdout, /^payout +12\.50 PLN$/m);
  const csv = await bramka('settlements', merchantId, batchId, '--csv');
  assert.match(csv.stdout, new RegExp(`^kind,.*\r\nPAYMENT,${paymentId},.*,12.50,PLN\r\n$`, 's'));
  const unknown = await bramka('settlements', merchantId, merchantId, '--csv');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /SETTLEMENT_NOT_FOUND/);
});

test('shows each new count while a run lasts', async () => {
  const server = await openLoopback();
  const run = { runId: 'r1', merchantId: '10000001', settlementDate: '2031-01-15', waiting: 2 };
  const states = [
    { ...run, status: 'RUNNING', settled: 0 },
    { ...run, status: 'RUNNING', settled: 3 },
    { ...run, status: 'RUNNING', settled: 3 },
    { ...run, status: 'DONE', settled: 5, nextDueAt: midnight(2) },
  ];
  server.behave = (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(states.shift()));
  };
  const words = ['settle', '--merchant', '10000001', '--url', server.url, '--key', 'key'];
  const { stdout, stderr } = await runBramka(words);
  server.close();
  assert.equal(stderr, 'merchant 10000001: 3 payments settled so far\n');
  assert.equal(
    stdout,
    'merchant 10000001, 2031-01-15: 5 settled, 2 wait for the next run; ' +
      `the rest becomes due from ${midnight(2)} on\n`,
  );
});
