// Tests of the rule of new migrations: each statement that would break the version before, or hold
// a lock for long, is refused; beside it stands the way that is allowed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemsIn } from './check.ts';

const RELEASE = '0.2.0';
const CONCURRENT = '-- concurrent\n';
const CONTRACT = '-- contract: unused since 0.2.0\n';

const earlier = [
  {
    name: '0001-before.sql',
    sql: `create table t (a integer constraint t_a check (a > 0), constraint t_b unique (b));
      alter table t add constraint t_c check (c is not null) not valid;
      alter table t add constraint t_d check (d is not null) not valid;
      alter table other add constraint t_e check (e is not null) not valid;`,
  },
  { name: '0002-validated.sql', sql: `${CONCURRENT}alter table t validate constraint t_c;` },
];

function problemsOf(sql: string): string[] {
  return problemsIn({ name: '0057-new.sql', sql }, earlier, RELEASE);
}

const allowed = [
  `create table n (a integer primary key, b text not null, constraint n_b check (b <> ''));
   create index n_by_b on n (b);
   insert into n (a, b) select 1, 'x';
   update n set a = 2;`,
  `alter table t add column n text`,
  `alter table t add column n text not null default 'a, drop column b'`,
  `alter table t add column n integer not null default -1, add column m boolean default false`,
  `alter table t add column n jsonb default '{}'::jsonb not null`,
  `alter table t alter column a set default 5`,
  `alter table t alter column a drop not null`,
  `alter table t alter column c set not null`,
  `alter table t add constraint t_n check (a > 0 and b < 7) not valid`,
  `alter table t add constraint t_n foreign key (a) references u (a) not valid`,
  `alter table t add constraint t_n unique using index t_by_n`,
  `alter table t drop constraint t_a, add constraint t_a check (a > 1) not valid`,
  `alter table t set (fillfactor = 50)`,
  `insert into t (a) values (1)`,
  `create function f() returns trigger language plpgsql as $$ begin delete from t; end $$`,
  `create trigger t_f before insert on t for each row execute function f()`,
  `${CONCURRENT}create index concurrently if not exists t_by_a on t (a) where a > 0;
   create unique index concurrently if not exists t_by_b on t (b);
   alter table t validate constraint t_d;`,
  `${CONTRACT}alter table t drop column a`,
  `${CONTRACT}drop table t`,
  `${CONTRACT}alter table t drop constraint t_b`,
  `${CONTRACT}${CONCURRENT}drop index concurrently if exists t_by_a`,
  `-- backfill: t, written since 0.2.0\nupdate t set a = b where a is null and :batch`,
];

