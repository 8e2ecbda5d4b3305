// Splits one line of CSV into cells: separated by commas, in double quotes when they contain a
// comma or a quote. Spaces around a cell are ignored.

const quotedOrPlain = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;

/** Undefined when a double quote is missing or in the middle of a cell. */
export function cellsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  const cells: string[] = [];
  quotedOrPlain.lastIndex = 0;
  while (true) {
    const match = quotedOrPlain.exec(line);
    if (match === null) return undefined;
    const [, quoted, plain = '', end] = match;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') return cells;
  }
}
