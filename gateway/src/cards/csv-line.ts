// The cells of one line of CSV: separated by commas, in double quotes where they hold a comma or a
// quote. Blanks around a cell do not count.

const quotedOrPlain = /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;

/** Undefined when a double quote is missing or stands inside a cell. */
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
