// The import of a settlement file: started with its header and fingerprint, received in chunks of
// lines, and closed when its end line and its fingerprint are right. Every step can be repeated.

import type { Clock } from '../core/clock.ts';
import type { Failpoints } from '../core/failpoint.ts';
import { isUuid, type Ids } from '../core/id.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { Database } from '../storage/database.ts';
import { UniqueViolation } from '../storage/errors.ts';
import {
  closeImport,
  findImport,
  findImportOfFile,
  insertImport,
  storeLines,
} from './import.store.ts';
import type { Import, Line } from './reconciliation.ts';
import { BadLine, hashLine, NO_LINES, readHeader, readLine } from './settlement-file.ts';

export interface ReconciliationParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  readonly providers: { readonly list: readonly { readonly name: string }[] };
}

/** The earlier import if the same file was started before. */
export async function startImport(
  parts: ReconciliationParts,
  header: string,
  fingerprint: string,
): Promise<Import> {
  const { database, clock, ids } = parts;
  const { provider, from, to } = reading(() => readHeader(header));
  const at = clock.now();
  reading(() => {
    const names = parts.providers.list.map(({ name }) => name);
    if (!names.includes(provider)) {
      throw new BadLine(1, `must name a provider of this gateway: ${names.join(', ')}`);
    }
    if (to > at) throw new BadLine(1, 'has a period that has not ended');
  });
  const hash = Buffer.from(fingerprint, 'hex');
  const lineHash = hashLine(NO_LINES, header);
  const file = { importId: ids.next(), provider, fingerprint: hash, from, to, lineHash, at };
  const started = await insertImport(database, file);
  const current = started ?? (await findImportOfFile(database, provider, hash));
  // Undefined: it was rejected between the two statements.
  return current ?? refuse('SETTLEMENT_FILE_ALTERED');
}

/**
 * Lines that were received before are not stored again; the answer says how far the import is.
 * Lines that do not follow the received ones are refused.
 */
export async function addLines(
  parts: ReconciliationParts,
  importId: string,
  firstLine: number,
  texts: readonly string[],
): Promise<Import> {
  const { database, clock, failpoints } = parts;
  const before = await readImport(parts, importId);
  if (firstLine <= before.lineCount) return before;
  if (before.state !== 'LOADING') refuse('SETTLEMENT_FILE_CLOSED');
  if (firstLine > before.lineCount + 1) {
    const message = `must be ${before.lineCount + 1}`;
    throw new Refusal('LINES_OUT_OF_ORDER', [{ field: 'firstLine', message }]);
  }
  const { after, added } = reading(() => readLines(before, texts));
  await failpoints.reach('reconciliation.received');
  const stored = await storeLines(database, before, after, added, clock.now());
  await failpoints.reach('reconciliation.stored');
  // Otherwise another request has stored the same lines.
  return stored ?? readImport(parts, importId);
}

/** Closes the import and has it compared by a job; a closed import is answered as it is. */
export async function finishImport(parts: ReconciliationParts, importId: string): Promise<Import> {
  const { database, clock } = parts;
  const before = await readImport(parts, importId);
  if (before.state === 'REJECTED') refuse('SETTLEMENT_FILE_ALTERED');
  if (before.state !== 'LOADING') return before;
  if (!before.isComplete) refuse('SETTLEMENT_FILE_INCOMPLETE');
  if (!Buffer.from(before.lineHash).equals(before.fingerprint)) {
    await closeImport(database, before, 'REJECTED', clock.now());
    refuse('SETTLEMENT_FILE_ALTERED');
  }
  try {
    const closed = await closeImport(database, before, 'COMPARING', clock.now());
    return closed ?? (await readImport(parts, importId));
  } catch (error) {
    if (error instanceof UniqueViolation) refuse('RECONCILIATION_RUNNING');
    throw error;
  }
}

export async function readImport(
  { database }: Pick<ReconciliationParts, 'database'>,
  importId: string,
): Promise<Import> {
  const existing = isUuid(importId) ? await findImport(database, importId) : undefined;
  return existing ?? refuse('RECONCILIATION_NOT_FOUND');
}

function readLines(before: Import, texts: readonly string[]) {
  const { importId, provider, periodFrom: from, periodTo: to } = before;
  let { lineCount, rowCount, lineHash, isComplete } = before;
  const added: Line[] = [];
  for (const text of texts) {
    const lineNo = (lineCount += 1);
    if (isComplete) throw new BadLine(lineNo, 'follows the end line');
    const read = readLine(text, lineNo, { provider, from, to });
    if (read.is === 'row') {
      rowCount += 1;
      added.push({ importId, lineNo, ...read.row, result: null });
    }
    isComplete = read.is === 'end';
    lineHash = hashLine(lineHash, text);
  }
  return { after: { lineCount, rowCount, lineHash, isComplete }, added };
}

/** A line that cannot be read is a refusal that names it. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BadLine)) throw error;
    const detail = { field: `line ${error.lineNo}`, message: error.problem };
    throw new Refusal('SETTLEMENT_FILE_INVALID', [detail]);
  }
}
