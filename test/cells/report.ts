// The result of a run: one line for each cell, and what was wrong.

export interface CellRow {
  readonly schema: string;
  /** The node of Citus that has it in the end; absent on PostgreSQL. */
  readonly node?: string;
  readonly statements: number;
  readonly payments: number;
  readonly captures: number;
  readonly refunds: number;
  /** Answers that clients repeated. */
  readonly repeats: number;
  /** The longest time without an acknowledged payment. */
  readonly longestGapMs: number;
}

export interface CellsReport {
  readonly rows: readonly CellRow[];
  /** Empty if the run passed. */
  readonly faults: readonly string[];
}

const columns: [title: string, value: (row: CellRow) => string][] = [
  ['schema', ({ schema }) => schema],
  ['node', ({ node }) => node ?? '-'],
  ['statements', ({ statements }) => String(statements)],
  ['payments', ({ payments }) => String(payments)],
  ['captures', ({ captures }) => String(captures)],
  ['refunds', ({ refunds }) => String(refunds)],
  ['repeated', ({ repeats }) => String(repeats)],
  ['longest gap', ({ longestGapMs }) => `${longestGapMs.toFixed(0)} ms`],
];

export function tableText(rows: readonly CellRow[]): string {
  const lines = [columns.map(([title]) => title)];
  for (const row of rows) lines.push(columns.map(([, value]) => value(row)));
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
