// Tests of the migration of consents from jsonb to text: stored rows are converted, also rows that
// the previous version writes while nodes are replaced, and a number that cannot be printed does no
// harm.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate, readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { engines, runSql, type OpenEngine } from '../support/engines.ts';

const folder = pathToFileURL(join(import.meta.dirname, '../../gateway/migrations/'));
const migrations = readMigrations(folder);
const at = migrations.findIndex(({ name }) => name.endsWith('consents-as-text.sql'));
const AT = '2026-03-01T12:00:00.000Z';

const many = (number: string, count: number) =>
  `[{"x":[${Array<string>(count).fill(number).join(',')}]}]`;
const tooLong = '[{"note":"Removed: a number in these consents was too long to be written out."}]';

/** Consents as sent, and their text after the migration. */
const cases: readonly (readonly [name: string, sent: string | undefined, text: string | null])[] = [
  ['none', undefined, null],
  ['ordinary ones', '[{"id":1,"yes":true,"rate":1.50}]', '[{"id": 1, "yes": true, "rate": 1.50}]'],
  ['an empty list', '[]', '[]'],
  ['a number of 400 digits', '[{"x":1e400}]', `[{"x": 1${'0'.repeat(400)}}]`],
  ['a number of 402 digits', '[{"x":1e401}]', tooLong],
  ['a negative number of 402 digits', '[{"x":[[-1e401]]}]', tooLong],
  ['a zero of 401 decimals', '[{"x":0e-401}]', tooLong],
  ['a fraction of 16,000 decimals', '[{"x":{"y":1e-16000}}]', tooLong],
  ['enough to kill a process', many('1e131000', 4900), tooLong],
  [
    'more than a row may have',
    many('1e399', 4900),
    '[{"note":"Removed: these consents were too long."}]',
  ],
];

const idOf = (index: number) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const detailsOf = (consents: string | undefined) =>
  `{"order":{"a":1}${consents === undefined ? '' : `,"consents":${consents}`}}`;

/** As the previous version writes them: whole, into `details`. */
const insertOld = `insert into payment_details (merchant_id, payment_id, details)
  select '1000', i.id, i.details from unnest($1::uuid[], array[$2::jsonb]) as i(id, details)`;
const updateOld = `update payment_details t set details = i.details
  from unnest($1::uuid[], array[$2::jsonb]) as i(id, details) where t.payment_id = i.id`;
const read = 'select details, consents from payment_details where payment_id = $1';

for (const engine of engines) {
  describe(`consents of the previous version on ${engine.name}`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    const put = (text: string, index: number, consents: string | undefined) =>
      runSql(opened.database, text, [`{${idOf(index)}}`, detailsOf(consents)]);
    const rowOf = async (index: number) =>
      (await runSql<object>(opened.database, read, [idOf(index)]))[0];

    before(async () => {
      opened = await engine.open();
      await migrate(opened.database, migrations.slice(0, at), AT);
      for (const [index, [, sent]] of cases.entries()) await put(insertOld, index, sent);
      await migrate(opened.database, migrations.slice(0, at + 1), AT);
    });
    after(() => opened.close());

    for (const [index, [name, sent, text]] of cases.entries()) {
      test(`${name}: converted`, async () => {
        assert.deepEqual(await rowOf(index), { details: { order: { a: 1 } }, consents: text });
      });

      test(`${name}: inserted or updated afterwards`, async () => {
        await put(insertOld, 100 + index, sent);
        assert.deepEqual(await rowOf(100 + index), await rowOf(index));
        await put(insertOld, 200 + index, undefined);
        await put(updateOld, 200 + index, sent);
        assert.deepEqual(await rowOf(200 + index), await rowOf(index));
      });
    }

    test('an update by the previous version does not change consents', async () => {
      await runSql(
        opened.database,
        `insert into payment_details (merchant_id, payment_id, details, consents)
         values ('1000', $1, '{}', '[1e324]')`,
        [idOf(300)],
      );
      await put(updateOld, 300, undefined);
      assert.deepEqual(await rowOf(300), { details: { order: { a: 1 } }, consents: '[1e324]' });
    });

    test('a row cannot hold more than 256 KiB of consents', async () => {
      const set = `update payment_details set consents = repeat('x', $1::integer)
        where payment_id = '${idOf(0)}'`;
      await runSql(opened.database, set, [262_144]);
      await assert.rejects(runSql(opened.database, set, [262_145]), {
        constraint: 'payment_details_consents_size',
      });
    });
  });
}
