// How the commands print for people: aligned columns, wrapped to the width of a terminal where the
// text is long.

const GAP = '  ';

/** Columns as wide as their widest cell; the last column is not padded. */
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

const WIDTH = 80;

/** Two columns; the text of the second one is wrapped to 80 columns. */
export function wrappedTable(
  rows: readonly (readonly [name: string, text: string])[],
  indent = '',
): string {
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const textWidth = WIDTH - indent.length - nameWidth - GAP.length;
  const lines = rows.flatMap(([name, text]) =>
    wrap(text, textWidth).map((line, index) => [index === 0 ? name : '', line]),
  );
  return table(lines, indent);
}

/** Wraps long lines to 80 columns; the lines that continue a line are indented. */
export function wrappedLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length <= WIDTH ? line : wrap(line, WIDTH - GAP.length).join(`\n${GAP}`)))
    .join('\n');
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** A value in a cell: lists with commas, objects as name:value, absent values as a dash. */
export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof String) return value.toString();
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  if (typeof value === 'object') {
    return cell(Object.entries(value).map(([name, inner]) => `${name}:${cell(inner)}`));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
