// Tests of what only a server can do to the journal: lose an answer, end a connection, race with
// another node, wait for a lock. Each entry is applied exactly once, and its result says so.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { openCuttingProxy, type CuttingProxy } from '@bramka/test/support/journal/cutting-proxy.ts';
import { noPostgres, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { postgresKind, type JournalFixture } from '@bramka/test/support/journal/journal-fixture.ts';
import {
  accounts,
  builders,
  nextVersion,
  claims,
  counters,
  notes,
  steps,
} from '@bramka/test/support/journal/tables.ts';
import { LONGEST_WAIT_MS, until } from '@bramka/test/support/waiting/until.ts';
import type { Account, Claim, Counter, Note } from '@bramka/test/support/journal/tables.ts';
import type { Database } from '../storage/database.ts';
import { ConnectionLost, RetryableFailure } from '../storage/errors.ts';
import { openPostgres } from '../storage/postgres.ts';
import { Draft } from './entry.ts';
import type { Committer } from './group-commit.ts';
import { journalSettings, sqlCommitter } from './sql-committer.ts';

const committed = { kind: 'committed' };
const stale = { kind: 'stale' };

describe('the journal on a server', { skip: noPostgres }, () => {
  let rig: JournalFixture;
  let engine: OpenEngine;
  const { account, step, note, claim } = builders();
  const counted = { shop: 'shop-1', currency: 'PLN' };

  before(async () => {
    rig = await postgresKind.open();
    engine = rig.engine as OpenEngine;
  });
  beforeEach(() => runSql(engine.database, 'truncate accounts, steps, notes, claims, counters'));
  after(() => rig.close());

  const node = (settings: Record<string, string> = {}): Committer =>
    sqlCommitter(engine.node({ settings: { ...journalSettings, ...settings } }));
  const existing = async (count: number): Promise<Account[]> => {
    const rows = Array.from({ length: count }, () => account());
    for (const row of rows) await rig.committer.apply([new Draft().insert(accounts, row)]);
    return rows;
  };
  /** All writes of an outcome: a guarded change, a new row, an increment. */
  const outcome = (row: Account): Draft =>
    new Draft()
      .change(accounts, nextVersion(row, { label: 'paid' }), row.version)
      .insert(notes, note())
      .increment(counters, counted, 'total', 5n);
  const total = async (): Promise<bigint | undefined> =>
    (await rig.rows<Counter>(counters))[0]?.total;
  const versions = async (): Promise<number[]> =>
    (await rig.rows<Account>(accounts)).map((row) => row.version);
  const assertAppliedOnce = async (count: number): Promise<void> => {
    assert.deepEqual(
      await versions(),
      Array.from({ length: count }, () => 2),
    );
    assert.equal((await rig.rows<Note>(notes)).length, count);
    assert.equal(await total(), BigInt(count) * 5n);
  };
  /** Makes every insert into the table take this long, so that others can interleave. */
  const slowly = async (table: string, seconds: number, work: () => Promise<void>) => {
    await runSql(
      engine.database,
      `create or replace function take_time() returns trigger language plpgsql as
       $$ begin perform pg_sleep(${seconds}); return new; end $$`,
    );
    await runSql(
      engine.database,
      `create trigger slow before insert or update on ${table}
       for each row execute function take_time()`,
    );
    try {
      await work();
    } finally {
      await runSql(engine.database, `drop trigger slow on ${table}`);
    }
  };

  describe('when the network is cut', () => {
    let proxy: CuttingProxy;
    let far: Database;
    before(async () => {
      proxy = await openCuttingProxy(engine.url);
      const settings = { ...journalSettings };
      far = openPostgres({ url: proxy.url, connections: 2, settings });
    });
    // A statement that still runs would write into the tables of the next test.
    afterEach(() => proxy.settled());
    after(async () => {
      await far.close();
      await proxy.close();
    });

    for (const when of ['before-it-arrives', 'while-it-runs', 'after-it-is-done'] as const) {
      test(`${when}, a batch is applied once and its results are committed`, async () => {
        const rows = await existing(5);
        const before = proxy.cuts;
        await slowly('notes', 0.02, async () => {
          proxy.cutAt(when, 'journal.');
          const results = await sqlCommitter(far).apply(rows.map(outcome));
          assert.deepEqual(
            results,
            rows.map(() => committed),
          );
        });
        assert.equal(proxy.cuts, before + 1, 'the line was cut');
        await assertAppliedOnce(5);
      });

      test(`${when}, an entry with two changes is applied once`, async () => {
        const [one, two] = (await existing(2)) as [Account, Account];
        const draft = outcome(one).change(accounts, nextVersion(two), 1);
        const before = proxy.cuts;
        proxy.cutAt(when, 'commit');
        assert.deepEqual(await sqlCommitter(far).apply([draft]), [committed]);
        assert.equal(proxy.cuts, before + 1, 'the line was cut');
        assert.deepEqual(await versions(), [2, 2]);
        assert.equal(await total(), 5n);
      });
    }

    /** Only new rows, like the creation of a payment; its own account row is the proof. */
    const creation = (name: string): Draft =>
      new Draft().insert(claims, claim(name)).insert(accounts, account());

    for (const when of ['before-it-arrives', 'while-it-runs', 'after-it-is-done'] as const) {
      test(`${when}, entries that only insert rows are written once and committed`, async () => {
        const names = ['left', 'middle', 'right'];
        // Slow enough that the repeat arrives while the first try still runs, and meets its rows.
        await slowly('claims', 0.2, async () => {
          proxy.cutAt(when, 'journal.');
          const results = await sqlCommitter(far).apply(names.map(creation));
          assert.deepEqual(results, [committed, committed, committed]);
        });
        const kept = (await rig.rows<Claim>(claims)).map((row) => row.claimKey);
        assert.deepEqual(kept, names);
        assert.equal((await rig.rows<Account>(accounts)).length, 3);
      });

      test(`${when}, a key that another entry has taken is still a conflict`, async () => {
        await rig.committer.apply([creation('taken')]);
        proxy.cutAt(when, 'journal.');
        const results = await sqlCommitter(far).apply([creation('free'), creation('taken')]);
        assert.deepEqual(results, [committed, { kind: 'conflict', constraint: 'claims_pkey' }]);
        assert.equal((await rig.rows<Account>(accounts)).length, 2);
      });
    }

    test('after it is done, a loser still gets stale', async () => {
      const [row] = (await existing(1)) as [Account];
      await rig.committer.apply([outcome(row)]);
      proxy.cutAt('after-it-is-done', 'journal.');
      assert.deepEqual(await sqlCommitter(far).apply([outcome(row)]), [stale]);
      await assertAppliedOnce(1);
    });

    test('permanently, every entry fails with the lost connection', async () => {
      const rows = await existing(3);
      const lost = await openCuttingProxy(engine.url);
      const away = openPostgres({ url: lost.url, connections: 1 });
      await lost.close();
      const answers = await sqlCommitter(away).apply(rows.map(outcome));
      assert.equal(answers.length, 3);
      for (const answer of answers) {
        assert.ok(answer.kind === 'failed' && answer.error instanceof ConnectionLost);
      }
      await away.close();
      assert.deepEqual(await versions(), [1, 1, 1]);
    });
  });

  test('a connection terminated by the operator during a batch loses nothing', async () => {
    const rows = await existing(4);
    const applying = await engine.database.transaction(async (tx) => {
      await runSql(tx, 'lock table notes in exclusive mode');
      const settings = { ...journalSettings, lock_timeout: '0' };
      const patient = engine.node({ settings, statementTimeoutMs: LONGEST_WAIT_MS });
      const batch = sqlCommitter(patient).apply(rows.map(outcome));
      const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      const hasEnded = async () => (await runSql(engine.database, endWaiting)).length > 0;
      await until(hasEnded, 'the batch that waits for the table');
      return { batch };
    });
    assert.deepEqual(
      await applying.batch,
      rows.map(() => committed),
    );
    await assertAppliedOnce(4);
  });

  test('two nodes race for the same rows: each row has one winner', async () => {
    const rows = await existing(20);
    const nodes = [node(), node()];
    const answers = await Promise.all(nodes.map((one) => one.apply(rows.map(outcome))));
    rows.forEach((_, index) => {
      const kinds = answers.map((batch) => String(batch[index]?.kind)).sort();
      assert.deepEqual(kinds, ['committed', 'stale']);
    });
    await assertAppliedOnce(20);
  });

  test('two nodes take the same rows in opposite order without a deadlock', async () => {
    const rows = await existing(6);
    let statements = 0;
    const counting = (): Committer => {
      const database = engine.node({ settings: { ...journalSettings, deadlock_timeout: '20ms' } });
      const run: Database['run'] = (statement, values) => {
        statements += 1;
        return database.run(statement, values);
      };
      return sqlCommitter({ ...database, run });
    };
    await slowly('accounts', 0.01, async () => {
      const batches = [rows, rows.toReversed()];
      const answers = await Promise.all(
        batches.map((batch) => counting().apply(batch.map(outcome))),
      );
      const won = answers.flat().filter((answer) => answer.kind === 'committed');
      assert.equal(won.length, 6);
    });
    assert.equal(statements, 2, 'a deadlock would have made one of them repeat');
    await assertAppliedOnce(6);
  });

  test('batches that wait for each other both finish, each key written once', async () => {
    const claiming = (names: string[], by: string) =>
      names.map((name) => new Draft().insert(claims, claim(name, by)));
    await slowly('claims', 0.05, async () => {
      const [one, two] = await Promise.all([
        node({ deadlock_timeout: '20ms' }).apply(claiming(['left', 'right'], 'one')),
        node({ deadlock_timeout: '20ms' }).apply(claiming(['right', 'left'], 'two')),
      ]);
      const all = [...one, ...two].map((answer) => String(answer.kind)).sort();
      assert.deepEqual(all, ['committed', 'committed', 'conflict', 'conflict']);
    });
    const kept = (await rig.rows<Claim>(claims)).map((row) => row.claimKey);
    assert.deepEqual(kept, ['left', 'right']);
  });

  test('a check violation is a conflict of its entry only', async () => {
    const [bad, good] = (await existing(2)) as [Account, Account];
    const answers = await rig.committer.apply([
      new Draft().change(accounts, nextVersion(bad, { heldMinor: -1n }), 1),
      outcome(good),
    ]);
    assert.deepEqual(answers, [{ kind: 'conflict', constraint: 'accounts_held' }, committed]);
  });

  test('an entry that the database cannot parse fails alone', async () => {
    const rows = await existing(3);
    const drafts = rows.map(outcome);
    drafts[1]?.insert(notes, note({ body: 'a NUL \0 inside' }));
    const [first, second, third] = await rig.committer.apply(drafts);
    assert.deepEqual([first, third], [committed, committed]);
    assert.equal(second?.kind, 'failed');
    assert.deepEqual(
      (await versions()).sort((a, b) => a - b),
      [1, 2, 2],
    );
  });

  test('a locked row fails only its own entry; the others of the batch continue', async () => {
    const rows = await existing(3);
    const held = rows[1] as Account;
    await engine.database.transaction(async (tx) => {
      await runSql(tx, 'select 1 from accounts where account_id = $1 for update', [held.accountId]);
      const answers = await node({ lock_timeout: '20ms' }).apply(rows.map(outcome));
      assert.deepEqual([answers[0], answers[2]], [committed, committed]);
      const second = answers[1];
      assert.ok(second?.kind === 'failed' && second.error instanceof RetryableFailure);
    });
    assert.deepEqual(
      (await versions()).sort((a, b) => a - b),
      [1, 2, 2],
    );
  });

  test('shapes whose names have the same beginning are different statements', async () => {
    const [one, two] = (await existing(2)) as [Account, Account];
    const single = sqlCommitter(engine.node({ connections: 1 }));
    const long = (row: Account, name: string): Draft =>
      new Draft()
        .change(accounts, nextVersion(row), 1)
        .insert(accounts, account())
        .insert(claims, claim(name))
        .insert(counters, { ...counted, currency: name, total: 0n, pending: 0n })
        .insert(notes, note())
        .insert(steps, step(row));
    const longer = long(two, 'two').update(steps, step(two));
    assert.deepEqual(await single.apply([long(one, 'one')]), [committed]);
    assert.deepEqual(await single.apply([longer]), [committed]);
  });
});
