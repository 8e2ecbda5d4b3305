// No statement may need what Citus refuses on the tables of a distributed schema. Every statement
// is checked by its parse tree, without Citus; `npm run cells` runs them on a real one.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { batchStatement } from '@bramka/gateway/journal/batch-sql.ts';
import { knownTables } from '@bramka/gateway/journal/table.ts';
import { knownStatements } from '@bramka/gateway/storage/database.ts';
import { anyEngine, runSql, type OpenEngine } from '../../support/engines.ts';
import { loadDefinitions } from '../modules.ts';
import { readTree } from './query-tree.ts';
import { findRefusals, readCatalogue, type Catalogue } from './rules.ts';
import { shapesOf } from './shapes.ts';

await loadDefinitions();

const isQuery = /^\s*(select|insert|update|delete|with)\b/i;

/** Statements that Citus refuses, or runs on the wrong node, and one like each that it takes. */
const planted: [text: string, refusal: RegExp | undefined][] = [
  ['update payments set version = (random() * 9)::integer', /^random is volatile/],
  ['delete from payments where random() < 0.5', /^random is volatile/],
  ['select 1 from payments where random() < 0.5', /^random is volatile, beside a table$/],
  [
    `update payments set created_at = created_at + interval '1 s'`,
    /^timestamptz_pl_interval is st/,
  ],
  [`update payments set created_at = $1::timestamptz + interval '1 s'`, undefined],
  ['update payments set status = created_at::text', /^timestamptz_out is stable and takes/],
  ['update payments set status = version::text', undefined],
  ['delete from payments where created_at::date = $1', /^date is stable and takes a column/],
  [
    `update payments set created_at = coalesce(created_at, $1::timestamptz + interval '1 s')`,
    /^timestamptz_pl_interval is not immutable, in case or coalesce/,
  ],
  [
    `update payments set created_at = case when true then $1::timestamptz + interval '1 s' end`,
    /^timestamptz_pl_interval is not immutable, in case or coalesce/,
  ],
  ['delete from payments returning created_at::text', /^timestamptz_out is not immutable, in ret/],
  ['delete from payments returning created_at', undefined],
  [
    `insert into deadlines (merchant_id, payment_id, due_at) values ($1, $2, $3)
     on conflict (merchant_id, payment_id) do update set due_at = deadlines.due_at
       + interval '1 s'`,
    /^timestamptz_pl_interval is not immutable, in on conflict/,
  ],
  [
    `with gone as (delete from payments where random() < 0.5 returning payment_id)
     select payment_id from gone`,
    /^random is volatile/,
  ],
  [
    `with gone as (delete from deadlines returning *) insert into deadlines select * from gone`,
    /^insert has a common table expression/,
  ],
  [
    `with gone as (delete from deadlines returning *),
     again as (insert into deadlines select * from gone) select 1 from gone`,
    undefined,
  ],
  [
    `with gone as (delete from deadlines returning *),
     again as (insert into deadlines select * from gone),
     other as (delete from deadlines d using (select e.ctid as row_ref from gone, deadlines e) as f
       where d.ctid = f.row_ref)
     select 1 from gone`,
    /^ctid is used beside a common table expression/,
  ],
  [
    `insert into deadlines (merchant_id, payment_id, due_at)
     select t.*, $3::timestamptz from unnest($1::text[], $2::uuid[]) as t
     on conflict (merchant_id, payment_id) do update set due_at = $3`,
    /^on conflict has a parameter, and the rows come from no table/,
  ],
  [
    `insert into deadlines (merchant_id, payment_id, due_at) values ($1, $2, $3)
     on conflict (merchant_id, payment_id) do update set due_at = $3`,
    undefined,
  ],
  ['select pg_advisory_xact_lock(1) from payments', /^pg_advisory_xact_lock is volatile, beside/],
  ['select 1 from payments, pg_locks', /^the catalogue is read beside a table$/],
  ['select pg_current_snapshot() from payments', /^pg_current_snapshot answers for one node/],
  ['select pg_current_snapshot() from pg_locks', undefined],
];

describe('statements on a distributed schema', () => {
  let opened: OpenEngine;
  let catalogue: Catalogue;
  before(async () => {
    opened = await anyEngine.openWithTables({ connections: 1 });
    catalogue = await readCatalogue(opened.database);
  });
  after(() => opened.close());

  const refusalsOf = async (text: string): Promise<string[]> =>
    findRefusals(await readTree(opened.database, text), catalogue);

  for (const [text, refusal] of planted) {
    test(`${refusal ? 'finds' : 'allows'}: ${text.replaceAll(/\s+/g, ' ')}`, async () => {
      const found = await refusalsOf(text);
      if (refusal)
        assert.ok(
          found.some((one) => refusal.test(one)),
          found.join(),
        );
      else assert.deepEqual(found, []);
    });
  }

  for (const { name, text } of knownStatements()) {
    if (!isQuery.test(text)) continue;
    test(`${name} is not refused`, async () => {
      assert.deepEqual(await refusalsOf(text), []);
    });
  }

  for (const table of knownTables()) {
    for (const [does, draft] of shapesOf(table)) {
      test(`the journal's ${does} of ${table.name} is not refused`, async () => {
        assert.deepEqual(await refusalsOf(batchStatement([draft]).statement.text), []);
      });
    }
  }

  test('names leave room for the number of a shard, and do not end like one', async () => {
    const text = `select conname as name from pg_constraint union select relname from pg_class
      where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace)`;
    const names = (await runSql<{ name: string }>(opened.database, text)).map(({ name }) => name);
    assert.ok(names.length > 200);
    assert.deepEqual(
      names.filter((name) => name.length > 50 || /_[0-9]{6,}$/.test(name)),
      [],
    );
  });

  test('a function that names a table or another function brings its search path', async () => {
    const text = `select p.proname as name, p.prosrc as body, p.proconfig::text as settings,
        array(select relname::text from pg_class where relnamespace = p.pronamespace
          union select proname::text from pg_proc where pronamespace = p.pronamespace) as own
      from pg_proc p where p.pronamespace = 'public'::regnamespace`;
    type Row = { name: string; body: string; settings: string | null; own: string[] };
    const functions = await runSql<Row>(opened.database, text);
    assert.ok(functions.length > 2);
    const loose = functions.filter(({ name, body, own }) =>
      own.some((other) => other !== name && new RegExp(`\\b${other}\\b`).test(body)),
    );
    assert.deepEqual(
      loose.filter(({ settings }) => !settings?.includes('search_path')).map(({ name }) => name),
      [],
    );
  });

  test('the only triggers are those that refuse changes', async () => {
    const text = `select distinct tgfoid::regproc::text as name from pg_trigger
      where not tgisinternal order by 1`;
    const rows = await runSql<{ name: string }>(opened.database, text);
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['refuse_change', 'refuse_shorter_chain'],
    );
  });
});
