// Verifies the audit log page by page, so that a long log neither fills the memory nor blocks the
// gateway. A caller continues with the position of the page before.

import type { Key } from '../../core/seal.ts';
import { digestOf, type ChainHead, type ChainRow } from './audit-row.ts';
import type { AuditReader } from './audit.store.ts';
import {
  beginning,
  verifyExpected,
  verifyPage,
  verifyTip,
  type Position,
  type Violation,
} from './verify-chain.ts';

export interface VerifyParts {
  readonly reader: AuditReader;
  readonly key: () => Promise<Key>;
  /** The end of this process's own chain, which must be in the log. */
  readonly ownHead: () => ChainHead | undefined;
}

interface VerifiedPart {
  /** Correct rows in this part. */
  readonly rows: number;
  /** Chains that were verified to the end. */
  readonly chains: readonly VerifiedChain[];
  /** Where to continue: `<chain>.<row>`; null: nothing is left. */
  readonly next: string | null;
  readonly violation: Violation | null;
}

interface VerifiedChain {
  readonly chainNo: number;
  readonly nodeId: string;
  readonly startedAt: number;
  readonly rowCount: number;
  readonly digest: string;
}

/** How many rows one part reads at most, and how many chains it finishes. */
export const PART_ROWS = 2000;
const PART_CHAINS = 200;

/** Verifies what follows this row; row 0 is the start of a chain. */
export async function verifyPart(
  parts: VerifyParts,
  after: { readonly chainNo: number; readonly seq: number },
): Promise<VerifiedPart> {
  const { reader } = parts;
  const key = await parts.key();
  const start = await positionAfter(reader, after);
  if ('kind' in start) return { rows: 0, chains: [], next: null, violation: start };
  const chains: VerifiedChain[] = [];
  let position = start;
  let rows = 0;
  while (rows < PART_ROWS && chains.length < PART_CHAINS) {
    const limit = PART_ROWS - rows;
    const page = await reader.page(position.chainNo, position.seq, limit + 1);
    if (!page) {
      const violation = verifyTip(key, await reader.tip(), position.chainNo - 1);
      return { rows, chains, next: null, violation: violation ?? (await ownViolation(parts)) };
    }
    const isLast = page.rows.length <= limit;
    const shown = { chain: page.chain, rows: page.rows.slice(0, limit) };
    const result = verifyPage(key, position, shown, isLast);
    rows += result.rows;
    if (result.kind === 'violation') {
      return { rows, chains, next: null, violation: result.violation };
    }
    position = result.next;
    if (result.finished) chains.push(chainView(result.finished));
  }
  return { rows, chains, next: `${position.chainNo}.${position.seq}`, violation: null };
}

export async function verifyHead(
  { reader }: Pick<VerifyParts, 'reader'>,
  expected: ChainHead,
): Promise<Violation | null> {
  const { chainNo, rowCount } = expected;
  const [chain, row] = await Promise.all([reader.chain(chainNo), reader.row(chainNo, rowCount)]);
  return verifyExpected(expected, chain, row);
}

/** Nobody can replace the log by an older copy while the process that wrote it is running. */
async function ownViolation(parts: VerifyParts): Promise<Violation | null> {
  const head = parts.ownHead();
  return head ? verifyHead(parts, head) : null;
}

/** This row was verified as part of the previous page. */
async function positionAfter(
  reader: AuditReader,
  { chainNo, seq }: { readonly chainNo: number; readonly seq: number },
): Promise<Position | Violation> {
  if (chainNo === beginning.chainNo && seq === 0) return beginning;
  const previous = chainNo > 1 ? await reader.chain(chainNo - 1) : undefined;
  if (chainNo > 1 && !previous) return { kind: 'CHAIN_MISSING', chainNo: chainNo - 1, seq: null };
  const previousStart = previous?.startHash ?? new Uint8Array();
  if (seq === 0) return { chainNo, seq, hash: null, previousStart };
  const row = await reader.row(chainNo, seq);
  if (!row) return { kind: 'ROW_MISSING', chainNo, seq };
  return { chainNo, seq, hash: row.hash, previousStart };
}

function chainView(chain: ChainRow): VerifiedChain {
  const { chainNo, nodeId, startedAt, rowCount } = chain;
  return { chainNo, nodeId, startedAt, rowCount, digest: digestOf(chain) };
}
