// The operator client on its own: that it and the commands read all pages of a list, each after the
// id of the last item.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopback } from '@bramka/test/support/loopback-server.ts';
import { runBramka } from '../testing/run-bramka.ts';
import { allMerchants, operatorClientAt } from './operator.ts';

const PAGE = 100;

/** A gateway with 230 items in the list, each with an id of its own for every purpose. */
async function listOf(name: string, idName: string) {
  const idNames = ['merchantId', 'paymentId', 'attemptId', 'reference', idName];
  const items = Array.from({ length: 230 }, (_, index) =>
    Object.fromEntries(idNames.map((one) => [one, `${one}-${1000 + index}`])),
  );
  const server = await openLoopback();
  server.behave = ({ url }, response) => {
    const after = new URL(url ?? '', 'http://localhost').searchParams.get('after');
    const start = after === null ? 0 : items.findIndex((one) => one[idName] === after) + 1;
    const isKnown = after === null || start > 0;
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ [name]: items.slice(start, start + PAGE) }));
  };
  return { server, ids: items.map((one) => one[idName]) };
}

test('a list longer than one page is read to its end', async () => {
  const { server, ids } = await listOf('merchants', 'merchantId');
  const merchants = await allMerchants(operatorClientAt(server.url, 'key'));
  server.close();
  assert.deepEqual(
    merchants.map(({ merchantId }) => merchantId),
    ids,
  );
});

for (const [words, name, idName] of [
  [['disputes', 'list'], 'disputes', 'disputeId'],
  [['deposits', 'list', '1'], 'deposits', 'depositId'],
  [['fees', 'list'], 'rules', 'ruleId'],
  [['reconcile', 'items'], 'items', 'itemId'],
] as const) {
  test(`bramka ${words.join(' ')} reads all pages`, async () => {
    const { server, ids } = await listOf(name, idName);
    const env = { BRAMKA_URL: server.url, BRAMKA_ADMIN_KEY: 'key' };
    const { stdout, stderr } = await runBramka([...words, '--json'], env);
    server.close();
    assert.equal(stderr, '');
    const printed = [...stdout.matchAll(new RegExp(`"${idName}": "([^"]*)"`, 'g'))];
    assert.deepEqual(
      printed.map((found) => found[1]),
      ids,
    );
  });
}
