// Rows and heads of the audit log, and the keyed hashes that connect them. A hash covers every
// column of its row and the hash of the row before it.

import type { Instant } from '../../core/clock.ts';
import { isoTime } from '../../core/clock.ts';
import { fingerprint, type Key } from '../../core/seal.ts';
import type { Actor, AuditReason } from './card-use.ts';

/** One use of a card, or one action of the operator. */
export interface AuditRecord {
  readonly actor: Actor;
  readonly reason: AuditReason;
  readonly merchantId: string;
  readonly paymentId: string | null;
  readonly tokenId: string | null;
  /** What an action of the operator concerns, such as a fee rule; `-` if that is not known. */
  readonly subjectId?: string | null;
  /** Of an action of the operator: JSON with its step, what was asked, before and after. */
  readonly details?: string | null;
}

/** As read from the database, where actor and reason may be anything. */
export interface AuditRow {
  readonly chainNo: number;
  readonly seq: number;
  readonly at: Instant;
  readonly merchantId: string;
  readonly actor: string;
  readonly reason: string;
  readonly paymentId: string | null;
  readonly tokenId: string | null;
  readonly subjectId: string | null;
  readonly details: string | null;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
}

/** How far a chain has come; `headHash` is the hash of its last row, or of its start. */
export interface ChainHead {
  readonly chainNo: number;
  readonly rowCount: number;
  readonly headHash: Uint8Array;
}

interface ChainStart {
  readonly chainNo: number;
  readonly nodeId: string;
  readonly startedAt: Instant;
  /** The start hash of the previous chain; empty for the first chain. */
  readonly previousStart: Uint8Array;
}

export interface ChainRow extends ChainStart, ChainHead {
  readonly startHash: Uint8Array;
  /** Keyed, so that nobody can shorten a chain by writing an earlier head. */
  readonly headCheck: Uint8Array;
}

export interface AuditTip {
  readonly chainCount: number;
  readonly countCheck: Uint8Array;
}

export function hashRow(key: Key, row: Omit<AuditRow, 'hash'>): Buffer {
  const { chainNo, seq, at, merchantId, actor, reason, paymentId, tokenId, previous } = row;
  // Rows without a subject or details have the hash that they had before the columns existed.
  const subject = row.subjectId === null ? [] : [row.subjectId];
  const action = row.details === null ? subject : [row.subjectId, row.details];
  return keyed(key, 'row', [
    chainNo,
    seq,
    isoTime(at),
    merchantId,
    actor,
    reason,
    paymentId,
    tokenId,
    hex(previous),
    ...action,
  ]);
}

export function hashStart(key: Key, start: ChainStart): Buffer {
  const { chainNo, nodeId, startedAt, previousStart } = start;
  return keyed(key, 'start', [chainNo, nodeId, isoTime(startedAt), hex(previousStart)]);
}

export function checkOfHead(key: Key, { chainNo, rowCount, headHash }: ChainHead): Buffer {
  return keyed(key, 'head', [chainNo, rowCount, hex(headHash)]);
}

export function checkOfCount(key: Key, chainCount: number): Buffer {
  return keyed(key, 'chains', [chainCount]);
}

/** The start of a new chain; `before` is the chain with the previous number, if any. */
export function startChain(
  key: Key,
  before: Pick<ChainRow, 'chainNo' | 'startHash'> | undefined,
  node: Pick<ChainStart, 'nodeId' | 'startedAt'>,
): ChainRow {
  const start = {
    chainNo: (before?.chainNo ?? 0) + 1,
    nodeId: node.nodeId,
    startedAt: node.startedAt,
    previousStart: before?.startHash ?? new Uint8Array(),
  };
  const startHash = hashStart(key, start);
  const head = { chainNo: start.chainNo, rowCount: 0, headHash: startHash };
  return { ...start, ...head, startHash, headCheck: checkOfHead(key, head) };
}

/** The rows for these records, and the head after them. */
export function appendRows(
  key: Key,
  from: ChainHead,
  records: readonly AuditRecord[],
  at: Instant,
): { readonly rows: AuditRow[]; readonly head: ChainHead } {
  let { rowCount, headHash } = from;
  const rows = records.map(
    ({ merchantId, actor, reason, paymentId, tokenId, subjectId = null, details = null }) => {
      const position = { chainNo: from.chainNo, seq: (rowCount += 1), at };
      const about = { merchantId, actor, reason, paymentId, tokenId, subjectId, details };
      const row = { ...position, ...about, previous: headHash };
      headHash = hashRow(key, row);
      return { ...row, hash: headHash };
    },
  );
  return { rows, head: { chainNo: from.chainNo, rowCount, headHash } };
}

/** The form in which operators keep a head: chain, number of rows, hash. */
export function digestOf({ chainNo, rowCount, headHash }: ChainHead): string {
  return `${String(chainNo)}.${String(rowCount)}.${hex(headHash)}`;
}

export const digestForm = /^([1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})\.([0-9a-f]{64})$/;

export function readDigest(text: string): ChainHead | undefined {
  const [, chainNo, rowCount, hash] = digestForm.exec(text) ?? [];
  if (hash === undefined) return undefined;
  return {
    chainNo: Number(chainNo),
    rowCount: Number(rowCount),
    headHash: Buffer.from(hash, 'hex'),
  };
}

export function isSameHead(a: ChainHead, b: ChainHead): boolean {
  return (
    a.chainNo === b.chainNo && a.rowCount === b.rowCount && hex(a.headHash) === hex(b.headHash)
  );
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** JSON is unambiguous: two lists of values never have the same text. */
function keyed(key: Key, kind: string, values: readonly (string | number | null)[]): Buffer {
  return fingerprint(key, JSON.stringify(['bramka audit 1', kind, ...values]));
}
