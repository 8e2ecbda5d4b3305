// Parses the tables of the generated reference: cells as plain text without markup.

export interface Table {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function tablesIn(text: string): Table[] {
  return text
    .split('\n\n')
    .filter((part) => part.startsWith('| '))
    .map((part) => {
      const [heads = [], , ...rows] = part.trim().split('\n').map(cellsOf);
      return { heads, rows };
    });
}

function cellsOf(line: string): string[] {
  return line
    .slice(2, -2)
    .split(/(?<!\\) \| /)
    .map((cell) => plain(cell.trim()));
}

/** Removes code marks and unescapes characters. */
function plain(cell: string): string {
  return cell.replace(/\\(.)|`/g, (_all, sign: string | undefined) => sign ?? '');
}
