// The scripts of the page that nodes share: what one keeps, every other one finds; what no gateway
// has written is not found; only the latest builds are kept, and unknown names cost few queries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { anyEngine, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { Queryable } from '../../storage/database.ts';
import { pageBuilds } from './page-builds.store.ts';

const nameOf = (number: number): string => String(number).padStart(43, 'b');

describe('page builds in the database', () => {
  let opened: OpenEngine;
  before(async () => {
    opened = await anyEngine.openWithTables();
  });
  after(() => opened?.close());
  beforeEach(() => runSql(opened.database, 'truncate page_builds'));

  const warnings: string[] = [];
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) };
  const clock = handClock();
  const node = (database: Queryable = opened.database, key = 'key') =>
    pageBuilds({ database, clock, markKey: secret(Buffer.from(key)), log });

  test('what one node keeps, another one finds, also if it has looked before', async () => {
    const [one, other] = [node(), node()];
    assert.equal(await other.find(nameOf(1)), undefined);
    await one.keep(nameOf(1), '[["a.js","1"]]');
    assert.equal(await other.find(nameOf(1)), '[["a.js","1"]]');
  });

  test('a row that no gateway of this installation has written is not found', async () => {
    await node(opened.database, 'another key').keep(nameOf(1), 'stolen');
    assert.equal(await node().find(nameOf(1)), undefined);
    await node().keep(nameOf(1), 'right');
    assert.equal(await node().find(nameOf(1)), 'right');
    await runSql(opened.database, `update page_builds set build = '${nameOf(2)}'`);
    assert.equal(await node().find(nameOf(2)), undefined);
  });

  test('the eight builds that were kept last stay', async () => {
    for (let number = 1; number <= 9; number += 1) {
      clock.advance(1000);
      await node().keep(nameOf(number), '[]');
    }
    clock.advance(1000);
    await node().keep(nameOf(2), '[]');
    clock.advance(1000);
    await node().keep(nameOf(10), '[]');
    const rows = await runSql<{ build: string }>(
      opened.database,
      'select build from page_builds order by build',
    );
    const kept = [10, 2, 4, 5, 6, 7, 8, 9].map(nameOf).sort();
    assert.deepEqual(
      rows.map(({ build }) => build),
      kept,
    );
  });

  test('a build that cannot be kept is in the log', async () => {
    const run = () => Promise.reject(new Error('down'));
    await assert.rejects(node({ run }).keep(nameOf(1), '[]'), /down/);
    assert.deepEqual(warnings, ['other nodes cannot serve the scripts of the payment page']);
  });
});
