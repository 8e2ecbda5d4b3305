// The BIN table: card ranges and what is known about them, parsed from CSV and searched by card
// number. A range inside another one takes precedence over it.

import { binColumns, createRowReader, type BinRow } from './bin-row.ts';
import { cellsOf } from '../core/csv/csv-line.ts';

/** Shown to operators: `message` is one sentence, `problems` has one entry per problem. */
export class BadBinTable extends Error {
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[] = []) {
    super(message);
    this.problems = problems;
  }
}

export interface BinTable {
  readonly size: number;
  /** Sorted by start; a wide range comes before those inside it. */
  readonly rows: readonly BinRow[];
  /** The narrowest range that contains the number. */
  find(digits: string): BinRow | undefined;
}

/** A row with its ends padded to 19 digits, so that ranges of any length can be compared. */
interface Entry {
  readonly row: BinRow;
  readonly line: number;
  readonly start: bigint;
  readonly end: bigint;
  /** The next wider range around this one. */
  around: Entry | undefined;
}

interface Problem {
  readonly line: number;
  readonly text: string;
}

const MAX_PROBLEMS = 10;
const header = binColumns.join(',');
/** The factor that pads a number of this many digits to 19. */
const paddingFactors = Array.from({ length: 20 }, (_, digits) => 10n ** BigInt(19 - digits));

export function parseBinTable(text: string): BinTable {
  const problems: Problem[] = [];
  const entries = readEntries(text, problems);
  if (problems.length === 0) linkRanges(entries, problems);
  if (problems.length > 0) throw tableError(problems);
  return tableOf(entries);
}

export const emptyBinTable: BinTable = tableOf([]);

function readEntries(text: string, problems: Problem[]): Entry[] {
  const entries: Entry[] = [];
  const readRow = createRowReader();
  let line = 0;
  let hasHeader = false;
  for (const raw of (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')) {
    line += 1;
    const content = raw.trim();
    if (content === '' || content.startsWith('#')) continue;
    if (hasHeader) {
      const row = readRow(content, (what) => problems.push({ line, text: what }));
      if (row !== undefined) entries.push(entryOf(row, line));
    } else if (cellsOf(content)?.join(',') !== header) {
      break;
    }
    hasHeader = true;
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (!hasHeader) problems.push({ line, text: `the header line ${header} is missing` });
  return entries;
}

function entryOf(row: BinRow, line: number): Entry {
  const by = paddingFactors[row.from.length] ?? 1n;
  const [start, end] = [BigInt(row.from) * by, (BigInt(row.to) + 1n) * by - 1n];
  return { row, line, start, end, around: undefined };
}

/** Sorts wide ranges before narrow ones and links each range to the one around it. */
function linkRanges(entries: Entry[], problems: Problem[]): void {
  entries.sort(
    (one, other) => compareBigints(one.start, other.start) || compareBigints(other.end, one.end),
  );
  let around: Entry | undefined;
  for (const entry of entries) {
    while (around !== undefined && around.end < entry.start) around = around.around;
    if (around !== undefined && isClash(around, entry)) {
      if (problems.length < MAX_PROBLEMS) problems.push(clashProblem(around, entry));
      continue;
    }
    entry.around = around;
    around = entry;
  }
}

function compareBigints(one: bigint, other: bigint): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** `first` starts no later than `second` and ends no earlier than `second` starts. */
function isClash(first: Entry, second: Entry): boolean {
  return second.end > first.end || (first.start === second.start && first.end === second.end);
}

function clashProblem(one: Entry, other: Entry): Problem {
  const [line, earlier] = [Math.max(one.line, other.line), Math.min(one.line, other.line)];
  const text =
    one.end === other.end
      ? `from and to repeat the range of line ${earlier}`
      : `from and to overlap the range of line ${earlier}; one must lie inside the other`;
  return { line, text };
}

function tableError(all: readonly Problem[]): BadBinTable {
  const problems = all
    .toSorted((one, other) => one.line - other.line)
    .slice(0, MAX_PROBLEMS)
    .map(({ line, text }) => `line ${line}: ${text}`);
  const [first = '', ...others] = problems;
  const more = others.length === 1 ? '1 more problem' : `${others.length} more problems`;
  return new BadBinTable(others.length === 0 ? first : `${first} (and ${more})`, problems);
}

function tableOf(entries: readonly Entry[]): BinTable {
  return {
    size: entries.length,
    rows: entries.map(({ row }) => row),
    find(digits) {
      if (!/^[0-9]{1,19}$/.test(digits)) return undefined;
      const key = BigInt(digits) * (paddingFactors[digits.length] ?? 1n);
      let entry = lastNotAfter(entries, key);
      // A range with more digits than the number cannot match it.
      while (entry !== undefined && (entry.end < key || entry.row.from.length > digits.length)) {
        entry = entry.around;
      }
      return entry?.row;
    },
  };
}

/** The last entry that starts at or before the key: the innermost around it, or its sibling. */
function lastNotAfter(entries: readonly Entry[], key: bigint): Entry | undefined {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && entry.start <= key) low = middle + 1;
    else high = middle;
  }
  return entries[low - 1];
}
