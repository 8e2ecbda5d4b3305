// A reconciliation: the import of one settlement file, its lines, the totals of the comparison, and
// the items that the operator must look into.

import type { Instant } from '../core/clock.ts';
import { table } from '../journal/table.ts';
import type { MovementKind } from './settlement-file.ts';

export const importStates = {
  LOADING: 'Lines are being received.',
  COMPARING: 'The file is complete and is being compared.',
  DONE: 'The file is compared; its totals are final.',
  REJECTED: 'The lines do not have the fingerprint that was given. Nothing was compared.',
} as const;
type ImportState = keyof typeof importStates;

/**
 * LINES: lines that were reported before are found. MOVEMENTS: our movements are compared with the
 * lines. REST: the lines that are left have no movement.
 */
export type ComparePhase = 'LINES' | 'MOVEMENTS' | 'REST';

export const itemKinds = {
  MISSING: 'We have moved this money in the period, but the file does not contain it.',
  EXTRA: 'The file contains it, but this provider has not moved it for us.',
  DIFFERENT: 'Amount, currency or kind differ.',
  DUPLICATE: 'The file contains it twice, or an earlier file of the provider has matched it.',
} as const;
export type ItemKind = keyof typeof itemKinds;

export const results = { MATCHED: 'The file and our ledger agree.', ...itemKinds } as const;
export type CompareResult = keyof typeof results;
export type LineResult = Exclude<CompareResult, 'MISSING'>;

export interface Import {
  readonly importId: string;
  readonly provider: string;
  readonly fingerprint: Uint8Array;
  readonly periodFrom: Instant;
  readonly periodTo: Instant;
  readonly state: ImportState;
  readonly phase: ComparePhase | null;
  /** The number of received lines, including the header. */
  readonly lineCount: number;
  readonly rowCount: number;
  /** The hash of the received lines; that of a complete file is its fingerprint. */
  readonly lineHash: Uint8Array;
  /** Whether the end line was received. */
  readonly isComplete: boolean;
  readonly lineCursor: number;
  readonly merchantCursor: string | null;
  readonly transferCursor: string | null;
  /** How many lines and movements the comparison has processed. */
  readonly compared: number;
  readonly version: number;
  readonly startedAt: Instant;
  readonly updatedAt: Instant;
  readonly finishedAt: Instant | null;
}

export const imports = table<Import>('reconciliation_imports', {
  columns: {
    importId: 'uuid',
    provider: 'text',
    fingerprint: 'bytea',
    periodFrom: 'timestamptz',
    periodTo: 'timestamptz',
    state: 'text',
    phase: 'text',
    lineCount: 'integer',
    rowCount: 'integer',
    lineHash: 'bytea',
    isComplete: 'boolean',
    lineCursor: 'integer',
    merchantCursor: 'text',
    transferCursor: 'uuid',
    compared: 'integer',
    version: 'integer',
    startedAt: 'timestamptz',
    updatedAt: 'timestamptz',
    finishedAt: 'timestamptz',
  },
  key: ['importId'],
  unique: [
    {
      name: 'reconciliation_imports_once',
      columns: ['provider', 'fingerprint'],
      when: ({ state }) => state !== 'REJECTED',
    },
    {
      name: 'reconciliation_imports_one_comparing',
      columns: ['provider'],
      when: ({ state }) => state === 'COMPARING',
    },
  ],
});

/** A row of a file. */
export interface Line {
  readonly importId: string;
  readonly lineNo: number;
  readonly attemptId: string;
  readonly kind: MovementKind;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly movedAt: Instant;
  readonly reference: string | null;
  /** Null until the line is compared. */
  readonly result: LineResult | null;
}

export const lines = table<Line>('reconciliation_lines', {
  columns: {
    importId: 'uuid',
    lineNo: 'integer',
    attemptId: 'uuid',
    kind: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    movedAt: 'timestamptz',
    reference: 'text',
    result: 'text',
  },
  key: ['importId', 'lineNo'],
  unique: [
    {
      name: 'reconciliation_lines_matched_once',
      columns: ['attemptId'],
      when: ({ result }) => result === 'MATCHED',
    },
  ],
});

export interface Total {
  readonly importId: string;
  readonly result: CompareResult;
  readonly currency: string;
  readonly itemCount: number;
  readonly fileMinor: bigint;
  readonly ownMinor: bigint;
}

export const totals = table<Total>('reconciliation_totals', {
  columns: {
    importId: 'uuid',
    result: 'text',
    currency: 'text',
    itemCount: 'integer',
    fileMinor: 'bigint',
    ownMinor: 'bigint',
  },
  key: ['importId', 'result', 'currency'],
});

export interface Item {
  readonly itemId: string;
  readonly importId: string;
  readonly provider: string;
  readonly kind: ItemKind;
  readonly attemptId: string;
  /** Null for MISSING. */
  readonly lineNo: number | null;
  readonly fileKind: MovementKind | null;
  readonly fileMinor: bigint | null;
  readonly fileCurrency: string | null;
  readonly fileMovedAt: Instant | null;
  readonly fileReference: string | null;
  readonly merchantId: string | null;
  readonly paymentId: string | null;
  readonly transId: string | null;
  readonly ownKind: MovementKind | null;
  readonly ownMinor: bigint | null;
  readonly ownCurrency: string | null;
  readonly ownMovedAt: Instant | null;
  /** For DUPLICATE: the first line. */
  readonly earlierImportId: string | null;
  readonly earlierLineNo: number | null;
  /** For MISSING: the later file that contains it after all. */
  readonly foundImportId: string | null;
  readonly createdAt: Instant;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: string | null;
  readonly note: string | null;
}

export const items = table<Item>('reconciliation_items', {
  columns: {
    itemId: 'uuid',
    importId: 'uuid',
    provider: 'text',
    kind: 'text',
    attemptId: 'uuid',
    lineNo: 'integer',
    fileKind: 'text',
    fileMinor: 'bigint',
    fileCurrency: 'text',
    fileMovedAt: 'timestamptz',
    fileReference: 'text',
    merchantId: 'text',
    paymentId: 'uuid',
    transId: 'uuid',
    ownKind: 'text',
    ownMinor: 'bigint',
    ownCurrency: 'text',
    ownMovedAt: 'timestamptz',
    earlierImportId: 'uuid',
    earlierLineNo: 'integer',
    foundImportId: 'uuid',
    createdAt: 'timestamptz',
    resolvedAt: 'timestamptz',
    resolvedBy: 'text',
    note: 'text',
  },
  key: ['itemId'],
  unique: [
    { name: 'reconciliation_items_one_per_line', columns: ['importId', 'lineNo'] },
    {
      name: 'reconciliation_items_one_missing',
      columns: ['importId', 'attemptId'],
      when: ({ kind }) => kind === 'MISSING',
    },
  ],
});
