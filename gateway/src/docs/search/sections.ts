// The parts of a rendered page that have an anchor, each with its heading and text: for the
// contents of the page and for the search.

import type { Html } from '../../http/pages/html.ts';

interface PageSection {
  /** Empty: before the first anchor. */
  readonly id: string;
  /** Empty: the title of the page. */
  readonly heading: string;
  /** 2 for a heading of the page, 3 for one below it …; 0: a row or a whole page. */
  readonly level: number;
  readonly text: string;
}

/** A heading, a row of a table, or a page that has an anchor as a whole. */
const anchor = /<(section|article|h[2-4]|tr)\b[^>]* id="([^"]+)"[^>]*>/g;

const title = /^(.*?)<\/h\d>/s;
/** Where the heading is; a row is named by its first code. */
const headings: Readonly<Record<string, RegExp>> = {
  h2: title,
  h3: title,
  h4: title,
  tr: /<code>(.*?)<\/code>/s,
};

/** Examples of endpoints repeat the names of their fields. */
export function sectionsOf({ text: all }: Html, hasCode = true): PageSection[] {
  const text = hasCode ? all : all.replaceAll(/<pre[^]*?<\/pre>/g, '');
  const starts = [...text.matchAll(anchor)];
  const before = textOf(text.slice(0, starts[0]?.index));
  const first = { id: '', heading: '', level: 0, text: before };
  const rest = starts.map(({ 0: tag, 1: kind = '', 2: id = '', index: at }, index) => {
    const inner = text.slice(at + tag.length, starts[index + 1]?.index);
    const level = Number(/^h(\d)$/.exec(kind)?.[1] ?? 0);
    const heading = headings[kind]?.exec(inner)?.[1] ?? '';
    return { id, heading: textOf(heading), level, text: textOf(inner) };
  });
  return before === '' ? rest : [first, ...rest];
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function textOf(markup: string): string {
  return markup
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
