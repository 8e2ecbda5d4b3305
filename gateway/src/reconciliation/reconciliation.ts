// A reconciliation: the import of one settlement file, its lines, the totals of the comparison, and
// the items that the operator must look into.

import { orNull, table, typed, type RowOf } from '../journal/table.ts';
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

export const imports = table('reconciliation_imports', {
  columns: {
    importId: 'uuid',
    provider: 'text',
    fingerprint: 'bytea',
    periodFrom: 'timestamptz',
    periodTo: 'timestamptz',
    state: typed<ImportState>('text'),
    phase: typed<ComparePhase | null>('text'),
    /** The number of received lines, including the header. */
    lineCount: 'integer',
    rowCount: 'integer',
    /** The hash of the received lines; that of a complete file is its fingerprint. */
    lineHash: 'bytea',
    /** Whether the end line was received. */
    isComplete: 'boolean',
    lineCursor: 'integer',
    merchantCursor: orNull('text'),
    transferCursor: orNull('uuid'),
    /** How many lines and movements the comparison has processed. */
    compared: 'integer',
    version: 'integer',
    startedAt: 'timestamptz',
    updatedAt: 'timestamptz',
    finishedAt: orNull('timestamptz'),
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

export type Import = RowOf<typeof imports>;

export const lines = table('reconciliation_lines', {
  columns: {
    importId: 'uuid',
    lineNo: 'integer',
    attemptId: 'uuid',
    kind: typed<MovementKind>('text'),
    amountMinor: 'bigint',
    currency: 'text',
    movedAt: 'timestamptz',
    reference: orNull('text'),
    /** Null until the line is compared. */
    result: typed<LineResult | null>('text'),
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

/** A row of a file. */
export type Line = RowOf<typeof lines>;

export const totals = table('reconciliation_totals', {
  columns: {
    importId: 'uuid',
    result: typed<CompareResult>('text'),
    currency: 'text',
    itemCount: 'integer',
    fileMinor: 'bigint',
    ownMinor: 'bigint',
  },
  key: ['importId', 'result', 'currency'],
});

export type Total = RowOf<typeof totals>;

export const items = table('reconciliation_items', {
  columns: {
    itemId: 'uuid',
    importId: 'uuid',
    provider: 'text',
    kind: typed<ItemKind>('text'),
    attemptId: 'uuid',
    /** Null for MISSING. */
    lineNo: orNull('integer'),
    fileKind: typed<MovementKind | null>('text'),
    fileMinor: orNull('bigint'),
    fileCurrency: orNull('text'),
    fileMovedAt: orNull('timestamptz'),
    fileReference: orNull('text'),
    merchantId: orNull('text'),
    paymentId: orNull('uuid'),
    transId: orNull('uuid'),
    ownKind: typed<MovementKind | null>('text'),
    ownMinor: orNull('bigint'),
    ownCurrency: orNull('text'),
    ownMovedAt: orNull('timestamptz'),
    /** For DUPLICATE: the first line. */
    earlierImportId: orNull('uuid'),
    earlierLineNo: orNull('integer'),
    /** For MISSING: the later file that contains it after all. */
    foundImportId: orNull('uuid'),
    createdAt: 'timestamptz',
    resolvedAt: orNull('timestamptz'),
    resolvedBy: orNull('text'),
    note: orNull('text'),
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

export type Item = RowOf<typeof items>;
