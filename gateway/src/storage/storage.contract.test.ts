// Contract of the Database port, run on the embedded engine and on PostgreSQL: values in and out,
// transactions, and the same errors.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import type { Database } from './database.ts';
import { CheckViolation, UniqueViolation } from './errors.ts';

const nastyTexts = [
  '',
  ' ',
  'NULL',
  'null',
  `O'Neil said "no"; -- drop table`,
  'back\\slash \\x41 \\\\ \\"',
  '{a,b,"c"}',
  '{}',
  'tab\tnewline\ncarriage\rreturn\r\n',
  'zażółć gęślą jaźń ŁÓDŹ',
  '日本語 עברית العربية',
  '🧾👩‍👩‍👧 \u{10FFFF}',
  '\u0001\u001f\u007f\u0080\u2028\u2029\uFEFF',
  '$1 %s ${x} `y`',
  'x'.repeat(100_000),
];

for (const engine of engines) {
  describe(`storage on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let database: Database;

    before(async () => {
      opened = await engine.open();
      database = opened.database;
      await runSql(
        database,
        `create table things (
           name text constraint things_pkey primary key,
           amount bigint constraint things_amount check (amount > 0),
           owner text, constraint things_owner unique (owner))`,
      );
    });
    after(() => opened.close());

    const same = async <T>(type: string, value: unknown): Promise<T> => {
      const text = `select $1::${type} as value`;
      return (await runSql<{ value: T }>(database, text, [value]))[0]?.value as T;
    };
    const names = async (): Promise<string[]> => {
      const text = 'select name from things order by name';
      return (await runSql<{ name: string }>(database, text)).map((row) => row.name);
    };
    const add = (
      on: Pick<Database, 'run'>,
      name: string,
      amount = 1n,
      owner: string | null = null,
    ) =>
      runSql(on, 'insert into things (name, amount, owner) values ($1, $2, $3)', [
        name,
        amount,
        owner,
      ]);

    test('names its kind', () => {
      assert.equal(database.kind, engine.name);
    });

    test('returns each row, and an empty list for none', async () => {
      const rows = await runSql(database, 'select i from generate_series(1, 3) as i');
      assert.deepEqual(
        rows.map((row) => ({ ...(row as object) })),
        [{ i: 1 }, { i: 2 }, { i: 3 }],
      );
      assert.deepEqual(await runSql(database, 'select 1 as one where false'), []);
    });

    test('runs a named statement repeatedly with different values', async () => {
      const double = { name: 'contract.double', text: 'select $1::integer * 2 as value' };
      for (const value of [1, 2, 3]) {
        assert.deepEqual(await database.run(double, [value]), [{ value: value * 2 }]);
      }
    });

    test('keeps 64-bit integers exact', async () => {
      for (const value of [0n, -1n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)]) {
        assert.equal(await same<bigint>('bigint', value), value);
        assert.equal(await same<bigint>('bigint', String(value)), value);
      }
      assert.equal(await same<number>('integer', 2_147_483_647), 2_147_483_647);
    });

    test('keeps times exact to the millisecond, in whatever zone they were written', async () => {
      for (const iso of [
        '1970-01-01T00:00:00.000Z',
        '2026-02-28T23:59:59.999Z',
        '2026-03-29T01:30:00.001Z',
        '2026-10-25T00:30:00.100Z',
        '2024-02-29T12:00:00.010Z',
        '9999-12-31T23:59:59.999Z',
        '1969-12-31T23:59:59.999Z',
      ]) {
        assert.equal(await same<number>('timestamptz', iso), Date.parse(iso), iso);
      }
      const inWarsaw = await same<number>('timestamptz', '2026-07-01T14:00:00.250+02:00');
      assert.equal(inWarsaw, Date.parse('2026-07-01T12:00:00.250Z'));
      const inMicroseconds = await same<number>('timestamptz', '2026-07-01T12:00:00.123456Z');
      assert.equal(inMicroseconds, Date.parse('2026-07-01T12:00:00.123Z'));
    });

    test('keeps JSON documents as values', async () => {
      const document = {
        text: 'a "b" \\ \n ż 🧾',
        list: [1, 2.5, null, true, [], {}],
        deep: { er: { still: '' } },
        big: 9007199254740991,
      };
      const back = await same<typeof document>('jsonb', JSON.stringify(document));
      assert.deepEqual(back, document);
      assert.deepEqual(await same('jsonb', '[]'), []);
      assert.equal(await same('jsonb', '"text"'), 'text');
      assert.equal(await same('jsonb', 'null'), null);
    });

    test('keeps bytes as bytes', async () => {
      const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      for (const bytes of [all, Buffer.alloc(0), Buffer.from([0, 0, 0])]) {
        const back = await same<Uint8Array>('bytea', bytes);
        assert.ok(Buffer.from(back).equals(bytes));
      }
      const view = new Uint8Array(all.buffer, all.byteOffset + 3, 5);
      assert.ok(Buffer.from(await same<Uint8Array>('bytea', view)).equals(all.subarray(3, 8)));
    });

    test('keeps booleans and uuids', async () => {
      assert.equal(await same('boolean', true), true);
      assert.equal(await same('boolean', false), false);
      const id = '0198c5d1-7b2a-7000-8000-00000000abcd';
      assert.equal(await same('uuid', id), id);
    });

    test('keeps nulls of every type', async () => {
      const types = [
        'text',
        'uuid',
        'bigint',
        'integer',
        'boolean',
        'timestamptz',
        'jsonb',
        'bytea',
      ];
      for (const type of types) assert.equal(await same(type, null), null, type);
    });

    test('keeps text with quotes, backslashes, control characters and every script', async () => {
      for (const text of nastyTexts) assert.equal(await same('text', text), text);
    });

    test('takes arrays as text literals', async () => {
      const rows = await runSql<{ name: string | null; size: bigint }>(
        database,
        'select * from unnest($1::text[], $2::bigint[]) as i(name, size)',
        ['{"a \\"b\\"","c\\\\d",null,"null",""}', '{1,2,3,4,9223372036854775807}'],
      );
      assert.deepEqual(
        rows.map((row) => row.name),
        ['a "b"', 'c\\d', null, 'null', ''],
      );
      assert.equal(rows[4]?.size, 2n ** 63n - 1n);
    });

    test('a transaction commits when its work resolves', async () => {
      const answer = await database.transaction(async (tx) => {
        await add(tx, 'kept-1');
        await add(tx, 'kept-2');
        const seen = await runSql(tx, `select 1 from things where name like 'kept-%'`);
        return seen.length;
      });
      assert.equal(answer, 2);
      assert.deepEqual(
        (await names()).filter((name) => name.startsWith('kept-')),
        ['kept-1', 'kept-2'],
      );
    });

    test('a transaction rolls back when its work throws, and rethrows the error', async () => {
      const failing = database.transaction(async (tx) => {
        await add(tx, 'undone');
        throw new Error('changed my mind');
      });
      await assert.rejects(failing, /changed my mind/);
      assert.ok(!(await names()).includes('undone'));
      await add(database, 'works-afterwards');
    });

    test('a transaction in which a statement failed is never reported as committed', async () => {
      const deceived = database.transaction(async (tx) => {
        await add(tx, 'half');
        await runSql(tx, 'select 1 / 0').catch(() => undefined);
      });
      await assert.rejects(deceived, /rolled back instead of committed/);
      assert.ok(!(await names()).includes('half'));
    });

    test('uncommitted changes are not visible outside the transaction', async () => {
      let outside: Promise<string[]> | undefined;
      await database.transaction(async (tx) => {
        await add(tx, 'in-secret');
        outside = names();
        if (engine.name === 'postgres') assert.ok(!(await outside).includes('in-secret'));
      });
      await outside;
      assert.ok((await names()).includes('in-secret'));
    });

    test('concurrent transactions all complete, each atomically', async () => {
      const one = (index: number) =>
        database.transaction(async (tx) => {
          await add(tx, `many-${index}-a`);
          await new Promise((resolve) => setImmediate(resolve));
          await add(tx, `many-${index}-b`);
          if (index % 3 === 0) throw new Error('not this one');
        });
      const ended = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => one(index)));
      assert.equal(ended.filter(({ status }) => status === 'rejected').length, 10);
      const kept = (await names()).filter((name) => name.startsWith('many-'));
      assert.equal(kept.length, 40);
      assert.ok(kept.every((name) => Number(name.split('-')[1]) % 3 !== 0));
    });

    test('names the unique constraint that refused a row', async () => {
      await add(database, 'only-once', 1n, 'anna');
      const again = add(database, 'only-once');
      await assert.rejects(again, new UniqueViolation('things_pkey'));
      const owned = add(database, 'another', 1n, 'anna');
      await assert.rejects(owned, new UniqueViolation('things_owner'));
    });

    test('names the check constraint that refused a row', async () => {
      const refused = add(database, 'too-little', 0n);
      await assert.rejects(refused, new CheckViolation('things_amount'));
    });

    test('names the constraint in a transaction as well', async () => {
      await add(database, 'taken');
      const refused = database.transaction(async (tx) => {
        await add(tx, 'beside-it');
        await add(tx, 'taken');
      });
      await assert.rejects(refused, new UniqueViolation('things_pkey'));
      assert.ok(!(await names()).includes('beside-it'));
    });

    test('an invalid statement is a plain error, and the next one works', async () => {
      const wrong = runSql(database, 'select nothing from nowhere');
      await assert.rejects(wrong, (error: Error) => {
        assert.match(error.message, /nowhere/);
        return error.name !== 'ConnectionLost' && error.name !== 'RetryableFailure';
      });
      await assert.rejects(runSql(database, 'select $1::integer', ['abc']), /integer/);
      assert.deepEqual(await runSql(database, 'select 1 as one'), [{ one: 1 }]);
    });
  });
}
