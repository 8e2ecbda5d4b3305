// kill -9 during the import and the comparison of a settlement file: continued afterwards, it gives
// the result of an undisturbed one. Two nodes that import and compare together do so too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Client, Json, Reply } from '../support/client.ts';
import { startGateway } from '../support/gateway.ts';
import { addMerchantClient, withoutRateLimits } from '../support/life/payments.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import { createPlace, skipOn, type DatabaseKind } from '../support/place.ts';
import {
  countsOf,
  importsPath,
  linesOf,
  operatorOf,
  type Operator,
} from '../support/reconciliation/settlement.ts';

const PLANTED = 'OMIT,AMOUNT,DOUBLE,ADD';
const EXPECTED = { MATCHED: 4, MISSING: 1, DIFFERENT: 1, DUPLICATE: 1, EXTRA: 1 };

/** The file of a day with 6 movements and 4 planted differences. */
async function makeFile(client: Client): Promise<string> {
  const shop = await addMerchantClient(client);
  for (const amount of [1, 2, 3]) await shop.pay({ amount });
  const held = await shop.preauthorize(4);
  await shop.call('POST', held, '/capture');
  const paid = await shop.pay({ amount: 5 });
  const refund = await shop.call('POST', paid, '/refund', { amount: 2.5 });
  assert.equal(refund.body['status'], 'COMPLETED', refund.text);
  const text = await operatorOf(client).file({ plant: PLANTED });
  assert.equal(linesOf(text).length, 3 + 6 - 1 + 1 + 1);
  return text;
}

async function assertResult(operator: Operator, done: Json): Promise<void> {
  assert.deepEqual(countsOf(done), EXPECTED);
  const items = await operator.items();
  assert.deepEqual(items.map(({ kind }) => String(kind)).sort(), [
    'DIFFERENT',
    'DUPLICATE',
    'EXTRA',
    'MISSING',
  ]);
}

const crashes: readonly (readonly [at: string, database: DatabaseKind])[] = [
  ['reconciliation.received', 'embedded'],
  ['reconciliation.stored', 'postgres'],
  ['reconciliation.page', 'postgres'],
  ['reconciliation.page', 'embedded'],
  ['reconciliation.compared', 'postgres'],
];

describe('a reconciliation killed', () => {
  for (const [at, database] of crashes) {
    test(`at ${at} on ${database} continues`, { skip: skipOn(database) }, async () => {
      const place = await createPlace(database);
      const env = { ...withoutRateLimits, BRAMKA_FAILPOINTS: `${at}=kill` };
      const first = await startGateway({ place, env });
      const text = await makeFile(first);
      await operatorOf(first)
        .importFile(text)
        .catch(() => undefined);
      assert.equal(await first.exited(), null, `killed at ${at}`);

      const gateway = await startGateway({ place, env: withoutRateLimits });
      const operator = operatorOf(gateway);
      const [started] = (await operator.call('GET', importsPath)).body['imports'] as Json[];
      const isStored = at !== 'reconciliation.received';
      assert.equal(started?.['lines'], isStored ? linesOf(text).length : 1);
      await assertResult(operator, await operator.importFile(text));
      await gateway.stop();
      await place.remove();
    });
  }
});

test('two nodes import and compare a file together', { skip: skipOn('postgres') }, async () => {
  const nodes = await exclusiveNodes('postgres', 2);
  try {
    const [one, two] = nodes.map((node) => operatorOf(node));
    assert.ok(one && two && nodes[0]);
    const text = await makeFile(nodes[0]);
    const lines = linesOf(text);
    const starts = await Promise.all([one.start(text), two.start(text)]);
    const [importId, other] = starts.map(({ body }) => String(body['importId']));
    assert.equal(importId, other, 'one file is one import');
    const id = String(importId);
    for (let at = 1; at < lines.length; at += 2) {
      const chunk = lines.slice(at, at + 2);
      const sent: Promise<Reply>[] = [one, two].map((operator) => operator.send(id, at + 1, chunk));
      for (const { status, body } of await Promise.all(sent)) {
        assert.deepEqual([status, body['lines']], [200, at + chunk.length]);
      }
    }
    const path = `${importsPath}/${id}/finish`;
    const ends = await Promise.all([one.call('POST', path), two.call('POST', path)]);
    assert.deepEqual(
      ends.map(({ status }) => status),
      [200, 200],
    );
    await assertResult(one, await two.waitUntilDone(id));
  } finally {
    await nodes[0]?.release();
  }
});
