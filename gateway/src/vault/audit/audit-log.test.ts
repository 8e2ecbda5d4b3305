// Tests of the writer of the audit log: concurrent records share an insert, a record resolves only
// when it is durable, and lost answers leave a correct chain.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemoryAudit, memoryAuditStore, verifyMemory } from './testing/memory-audit.ts';
import { createIds } from '../../core/id.ts';
import { seededRandom } from '../../core/testing/seeded-random.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import { ConnectionLost, RetryableFailure } from '../../storage/errors.ts';
import { createAuditLog, type AuditLog } from './audit-log.ts';
import type { AuditRecord } from './audit-row.ts';
import type { AuditStore } from './audit.store.ts';

const key = secret(Buffer.alloc(32, 3));
const clock = handClock();
const ids = createIds(clock, seededRandom(1));
const lost = () => new ConnectionLost(new Error('lost'));
const never = () => new ConnectionLost(new Error('no connection'), false);

function recordOf(paymentId = ids.next()): AuditRecord {
  const use = { actor: 'job:processing', reason: 'AUTHORIZE' } as const;
  return { merchantId: '10000001', ...use, paymentId, tokenId: null };
}

/** A log on a store whose `append` the test can replace for single calls. */
function newFixture() {
  const memory = createMemoryAudit();
  const pass = async <T>(work: () => T | Promise<T>): Promise<T> => work();
  const real = memoryAuditStore(memory, pass, pass);
  const script: ((...args: Parameters<AuditStore['append']>) => Promise<boolean>)[] = [];
  const sizes: number[] = [];
  const errors: string[] = [];
  const fixture = {
    memory,
    real,
    script,
    sizes,
    errors,
    isAway: false,
    log: undefined as unknown as AuditLog,
    verify: () => verifyMemory(memory, key),
    payments: () => memory.rows.map(({ paymentId }) => paymentId),
  };
  const store: AuditStore = {
    ...real,
    append(...args) {
      sizes.push(args[1].length);
      const scripted = script.shift();
      return scripted === undefined ? real.append(...args) : scripted(...args);
    },
  };
  fixture.log = createAuditLog({
    store,
    key: () => Promise.resolve(key),
    clock,
    nodeId: ids.next(),
    defer: setImmediate,
    isAway: () => Promise.resolve(fixture.isAway),
    log: { error: (_, message) => void errors.push(message) },
  });
  return fixture;
}

