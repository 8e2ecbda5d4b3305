// Tests of the verifier: every way to change the log, without the key, is detected and named.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  createMemoryAudit,
  memoryAuditReader,
  verifyMemory,
  type MemoryAudit,
} from './testing/memory-audit.ts';
import { secret } from '../../core/secret.ts';
import {
  appendRows,
  checkOfCount,
  checkOfHead,
  digestOf,
  readDigest,
  startChain,
  type AuditRecord,
  type AuditRow,
  type ChainRow,
} from './audit-row.ts';
import { PART_ROWS, verifyHead, verifyPart } from './verify-audit.ts';
import type { Violation } from './verify-chain.ts';

const key = secret(Buffer.alloc(32, 3));
const at = Date.parse('2026-03-01T12:00:00.000Z');
const recordOf = (number: number): AuditRecord => ({
  merchantId: '10000001',
  actor: 'job:processing',
  reason: 'AUTHENTICATE',
  paymentId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  tokenId: null,
});

/** A correct log with chains of these lengths. */
function logOf(...lengths: number[]): MemoryAudit {
  const log = createMemoryAudit();
  for (const length of lengths) {
    const node = { nodeId: '00000000-0000-7000-8000-00000000000a', startedAt: at };
    const chain = startChain(key, log.chains.at(-1), node);
    const records = Array.from({ length }, (_, number) => recordOf(number + 1));
    const { rows, head } = appendRows(key, chain, records, at);
    log.chains.push({ ...chain, ...head, headCheck: checkOfHead(key, head) });
    log.rows.push(...rows);
  }
  const chainCount = lengths.length;
  log.tip = { chainCount, countCheck: checkOfCount(key, chainCount) };
  return log;
}

const rowAt = (log: MemoryAudit, chainNo: number, seq: number): number =>
  log.rows.findIndex((row) => row.chainNo === chainNo && row.seq === seq);
const changeRow =
  (chainNo: number, seq: number, change: Partial<AuditRow>) =>
  (log: MemoryAudit): void => {
    const place = rowAt(log, chainNo, seq);
    log.rows[place] = { ...(log.rows[place] ?? assert.fail('no row')), ...change };
  };
const changeChain =
  (chainNo: number, change: (chain: ChainRow) => Partial<ChainRow>) =>
  (log: MemoryAudit): void => {
    const chain = log.chains[chainNo - 1] ?? assert.fail('no chain');
    log.chains[chainNo - 1] = { ...chain, ...change(chain) };
  };
const removeRow =
  (chainNo: number, seq: number) =>
  (log: MemoryAudit): void =>
    void log.rows.splice(rowAt(log, chainNo, seq), 1);
const removeChain =
  (chainNo: number) =>
  (log: MemoryAudit): void => {
    log.chains.splice(chainNo - 1, 1);
    log.rows.splice(0, Infinity, ...log.rows.filter((row) => row.chainNo !== chainNo));
  };
/** Cuts the end off and writes the row before as the new head, without the key. */
const cutEnd = (log: MemoryAudit): void => {
  removeRow(2, 3)(log);
  const last = log.rows[rowAt(log, 2, 2)] ?? assert.fail('no row');
  changeChain(2, () => ({ rowCount: 2, headHash: last.hash }))(log);
};
const swap = (log: MemoryAudit): void => {
  const [one, two] = [rowAt(log, 2, 1), rowAt(log, 2, 2)];
  const rows = [log.rows[two], log.rows[one]] as [AuditRow, AuditRow];
  log.rows[one] = { ...rows[0], seq: 1 };
  log.rows[two] = { ...rows[1], seq: 2 };
};
/** A row of another chain, with the number that fits here. */
const transplant = (log: MemoryAudit): void => {
  const foreign = log.rows[rowAt(log, 1, 2)] ?? assert.fail('no row');
  log.rows[rowAt(log, 2, 2)] = { ...foreign, chainNo: 2 };
};
const other = Buffer.alloc(32, 9);

