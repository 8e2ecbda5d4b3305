// Tests of the audit log in the database, on both engines: what is written is verified, rows are
// refused to be changed, and changes made by somebody who owns the database are detected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { createAuditLog, type AuditLog } from './audit-log.ts';
import { digestOf } from './audit-row.ts';
import { sqlAuditReader, sqlAuditStore } from './audit.store.ts';
import { verifyPart } from './verify-audit.ts';

const key = secret(Buffer.alloc(32, 3));
const clock = handClock();
const ids = createIds(clock, seededRandom(1));
const use = { actor: 'merchant:10000001', reason: 'COMPLETE' } as const;

for (const engine of engines) {
  describe(`the audit log on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    before(async () => {
      opened = await engine.openWithTables();
    });
    after(() => opened?.close());

    const newLog = (): AuditLog =>
      createAuditLog({
        store: sqlAuditStore(opened.database),
        key: () => Promise.resolve(key),
        clock,
        nodeId: ids.next(),
        defer: setImmediate,
        isAway: () => Promise.resolve(false),
        log: { error: (_, message) => assert.fail(message) },
      });
    const write = (log: AuditLog, count: number, tokenId: string | null = null) =>
      Promise.all(
        Array.from({ length: count }, () =>
          log.record({ merchantId: '10000001', ...use, paymentId: ids.next(), tokenId }),
        ),
      );
    const verify = (ownHead: AuditLog['head'] = () => undefined) =>
      verifyPart(
        { reader: sqlAuditReader(opened.database), key: () => Promise.resolve(key), ownHead },
        { chainNo: 1, seq: 0 },
      );
    /** Runs the SQL of somebody who has switched the triggers off, verifies, and undoes it. */
    const verifyWith = async (...texts: string[]) => {
      class Undone extends Error {}
      let violation: Awaited<ReturnType<typeof verify>> | undefined;
      const undone = opened.database.transaction(async (tx) => {
        const tables = ['audit_log', 'audit_chains', 'audit_tip'];
        for (const name of tables) await runSql(tx, `alter table ${name} disable trigger user`);
        for (const text of texts) await runSql(tx, text);
        const parts = { key: () => Promise.resolve(key), ownHead: () => undefined };
        violation = await verifyPart(
          { reader: sqlAuditReader(tx), ...parts },
          { chainNo: 1, seq: 0 },
        );
        throw new Undone();
      });
      await assert.rejects(undone, Undone);
      return violation?.violation ?? null;
    };

    test('an empty log is correct', async () => {
      assert.deepEqual(await verify(), { rows: 0, chains: [], next: null, violation: null });
    });

    test('three processes write at once, and the log is correct', async () => {
      const logs = [newLog(), newLog(), newLog()];
      await Promise.all(logs.map((log, place) => write(log, 3 + place)));
      await write(logs[0] ?? assert.fail(), 2);
      const { rows, chains, violation } = await verify(logs[0]?.head);
      assert.equal(violation, null);
      assert.equal(rows, 14);
      assert.deepEqual(
        chains.map(({ digest }) => digest).sort(),
        logs.map((log) => digestOf(log.head() ?? assert.fail('no head'))).sort(),
      );
      assert.deepEqual(
        chains.map(({ chainNo }) => chainNo),
        [1, 2, 3],
      );
    });

    test('lists the uses of a payment and of a stored card', async () => {
      const log = newLog();
      const paymentId = ids.next();
      await log.record({ merchantId: '10000002', ...use, paymentId, tokenId: 'token-1' });
      await log.record({ merchantId: '10000002', ...use, paymentId: null, tokenId: 'token-1' });
      const reader = sqlAuditReader(opened.database);
      const payment = await reader.ofPayment(paymentId, 10);
      const token = await reader.ofToken('token-1', 10);
      assert.deepEqual(
        [payment, token].map((rows) => rows.map(({ seq }) => seq)),
        [[1], [1, 2]],
      );
      assert.equal((await reader.ofToken('token-1', 1)).length, 1);
      const [row] = payment;
      assert.deepEqual(
        [row?.merchantId, row?.actor, row?.reason, row?.at],
        ['10000002', use.actor, use.reason, clock.now()],
      );
    });

    test('lists the last actions of the operator for a merchant', async () => {
      const log = newLog();
      const action = { actor: 'operator', reason: 'ADD_DEPOSIT' } as const;
      const none = { paymentId: null, tokenId: null };
      for (const [merchantId, subjectId] of [
        ['10000003', 'one'],
        ['10000003', null],
        ['10000004', 'other'],
        ['10000003', 'two'],
        ['10000003', 'three'],
      ] as const) {
        await log.record({ merchantId, ...action, ...none, subjectId });
      }
      const reader = sqlAuditReader(opened.database);
      const last = await reader.actionsFor('10000003', 2);
      assert.deepEqual(
        last.map(({ subjectId, reason }) => [subjectId, reason]),
        [
          ['two', 'ADD_DEPOSIT'],
          ['three', 'ADD_DEPOSIT'],
        ],
      );
      assert.deepEqual(
        (await reader.actionsFor('10000003', 10)).map(({ subjectId }) => subjectId),
        ['one', 'two', 'three'],
      );
    });

    const refused: [what: string, text: string, why: RegExp][] = [
      ['changed', `update audit_log set actor = 'operator'`, /never changed/],
      ['removed', 'delete from audit_log', /never changed/],
      ['emptied', 'truncate audit_log', /never changed/],
      ['removed with their chain', 'delete from audit_chains', /never changed/],
      ['emptied with their chain', 'truncate audit_chains', /never changed/],
      ['cut off', 'update audit_chains set row_count = row_count - 1', /only grows/],
      [
        'given another start',
        `update audit_chains set row_count = row_count + 1, start_hash = start_hash
           || '\\x00'::bytea`,
        /only grows/,
      ],
      ['uncounted', 'delete from audit_tip', /never changed/],
    ];
    for (const [what, text, why] of refused) {
      test(`the database refuses rows to be ${what}`, async () => {
        await assert.rejects(runSql(opened.database, text), why);
      });
    }

    const tamperings: [what: string, texts: string[], kind: string][] = [
      ['a changed row', [`update audit_log set actor = 'operator' where seq = 2`], 'ROW_CHANGED'],
      ['added details', [`update audit_log set details = '{}' where seq = 2`], 'ROW_CHANGED'],
      ['a removed row', ['delete from audit_log where chain_no = 1 and seq = 2'], 'ROW_MISSING'],
      [
        'two rows in another order',
        [
          'alter table audit_log drop constraint audit_log_pkey',
          'update audit_log set seq = 3 - seq where seq in (1, 2)',
        ],
        'ROW_CHANGED',
      ],
      [
        'rows removed up to the end',
        ['delete from audit_log where chain_no = 2 and seq > 1'],
        'ROW_MISSING',
      ],
      [
        'a removed end with its head',
        [
          'delete from audit_log where chain_no = 2 and seq > 1',
          `update audit_chains c set row_count = 1, head_hash = l.hash from audit_log l
             where l.chain_no = 2 and l.seq = 1 and c.chain_no = 2`,
        ],
        'HEAD_CHANGED',
      ],
      [
        'a removed chain',
        ['delete from audit_log where chain_no = 2', 'delete from audit_chains where chain_no = 2'],
        'CHAIN_MISSING',
      ],
      [
        'an added row',
        [
          'alter table audit_log drop constraint audit_log_seq',
          `insert into audit_log select chain_no, 0, at, merchant_id, actor, reason, payment_id,
             token_id, previous, hash from audit_log where chain_no = 1 and seq = 1`,
        ],
        'ROW_INSERTED',
      ],
    ];
    for (const [what, texts, kind] of tamperings) {
      test(`the verifier finds ${what}`, async () => {
        assert.equal((await verifyWith(...texts))?.kind, kind);
      });
    }

    test('after all that the log is still correct', async () => {
      assert.equal((await verify()).violation, null);
    });
  });
}
