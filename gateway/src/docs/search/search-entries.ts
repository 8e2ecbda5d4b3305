// What the search of the documentation looks through: every page with its anchors, their headings
// and the words of their text. The browser loads it when the reader begins to search.

import { setImmediate } from 'node:timers/promises';
import type { DocsPage } from '../pages.ts';
import { sectionsOf } from './sections.ts';

type Section = readonly [id: string, heading: string, words: string];
export type SearchEntry = readonly [
  path: string,
  title: string,
  section: string,
  summary: string,
  sections: readonly Section[],
];

/** Requests are answered between the pages, because together they take a second. */
export async function searchEntries(pages: readonly DocsPage[]): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  for (const page of pages) {
    entries.push(entryOf(page));
    await setImmediate();
  }
  return entries;
}

function entryOf({ path, title, section, summary, below, content }: DocsPage): SearchEntry {
  const sections = sectionsOf(content(), below === undefined).map(
    ({ id, heading, text }): Section => [id, heading, wordsOf(text)],
  );
  return [path, title, section, summary, sections];
}

/** Each word once. The browser splits what the reader types in the same way. */
function wordsOf(text: string): string {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu))].join(' ');
}