describe('the writer of the audit log', () => {
  test('concurrent records share one insert, in the order in which they were made', async () => {
    const fixture = newFixture();
    const records = Array.from({ length: 300 }, () => recordOf());
    await Promise.all(records.map((record) => fixture.log.record(record)));
    assert.deepEqual(fixture.sizes, [256, 44]);
    assert.deepEqual(
      fixture.payments(),
      records.map(({ paymentId }) => paymentId),
    );
    assert.equal(fixture.memory.chains.length, 1);
    assert.equal(await fixture.verify(), null);
    assert.equal(fixture.log.head()?.rowCount, 300);
  });

  test('a record resolves only after its insert, and one insert runs at a time', async () => {
    const fixture = newFixture();
    let release: (() => void) | undefined;
    fixture.script.push(async (...args) => {
      await new Promise<void>((resolve) => (release = resolve));
      return fixture.real.append(...args);
    });
    const done: string[] = [];
    const first = fixture.log.record(recordOf()).then(() => done.push('first'));
    while (!release) await new Promise(setImmediate);
    const second = fixture.log.record(recordOf()).then(() => done.push('second'));
    await new Promise(setImmediate);
    assert.deepEqual([done, fixture.sizes], [[], [1]]);
    release();
    await Promise.all([first, second, fixture.log.idle()]);
    assert.deepEqual(
      [done, fixture.sizes],
      [
        ['first', 'second'],
        [1, 1],
      ],
    );
  });

  test('an insert whose answer is lost counts once, whether or not it arrived', async () => {
    for (const arrives of [true, false]) {
      const fixture = newFixture();
      await fixture.log.record(recordOf());
      fixture.script.push(async (...args) => {
        if (arrives) await fixture.real.append(...args);
        throw lost();
      });
      await fixture.log.record(recordOf());
      await fixture.log.record(recordOf());
      assert.equal(fixture.memory.rows.length, 3);
      assert.equal(fixture.memory.chains.length, 1);
      assert.equal(await fixture.verify(), null);
    }
  });

  test('an insert that arrives after its records have failed stays in the chain', async () => {
    const fixture = newFixture();
    await fixture.log.record(recordOf());
    let late: Parameters<AuditStore['append']> | undefined;
    const loses = (...args: Parameters<AuditStore['append']>) => {
      late ??= args;
      return Promise.reject(lost());
    };
    fixture.script.push(loses, loses, loses, loses, loses);
    await assert.rejects(fixture.log.record(recordOf()), ConnectionLost);
    assert.ok(late);
    await fixture.real.append(...late);
    const last = recordOf();
    await fixture.log.record(last);
    assert.equal(fixture.memory.rows.length, 3);
    assert.equal(fixture.payments().at(-1), last.paymentId);
    assert.equal(await fixture.verify(), null);
    assert.equal(fixture.memory.chains.length, 1);
    assert.deepEqual(fixture.errors, []);
  });

  test('an insert that arrives between the check and the repeat is not written twice', async () => {
    const fixture = newFixture();
    await fixture.log.record(recordOf());
    let first: Parameters<AuditStore['append']> | undefined;
    fixture.script.push(
      (...args) => {
        first = args;
        return Promise.reject(lost());
      },
      async (...args) => {
        await fixture.real.append(...(first ?? assert.fail('no first try')));
        return fixture.real.append(...args);
      },
    );
    await fixture.log.record(recordOf());
    await fixture.log.record(recordOf());
    assert.equal(fixture.memory.rows.length, 3);
    assert.equal(await fixture.verify(), null);
  });

  test('a statement that the server asks to repeat is repeated', async () => {
    const fixture = newFixture();
    fixture.script.push(() => Promise.reject(new RetryableFailure(new Error('deadlock'))));
    await fixture.log.record(recordOf());
    assert.deepEqual(fixture.sizes, [1, 1]);
    assert.equal(await fixture.verify(), null);
  });

  test('a record fails at once without a connection, in an outage, and on a defect', async () => {
    const fixture = newFixture();
    fixture.script.push(() => Promise.reject(never()));
    await assert.rejects(fixture.log.record(recordOf()), ConnectionLost);
    fixture.isAway = true;
    await assert.rejects(fixture.log.record(recordOf()), ConnectionLost);
    fixture.isAway = false;
    fixture.script.push(() => Promise.reject(new TypeError('a defect')));
    await assert.rejects(fixture.log.record(recordOf()), TypeError);
    assert.deepEqual(fixture.sizes, [1, 1]);
    assert.equal(fixture.memory.rows.length, 0);
    await fixture.log.record(recordOf());
    assert.equal(fixture.memory.rows.length, 1);
    assert.equal(await fixture.verify(), null);
  });

  test('a failed batch fails all its records, and only those', async () => {
    const fixture = newFixture();
    fixture.script.push(() => Promise.reject(never()));
    const failing = [fixture.log.record(recordOf()), fixture.log.record(recordOf())];
    const results = await Promise.allSettled(failing);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    await fixture.log.record(recordOf());
    assert.equal(fixture.memory.rows.length, 1);
  });

  test('a chain that somebody has changed is reported, and a new one opened', async () => {
    const fixture = newFixture();
    await fixture.log.record(recordOf());
    const [chain] = fixture.memory.chains;
    assert.ok(chain);
    fixture.memory.chains[0] = { ...chain, rowCount: 7 };
    await fixture.log.record(recordOf());
    assert.deepEqual(fixture.errors, ['the audit chain of this process was changed']);
    assert.deepEqual(
      fixture.memory.rows.map(({ chainNo, seq }) => [chainNo, seq]),
      [
        [1, 1],
        [2, 1],
      ],
    );
    assert.deepEqual(await fixture.verify(), { kind: 'HEAD_CHANGED', chainNo: 1, seq: null });
  });

  test('two processes that open a chain at once get one each', async () => {
    const one = newFixture();
    const log = createAuditLog({
      store: one.real,
      key: () => Promise.resolve(key),
      clock,
      nodeId: ids.next(),
      defer: setImmediate,
      isAway: () => Promise.resolve(false),
      log: { error: () => undefined },
    });
    await Promise.all([log.record(recordOf()), one.log.record(recordOf())]);
    assert.deepEqual(
      one.memory.chains.map(({ chainNo, rowCount }) => [chainNo, rowCount]),
      [
        [1, 1],
        [2, 1],
      ],
    );
    assert.equal(await one.verify(), null);
  });
});
