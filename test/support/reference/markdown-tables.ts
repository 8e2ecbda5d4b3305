// Reads the tables of the generated reference back: cells as plain text, free of markup.

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

/** Marks of code go, an escaped sign stays as itself. */
function plain(cell: string): string {
  return cell.replace(/\\(.)|`/g, (_all, sign: string | undefined) => sign ?? '');
}