const tamperings: [what: string, change: (log: MemoryAudit) => void, expected: Violation][] = [
  ...(
    [
      { at: at + 1 },
      { merchantId: '10000002' },
      { actor: 'operator' },
      { reason: 'AUTHORIZE' },
      { paymentId: null },
      { paymentId: recordOf(9).paymentId },
      { tokenId: 'x' },
      { subjectId: 'x' },
      { details: '{}' },
      { subjectId: 'x', details: '{}' },
      { previous: other },
      { hash: other },
    ] as Partial<AuditRow>[]
  ).map((change): [string, (log: MemoryAudit) => void, Violation] => [
    `another ${Object.keys(change).join()}`,
    changeRow(2, 2, change),
    { kind: 'ROW_CHANGED', chainNo: 2, seq: 2 },
  ]),
  ['a removed row', removeRow(2, 2), { kind: 'ROW_MISSING', chainNo: 2, seq: 2 }],
  ['a removed first row', removeRow(2, 1), { kind: 'ROW_MISSING', chainNo: 2, seq: 1 }],
  ['a removed last row', removeRow(2, 3), { kind: 'ROW_MISSING', chainNo: 2, seq: 3 }],
  ['a removed last row with its head', cutEnd, { kind: 'HEAD_CHANGED', chainNo: 2, seq: null }],
  ['a removed chain', removeChain(2), { kind: 'CHAIN_MISSING', chainNo: 2, seq: null }],
  ['a removed first chain', removeChain(1), { kind: 'CHAIN_MISSING', chainNo: 1, seq: null }],
  ['a removed last chain', removeChain(3), { kind: 'CHAIN_MISSING', chainNo: 3, seq: null }],
  [
    'a removed last chain and its number',
    (log) => {
      removeChain(3)(log);
      log.tip = { chainCount: 2, countCheck: log.tip?.countCheck ?? other };
    },
    { kind: 'CHAIN_CHANGED', chainNo: 2, seq: null },
  ],
  [
    'a removed number of chains',
    (log) => void (log.tip = undefined),
    { kind: 'CHAIN_MISSING', chainNo: 1, seq: null },
  ],
  ['two rows in another order', swap, { kind: 'ROW_CHANGED', chainNo: 2, seq: 1 }],
  ['a row of another chain', transplant, { kind: 'ROW_CHANGED', chainNo: 2, seq: 2 }],
  [
    'a row after the end',
    (log) => {
      const chain = log.chains[1] ?? assert.fail('no chain');
      const { rows } = appendRows(secret(other), chain, [recordOf(4)], at);
      log.rows.splice(rowAt(log, 2, 3) + 1, 0, ...rows);
    },
    { kind: 'ROW_INSERTED', chainNo: 2, seq: 4 },
  ],
  [
    'another node',
    changeChain(2, () => ({ nodeId: recordOf(1).paymentId ?? '' })),
    { kind: 'CHAIN_CHANGED', chainNo: 2, seq: null },
  ],
  [
    'another start',
    changeChain(2, () => ({ startedAt: at - 1 })),
    { kind: 'CHAIN_CHANGED', chainNo: 2, seq: null },
  ],
  [
    'another chain before',
    changeChain(3, ({ startHash }) => ({ previousStart: startHash })),
    { kind: 'CHAIN_CHANGED', chainNo: 3, seq: null },
  ],
  [
    'another count',
    changeChain(2, () => ({ rowCount: 4 })),
    { kind: 'HEAD_CHANGED', chainNo: 2, seq: null },
  ],
  [
    'another head',
    changeChain(2, () => ({ headHash: other })),
    { kind: 'HEAD_CHANGED', chainNo: 2, seq: null },
  ],
];

