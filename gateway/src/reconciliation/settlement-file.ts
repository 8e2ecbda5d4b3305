// The settlement file of a provider, read line by line: a header with provider and period, the
// names of the columns, one row for each movement of money, and an end line with the number of
// rows. Every error names its line. The format is described in docs/guides/reconciliation.md.

import { createHash } from 'node:crypto';
import { isoTime, type Instant } from '../core/clock.ts';
import { cellsOf } from '../core/csv/csv-line.ts';
import { isUuid } from '../core/id.ts';
import { formatAmount, parseAmount } from '../core/money.ts';

const FORMAT_NAME = 'bramka-settlement';
const FORMAT_VERSION = '1';
export const columnNames = [
  'attemptId',
  'kind',
  'amount',
  'currency',
  'movedAt',
  'reference',
] as const;

export const MAX_LINE_LENGTH = 1000;
/** So that line numbers and counts fit their columns with room to spare. */
export const MAX_LINES = 10_000_000;
const MAX_PERIOD_MS = 366 * 24 * 60 * 60 * 1000;

/** What kind of operation moved the money, with its meaning for the documentation. */
export const movementKinds = {
  SALE: 'A charge without a hold before it.',
  CAPTURE: 'A held amount, or a part of it, was charged.',
  REVERSAL: 'A charge was taken back.',
  REFUND: 'Money was returned to the customer.',
} as const;

export type MovementKind = keyof typeof movementKinds;

export interface FileHeader {
  readonly provider: string;
  /** Included. */
  readonly from: Instant;
  /** Not included. */
  readonly to: Instant;
}

export interface FileRow {
  readonly attemptId: string;
  readonly kind: MovementKind;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly movedAt: Instant;
  /** The provider's own id of the operation; null: none. */
  readonly reference: string | null;
}

export class BadLine extends Error {
  readonly lineNo: number;
  /** Continues the sentence "line 7 …". */
  readonly problem: string;
  constructor(lineNo: number, problem: string) {
    super(`line ${lineNo} ${problem}`);
    this.name = 'BadLine';
    this.lineNo = lineNo;
    this.problem = problem;
  }
}

const PROVIDER = /^[A-Za-z0-9_-]{1,64}$/;
const REFERENCE = /^[^\p{C}]{1,64}$/u;
/** Control and format characters (a byte order mark is one), and halves of surrogate pairs. */
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

export function readHeader(line: string): FileHeader {
  const cells = readCells(line, 1);
  const [name, version, provider = '', from = '', to = ''] = cells;
  if (name !== FORMAT_NAME || version !== FORMAT_VERSION || cells.length !== 5) {
    const form = `${FORMAT_NAME},${FORMAT_VERSION},<provider>,<from>,<to>`;
    throw new BadLine(1, `must be the header ${form}`);
  }
  if (!PROVIDER.test(provider)) throw new BadLine(1, 'must name the provider');
  const period = { from: readTime(from, 1, 'from'), to: readTime(to, 1, 'to') };
  if (period.from >= period.to) throw new BadLine(1, 'has a period that ends before it starts');
  if (period.to - period.from > MAX_PERIOD_MS) {
    throw new BadLine(1, 'has a period of more than 366 days');
  }
  return { provider, ...period };
}

type FileLine =
  | { readonly is: 'columns' }
  | { readonly is: 'row'; readonly row: FileRow }
  | { readonly is: 'end'; readonly rowCount: number };

/** A line after the header. */
export function readLine(line: string, lineNo: number, header: FileHeader): FileLine {
  const cells = readCells(line, lineNo);
  if (lineNo === 2) {
    if (cells.join() !== columnNames.join()) {
      throw new BadLine(2, `must name the columns ${columnNames.join()}`);
    }
    return { is: 'columns' };
  }
  if (lineNo > MAX_LINES) throw new BadLine(lineNo, `is beyond the limit of ${MAX_LINES} lines`);
  if (cells[0] === 'end') return { is: 'end', rowCount: readEnd(cells, lineNo) };
  return { is: 'row', row: readRow(cells, lineNo, header) };
}

function readEnd(cells: readonly string[], lineNo: number): number {
  const [, count = ''] = cells;
  if (cells.length !== 2 || !/^(0|[1-9]\d{0,8})$/.test(count)) {
    throw new BadLine(lineNo, 'must be end,<number of rows>');
  }
  const rowCount = lineNo - 3;
  if (Number(count) !== rowCount) {
    throw new BadLine(lineNo, `says that there are ${count} rows, but there are ${rowCount}`);
  }
  return rowCount;
}

function readRow(cells: readonly string[], lineNo: number, header: FileHeader): FileRow {
  if (cells.length !== columnNames.length) {
    throw new BadLine(lineNo, `has ${cells.length} cells instead of ${columnNames.length}`);
  }
  const [attemptId = '', kind = '', amount = '', currency = '', time = '', reference = ''] = cells;
  if (!isUuid(attemptId)) throw new BadLine(lineNo, 'has an attemptId that is not a UUID');
  if (!isKind(kind)) {
    throw new BadLine(lineNo, `must have the kind ${Object.keys(movementKinds).join(', ')}`);
  }
  const amountMinor = readAmount(amount, currency, lineNo);
  const movedAt = readTime(time, lineNo, 'movedAt');
  if (movedAt < header.from || movedAt >= header.to) {
    throw new BadLine(lineNo, 'has a movedAt outside the period of the file');
  }
  if (reference !== '' && !REFERENCE.test(reference)) {
    throw new BadLine(lineNo, 'must have a reference of at most 64 printable characters');
  }
  return { attemptId, kind, amountMinor, currency, movedAt, reference: reference || null };
}

function isKind(text: string): text is MovementKind {
  return Object.hasOwn(movementKinds, text);
}

/** The amount has exactly the decimals of its currency, so that a wrong currency is noticed. */
function readAmount(text: string, currency: string, lineNo: number): bigint {
  const parsed = parseAmount(text, currency);
  if (!parsed.ok) throw new BadLine(lineNo, `has an amount that ${parsed.reason}`);
  const exact = formatAmount(parsed.money);
  if (exact !== text) throw new BadLine(lineNo, `must have the amount written as ${exact}`);
  return parsed.money.minor;
}

/** From 1970 on; databases do not know the year 0000. */
function readTime(text: string, lineNo: number, name: string): Instant {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) ? Date.parse(text) : NaN;
  if (Number.isNaN(at) || at < 0 || isoTime(at) !== text) {
    throw new BadLine(lineNo, `must have ${name} as a time like 2026-01-31T12:00:00.000Z`);
  }
  return at;
}

function readCells(line: string, lineNo: number): string[] {
  if (line.length > MAX_LINE_LENGTH) {
    throw new BadLine(lineNo, `is longer than ${MAX_LINE_LENGTH} characters`);
  }
  if (line.trim() === '') throw new BadLine(lineNo, 'is empty');
  if (UNREADABLE.test(line)) throw new BadLine(lineNo, 'has characters that are not text');
  const cells = cellsOf(line);
  if (!cells) throw new BadLine(lineNo, 'has a double quote that is missing or in a wrong place');
  return cells;
}

/** Before the first line. */
export const NO_LINES: Uint8Array = Buffer.alloc(32);

/**
 * The hash after one more line: SHA-256 of the hash before and the line without its line end. The
 * hash after the last line is the fingerprint of the file; it does not depend on how the lines are
 * sent.
 */
export function hashLine(before: Uint8Array, line: string): Buffer {
  return createHash('sha256').update(before).update(line, 'utf8').digest();
}
