// kill -9 during the import and the comparison of a settlement file: continued afterwards, it gives
// the result of an undisturbed one. Two nodes that import and compare together do so too. Files are
// parked at their points and killed together.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Client, Json, Reply } from '../support/client.ts';
import { spawnGateway, startGateway, type Gateway } from '../support/gateway.ts';
import { addMerchantClient, withoutRateLimits } from '../support/life/payments.ts';
import { exclusiveNodes } from '../support/pool/borrow.ts';
import {
  createInstallation,
  skipOn,
  type DatabaseKind,
  type Installation,
} from '../support/installation.ts';
import {
  countsOf,
  importsPath,
  linesOf,
  operatorOf,
  type Operator,
} from '../support/reconciliation/settlement.ts';
import { readClock } from '../support/sandbox.ts';
import { Parking, parkingAt } from '../support/waiting/parking.ts';

const PLANTED = 'OMIT,AMOUNT,DOUBLE,ADD';
const EXPECTED = { MATCHED: 4, MISSING: 1, DIFFERENT: 1, DUPLICATE: 1, EXTRA: 1 };

/** A file about 6 new movements, with 4 planted differences. */
async function makeFile(client: Client): Promise<string> {
  const { now: from } = await readClock(client);
  const shop = await addMerchantClient(client);
  for (const amount of [1, 2, 3]) await shop.pay({ amount });
  const held = await shop.preauthorize(4);
  await shop.call('POST', held, '/capture');
  const paid = await shop.pay({ amount: 5 });
  const refund = await shop.call('POST', paid, '/refund', { amount: 2.5 });
  assert.equal(refund.body['status'], 'COMPLETED', refund.text);
  const text = await operatorOf(client).file({ from, plant: PLANTED });
  assert.equal(linesOf(text).length, 3 + 6 - 1 + 1 + 1);
  return text;
}

async function assertResult(operator: Operator, done: Json): Promise<void> {
  assert.deepEqual(countsOf(done), EXPECTED);
  const items = await operator.items(`?importId=${String(done['importId'])}`);
  assert.deepEqual(items.map(({ kind }) => String(kind)).sort(), [
    'DIFFERENT',
    'DUPLICATE',
    'EXTRA',
    'MISSING',
  ]);
}

interface Crashes {
  /** The first file is killed while it is received. */
  readonly importing: string;
  /** The second one is killed while it is compared: only one file is compared at a time. */
  readonly comparing: readonly [parked: string, ...next: string[]];
}

const crashes: Readonly<Record<DatabaseKind, Crashes>> = {
  embedded: { importing: 'reconciliation.received', comparing: ['reconciliation.page'] },
  postgres: {
    importing: 'reconciliation.stored',
    comparing: ['reconciliation.page', 'reconciliation.compared'],
  },
};

/** Two files, each killed at its points. */
async function killBoth(installation: Installation, { importing, comparing }: Crashes) {
  const [parked, ...next] = comparing;
  const env = { ...withoutRateLimits, BRAMKA_FAILPOINTS: parkingAt([importing, parked]) };
  const victim = await startGateway({ installation, env });
  const files = [await makeFile(victim), await makeFile(victim)] as const;
  const parking = new Parking(victim);
  await parking.park(importing, operatorOf(victim).importFile(files[0]));
  await parking.park(parked, operatorOf(victim).importFile(files[1]));
  await parking.kill9();
  for (const at of next) {
    // It continues at once, so it may die before it answers a request.
    const dying = spawnGateway(installation, { BRAMKA_FAILPOINTS: `${at}=kill` });
    assert.equal(await dying.exited(), null, `killed at ${at}`);
  }
  return files;
}

for (const database of ['embedded', 'postgres'] as const) {
  describe(`a reconciliation killed on ${database}`, { skip: skipOn(database) }, () => {
    const { importing, comparing } = crashes[database];
    let installation: Installation;
    let gateway: Gateway | undefined;
    let files: readonly [string, string];
    let started: Json[];
    before(async () => {
      installation = await createInstallation(database);
      files = await killBoth(installation, crashes[database]);
      gateway = await startGateway({ installation, env: withoutRateLimits });
      const reply = await operatorOf(gateway).call('GET', importsPath);
      started = reply.body['imports'] as Json[];
    });
    after(async () => {
      await gateway?.stop();
      await installation?.remove();
    });
    const continues = async (text: string, lines: number): Promise<void> => {
      assert.ok(gateway);
      const operator = operatorOf(gateway);
      const done = await operator.importFile(text);
      const before = started.find(({ importId }) => importId === done['importId']);
      assert.equal(before?.['lines'], lines);
      await assertResult(operator, done);
    };

    test(`at ${comparing.join(', then at ')} it continues`, () =>
      continues(files[1], linesOf(files[1]).length));

    test(`at ${importing} it continues`, () => {
      const isStored = importing !== 'reconciliation.received';
      return continues(files[0], isStored ? linesOf(files[0]).length : 1);
    });
  });
}

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