const refused: [sql: string, why: RegExp][] = [
  ['alter table t drop column a', /^t\.a: the previous version may use it/],
  ['ALTER TABLE t\n  DROP COLUMN a', /^t\.a: the previous version may use it/],
  ['alter table t add column n text, drop column a', /^t\.a: the previous version may use it/],
  ['alter table t rename column a to b', /uses the old name/],
  ['alter table t rename to u', /uses the old name/],
  ['drop table t', /^t: the previous version may use it/],
  ['drop function f()', /previous version may use it/],
  ['drop trigger t_f on t', /previous version may use it/],
  ['alter table t drop constraint t_b', /^t\.t_b: the previous version may use it/],
  ['alter table t drop constraint t_pkey', /previous version may use it/],
  ['alter table t alter column a drop default', /previous version may use it/],
  ['alter table t alter column a set not null', /^t\.a: add a check `is not null`/],
  ['alter table t alter column d set not null', /^t\.d: add a check/],
  ['alter table t alter column e set not null', /^t\.e: add a check/],
  ['alter table t alter column a type bigint', /add a column of the new type/],
  ['alter table t alter a set data type bigint', /add a column of the new type/],
  ['alter table t add column n text not null', /does not write this column/],
  ['alter table t add n text not null default null', /does not write this column/],
  ['alter table t add column n uuid default gen_random_uuid()', /not a constant/],
  ['alter table t add column n timestamptz not null default now()', /not a constant/],
  ['alter table t add column n bigserial', /rewrites the table/],
  ['alter table t add column n int generated always as (a + 1) stored', /rewrites the table/],
  ['alter table t add column n text unique', /rewrites the table or builds an index/],
  ['alter table t add column n text constraint t_n check (n > 1)', /reads the whole table/],
  ['alter table t add column n text references u (a)', /reads the whole table/],
  ['alter table t add constraint t_n check (a > 0)', /`not valid`/],
  ['alter table t add check (a > 0)', /`not valid`/],
  ['alter table t add constraint t_n foreign key (a) references u (a)', /`not valid`/],
  ['alter table t add constraint t_n unique (a)', /build the index concurrently first/],
  ['alter table t add unique (a)', /needs a name/],
  ['create index t_by_a on t (a)', /^t\.t_by_a: use `create index concurrently if not/],
  [`${CONCURRENT}create index concurrently t_by_a on t (a)`, /must be repeatable/],
  ['create index concurrently if not exists t_by_a on t (a)', /needs the header `-- concurrent`/],
  ['alter table t validate constraint t_a', /needs the header `-- concurrent`/],
  [`${CONTRACT}drop index concurrently if exists t_by_a`, /needs the header `-- concurrent`/],
  [`${CONCURRENT}drop index concurrently if exists t_by_a`, /previous version may use it/],
  [`${CONTRACT}drop index t_by_a`, /use `drop index concurrently if exists`/],
  [`${CONCURRENT}alter table t add column n text`, /must be repeatable/],
  ['update t set a = 1', /^t: changing rows belongs into a backfill/],
  ['update t set a = 1 where b = 2', /belongs into a backfill/],
  ['delete from t', /belongs into a backfill/],
  ['insert into t select * from u', /belong into a backfill/],
  ['lock table t in share mode', /a lock on a whole table/],
  ['create table if not exists t (a integer);\nupdate t set a = 1;', /into a backfill/],
  ['truncate t', /empties a table/],
  ['alter table t disable trigger t_f', /relies on its triggers/],
  ['cluster t', /not known to be safe/],
  ['create table n as select * from t', /not known to be safe/],
  ['do $$ begin drop table t; end $$', /not known to be safe/],
  ['with x as (delete from t) select 1', /not known to be safe/],
  ['alter table t set unlogged', /not known to be safe/],
  ['-- contract: unused since 0.2.1\ndrop table t', /^0\.2\.1 is not released; .* is 0\.2\.0$/],
  ['-- contract: unused since 0.10.0\ndrop table t', /^0\.10\.0 is not released/],
  ['-- contract: unused since 0.2\ndrop table t', /previous version may use it/],
  ['create schema s;\n-- contract: unused since 0.2.0\ndrop table t', /previous version may/],
  [
    '-- backfill: t, written since 0.3.0\nupdate t set a = 1 where :batch',
    /^0\.3\.0 is not released/,
  ],
  ['-- backfill: t, written since 0.2.0\nupdate t set a = 1', /one update or delete of t with/],
  ['-- backfill: t, written since 0.2.0\nupdate u set a = 1 where :batch', /one update or delete/],
  [
    '-- backfill: t, written since 0.2.0\nupdate t set a = 1 where :batch;\nupdate t set b = 2',
    /one update or delete/,
  ],
];

const title = (sql: string): string => sql.replace(/\s+/g, ' ');

describe('a new migration may contain', () => {
  for (const sql of allowed) test(title(sql), () => assert.deepEqual(problemsOf(sql), []));
});

describe('a new migration must not contain', () => {
  for (const [sql, why] of refused) {
    test(title(sql), () => {
      const problems = problemsOf(sql);
      assert.ok(
        problems.some((problem) => why.test(problem)),
        problems.join('\n') || 'nothing was refused',
      );
    });
  }
});
