// Tests of stored answers on both engines: an expired answer counts as absent to the millisecond,
// even before the clean-up job has run, and its key is free again.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, type OpenEngine } from '@bramka/test/support/engines.ts';
import { Draft } from '../journal/entry.ts';
import { sqlCommitter } from '../journal/sql-committer.ts';
import type { Queryable, Statement } from '../storage/database.ts';
import { idempotencyKeys, idempotencyStore, type IdempotencyRow } from './idempotency.store.ts';

const END = Date.parse('2026-03-02T12:00:00Z');

for (const engine of engines) {
  describe(`stored answers on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    const write = async (
      idempotencyKey: string,
      merchantId = '10000001',
      expiresAt = END,
    ): Promise<string | undefined> => {
      const row: IdempotencyRow = {
        merchantId,
        idempotencyKey,
        requestFingerprint: Buffer.from([1]),
        status: 200,
        answer: Buffer.from([2]),
        expiresAt,
      };
      const entry = new Draft().insert(idempotencyKeys, row);
      return (await sqlCommitter(opened.database).apply([entry]))[0]?.kind;
    };
    const statusAt = async (key: string, now: number): Promise<number | undefined> =>
      (await idempotencyStore(opened.database).find('10000001', key, now))?.status;

    test('an answer is found until it expires, and not a millisecond longer', async () => {
      assert.equal(await write('one'), 'committed');
      assert.equal(await statusAt('one', END - 1), 200);
      assert.equal(await write('one'), 'conflict', 'its key is taken');
      assert.equal(await statusAt('one', END), undefined);
      assert.equal(await write('one'), 'committed', 'its key is free again');
    });

    test('only the expired answer of this merchant and key makes room', async () => {
      for (const merchantId of ['10000001', '10000002']) {
        for (const key of ['mine', 'yours'])
          assert.equal(await write(key, merchantId), 'committed');
      }
      assert.equal(await statusAt('mine', END), undefined);
      assert.equal(await write('mine'), 'committed');
      assert.equal(await write('yours'), 'conflict');
      assert.equal(await write('mine', '10000002'), 'conflict');
      assert.equal(await idempotencyStore(opened.database).find('10000003', 'mine', 0), undefined);
    });

    test('an answer that another node has stored since the reading stays', async () => {
      assert.equal(await write('raced', '10000001', END + 1), 'committed');
      const { database } = opened;
      let isFirst = true;
      const slow: Queryable = {
        async run<Row>(of: Statement, values?: readonly unknown[]) {
          const rows = await database.run<Row>(of, values);
          const old = rows.map((row) => (isFirst ? { ...row, expiresAt: END } : row));
          isFirst = false;
          return old;
        },
      };
      assert.equal(await idempotencyStore(slow).find('10000001', 'raced', END), undefined);
      assert.equal(await statusAt('raced', END), 200);
    });

    test('the job removes expired answers, and nothing else', async () => {
      assert.equal(await write('two'), 'committed');
      const store = idempotencyStore(opened.database);
      assert.equal(await store.removeExpired(END - 1, 10), 0);
      assert.equal(await statusAt('two', END - 1), 200);
      assert.ok((await store.removeExpired(END, 10)) >= 1);
      assert.equal(await write('two'), 'committed');
    });
  });
}