describe('the verifier of the audit log', () => {
  test('accepts a log without a row, and one with empty and full chains', async () => {
    assert.equal(await verifyMemory(createMemoryAudit(), key), null);
    assert.equal(await verifyMemory(logOf(2, 3, 1), key), null);
    assert.equal(await verifyMemory(logOf(0, 3, 0), key), null);
  });

  for (const [what, change, expected] of tamperings) {
    test(`detects ${what}`, async () => {
      const log = logOf(2, 3, 1);
      change(log);
      assert.deepEqual(await verifyMemory(log, key), expected);
    });
  }

  test('accepts nothing that was written with another key', async () => {
    const violation = await verifyMemory(logOf(2, 3, 1), secret(other));
    assert.deepEqual(violation, { kind: 'CHAIN_CHANGED', chainNo: 1, seq: null });
  });

  const partsOf = (log: MemoryAudit, ownHead: () => ChainRow | undefined = () => undefined) => ({
    reader: memoryAuditReader(log),
    key: () => Promise.resolve(key),
    ownHead,
  });

  test('verifies a long log in parts, and finds a change in a later one', async () => {
    const log = logOf(1, PART_ROWS + 1, 2);
    const first = await verifyPart(partsOf(log), { chainNo: 1, seq: 0 });
    assert.deepEqual(
      [first.rows, first.next, first.chains.length],
      [PART_ROWS, `2.${PART_ROWS - 1}`, 1],
    );
    const second = await verifyPart(partsOf(log), { chainNo: 2, seq: PART_ROWS - 1 });
    assert.deepEqual(
      [second.rows, second.next, second.violation, second.chains.map(({ chainNo }) => chainNo)],
      [4, null, null, [2, 3]],
    );
    changeRow(2, PART_ROWS, { actor: 'operator' })(log);
    const changed = await verifyPart(partsOf(log), { chainNo: 2, seq: PART_ROWS - 1 });
    assert.deepEqual(changed.violation, { kind: 'ROW_CHANGED', chainNo: 2, seq: PART_ROWS });
  });

  test('a position that is not in the log is a violation', async () => {
    const log = logOf(1, 1);
    for (const [position, kind] of [
      [{ chainNo: 2, seq: 2 }, 'ROW_MISSING'],
      [{ chainNo: 4, seq: 0 }, 'CHAIN_MISSING'],
    ] as const) {
      assert.equal((await verifyPart(partsOf(log), position)).violation?.kind, kind);
    }
  });

  test('a log replaced by an older copy lacks the end that the process has written', async () => {
    const ahead = logOf(2, 3).chains[1];
    const { violation } = await verifyPart(
      partsOf(logOf(2, 2), () => ahead),
      {
        chainNo: 1,
        seq: 0,
      },
    );
    assert.deepEqual(violation, { kind: 'ROW_MISSING', chainNo: 2, seq: 3 });
  });

  test('an earlier digest must still be part of its chain', async () => {
    const earlier = logOf(2, 1, 0).chains.map((chain) => digestOf(chain));
    const check = async (log: MemoryAudit, digest = '') =>
      (await verifyHead(partsOf(log), readDigest(digest) ?? assert.fail(digest)))?.kind ?? null;
    const later = logOf(2, 3, 1, 5);
    for (const digest of earlier) assert.equal(await check(later, digest), null);
    assert.equal(await check(logOf(2, 0, 1), earlier[1]), 'ROW_MISSING');
    assert.equal(await check(logOf(2), earlier[1]), 'CHAIN_MISSING');
    const other3 = logOf(2, 3, 1);
    changeRow(2, 1, { hash: other })(other3);
    assert.equal(await check(other3, earlier[1]), 'PREFIX_CHANGED');
  });

  test('a digest is read exactly', () => {
    const hash = 'a'.repeat(64);
    assert.equal(readDigest(`1.0.${hash}`)?.rowCount, 0);
    const wrong = ['', '1.0', `0.1.${hash}`, `1.01.${hash}`, `1.1.${hash}0`, `1.1.${hash} `];
    for (const text of wrong) assert.equal(readDigest(text), undefined, text);
  });
});
