// The verifier of the audit log, as pure functions over rows: it finds rows and chains that were
// changed, removed, inserted or moved. The key is needed, because every hash is keyed.

import type { Key } from '../../core/seal.ts';
import {
  checkOfCount,
  checkOfHead,
  hashRow,
  hashStart,
  hex,
  type AuditRow,
  type AuditTip,
  type ChainHead,
  type ChainRow,
} from './audit-row.ts';
import type { ChainPage } from './audit.store.ts';

export const violationMeanings = {
  CHAIN_MISSING: 'A whole chain was removed.',
  CHAIN_CHANGED: 'The start of a chain was changed.',
  HEAD_CHANGED: 'The stored end of a chain was changed, or the rows do not lead to it.',
  ROW_MISSING: 'A row was removed.',
  ROW_CHANGED: 'A row was changed.',
  ROW_MOVED: 'A row is not in the place where it was written.',
  ROW_INSERTED: 'A row was added that the gateway has not written.',
  PREFIX_CHANGED: 'The chain no longer contains the end that was expected.',
} as const;

export type ViolationKind = keyof typeof violationMeanings;

export interface Violation {
  readonly kind: ViolationKind;
  readonly chainNo: number;
  /** Null: the chain itself. */
  readonly seq: number | null;
}

/** Where the verification continues: after this row of this chain. */
export interface Position {
  readonly chainNo: number;
  readonly seq: number;
  /** The hash of that row; before the first row the start hash, which the chain contains. */
  readonly hash: Uint8Array | null;
  /** The start hash of the previous chain; empty for the first chain. */
  readonly previousStart: Uint8Array;
}

export const beginning: Position = {
  chainNo: 1,
  seq: 0,
  hash: null,
  previousStart: new Uint8Array(),
};

type PageResult =
  | { readonly kind: 'violation'; readonly violation: Violation; readonly rows: number }
  /** `finished`: all rows of the chain so far are correct. */
  | {
      readonly kind: 'correct';
      readonly rows: number;
      readonly next: Position;
      readonly finished: ChainRow | null;
    };

/** Verifies one page; `isLast`: the chain has no more rows after it. */
export function verifyPage(
  key: Key,
  from: Position,
  { chain, rows }: ChainPage,
  isLast: boolean,
): PageResult {
  const fail = (kind: ViolationKind, seq: number | null, correct = 0): PageResult => ({
    kind: 'violation',
    violation: { kind, chainNo: kind === 'CHAIN_MISSING' ? from.chainNo : chain.chainNo, seq },
    rows: correct,
  });
  if (chain.chainNo !== from.chainNo) return fail('CHAIN_MISSING', null);
  if (from.seq === 0 && isStartWrong(key, from, chain)) return fail('CHAIN_CHANGED', null);
  if (!isSame(checkOfHead(key, chain), chain.headCheck)) return fail('HEAD_CHANGED', null);
  let { seq, hash } = { seq: from.seq, hash: from.hash ?? chain.startHash };
  for (const [index, row] of rows.entries()) {
    const wrong = rowViolation(key, { seq, hash }, row, chain);
    if (wrong !== null) {
      return fail(wrong, wrong === 'ROW_MISSING' ? seq + 1 : row.seq, index);
    }
    ({ seq, hash } = row);
  }
  if (!isLast) {
    const next = { chainNo: chain.chainNo, seq, hash, previousStart: from.previousStart };
    return { kind: 'correct', rows: rows.length, next, finished: null };
  }
  if (seq < chain.rowCount) return fail('ROW_MISSING', seq + 1, rows.length);
  if (hex(hash) !== hex(chain.headHash)) return fail('HEAD_CHANGED', null, rows.length);
  const next = {
    chainNo: chain.chainNo + 1,
    seq: 0,
    hash: null,
    previousStart: chain.startHash,
  };
  return { kind: 'correct', rows: rows.length, next, finished: chain };
}

function isStartWrong(key: Key, { previousStart }: Position, chain: ChainRow): boolean {
  return (
    !isSame(hashStart(key, chain), chain.startHash) || !isSame(previousStart, chain.previousStart)
  );
}

function rowViolation(
  key: Key,
  before: { readonly seq: number; readonly hash: Uint8Array },
  row: AuditRow,
  { rowCount }: ChainRow,
): ViolationKind | null {
  if (row.seq <= before.seq || row.seq > rowCount) return 'ROW_INSERTED';
  if (!isSame(hashRow(key, row), row.hash)) return 'ROW_CHANGED';
  if (row.seq > before.seq + 1) return 'ROW_MISSING';
  return isSame(row.previous, before.hash) ? null : 'ROW_MOVED';
}

/** After the last chain; `lastChainNo` is 0 when there is none. */
export function verifyTip(
  key: Key,
  tip: AuditTip | undefined,
  lastChainNo: number,
): Violation | null {
  const chainCount = tip?.chainCount ?? 0;
  if (tip && !isSame(checkOfCount(key, chainCount), tip.countCheck)) {
    return { kind: 'CHAIN_CHANGED', chainNo: chainCount, seq: null };
  }
  if (chainCount === lastChainNo) return null;
  return { kind: 'CHAIN_MISSING', chainNo: Math.min(chainCount, lastChainNo) + 1, seq: null };
}

/** Whether the log still contains an earlier end of a chain. */
export function verifyExpected(
  expected: ChainHead,
  chain: ChainRow | undefined,
  row: AuditRow | undefined,
): Violation | null {
  const { chainNo, rowCount, headHash } = expected;
  if (!chain) return { kind: 'CHAIN_MISSING', chainNo, seq: null };
  const hash = rowCount === 0 ? chain.startHash : row?.hash;
  if (!hash) return { kind: 'ROW_MISSING', chainNo, seq: rowCount };
  return isSame(hash, headHash) ? null : { kind: 'PREFIX_CHANGED', chainNo, seq: rowCount };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return hex(one) === hex(other);
}
