// Parses the Markdown of our own guides into blocks: headings, paragraphs, fenced code, tables and
// nested lists. It reads the subset that the guides use and nothing else.

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: string[][] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: Block[][] };

const fence = /^```(\S*)/;
const heading = /^(#{1,4}) (.+)$/;
const listItem = /^( {0,3})(-|\d{1,3}\.) +/;
const comment = /^<!--.*-->$/;

export function parseBlocks(text: string): Block[] {
  return parseLines(text.split('\n'));
}

function parseLines(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '' || comment.test(line)) {
      at += 1;
      continue;
    }
    const [block, next] = parseBlock(lines, at);
    blocks.push(block);
    at = next;
  }
  return blocks;
}

type Parsed = [block: Block, next: number];

function parseBlock(lines: readonly string[], at: number): Parsed {
  const line = lines[at] ?? '';
  if (fence.test(line)) return parseCode(lines, at);
  const [, marks, title] = heading.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    return [{ kind: 'heading', level: marks.length, text: title }, at + 1];
  }
  if (line.startsWith('|')) return parseTable(lines, at);
  if (listItem.test(line)) return parseList(lines, at);
  return parseParagraph(lines, at);
}

/** Code that is not closed ends with the text. */
function parseCode(lines: readonly string[], at: number): Parsed {
  const language = fence.exec(lines[at] ?? '')?.[1] ?? '';
  const closing = lines.indexOf('```', at + 1);
  const end = closing === -1 ? lines.length : closing;
  return [{ kind: 'code', language, text: lines.slice(at + 1, end).join('\n') }, end + 1];
}

function parseTable(lines: readonly string[], at: number): Parsed {
  const end = firstAfter(lines, at, (line) => !line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(at, end).map(cellsOf);
  return [{ kind: 'table', head, rows }, end];
}

/** A bar in a cell is written `\|`. */
function cellsOf(line: string): string[] {
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return cells.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** An item goes on with lines that are indented as far as its text, and with blank lines. */
function parseList(lines: readonly string[], at: number): Parsed {
  const isOrdered = listItem.exec(lines[at] ?? '')?.[2] !== '-';
  const items: Block[][] = [];
  let next = at;
  for (;;) {
    const found = listItem.exec(lines[next] ?? '');
    if (!found || (found[2] !== '-') !== isOrdered) break;
    const indent = ' '.repeat(found[0].length);
    const end = firstAfter(lines, next, (line) => line !== '' && !line.startsWith(indent));
    const own = [(lines[next] ?? '').slice(indent.length)];
    const more = lines.slice(next + 1, end).map((line) => line.slice(indent.length));
    items.push(parseLines([...own, ...more]));
    next = end;
  }
  return [{ kind: 'list', isOrdered, items }, next];
}

function parseParagraph(lines: readonly string[], at: number): Parsed {
  const isOther = (line: string): boolean =>
    line.trim() === '' || fence.test(line) || line.startsWith('|') || listItem.test(line);
  const end = firstAfter(lines, at, isOther);
  const text = lines.slice(at, end).map((line) => line.trim());
  return [{ kind: 'paragraph', text: text.join(' ') }, end];
}

function firstAfter(
  lines: readonly string[],
  at: number,
  isEnd: (line: string) => boolean,
): number {
  const found = lines.findIndex((line, position) => position > at && isEnd(line));
  return found === -1 ? lines.length : found;
}
