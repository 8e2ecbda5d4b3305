// How the commands show things to people: aligned columns, and named facts one below the other.

const GAP = '  ';

/** Columns as wide as their widest cell; the last one is left ragged. */
export function table(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    }
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return `${indent}${cells.join(GAP).trimEnd()}\n`;
    })
    .join('');
}

/** A value in a cell: lists with commas, pairs as they are typed, absent things as a dash. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  if (typeof value === 'object') {
    return cell(Object.entries(value).map(([name, inner]) => `${name}:${cell(inner)}`));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
