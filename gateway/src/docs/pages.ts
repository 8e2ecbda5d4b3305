// All pages of the documentation in reading order: the start page, the guides, one page per
// endpoint, and the tables. Their contents are rendered on request.

import type { Reader } from './content/curl.ts';
import { groupsOf, type ApiOperation, type Group } from './content/operations.ts';
import type { DocsFacts } from './docs-facts.ts';
import { guideContent } from './guides/guide-content.ts';
import type { DocFiles, DocFile } from './guides/doc-files.ts';
import { html, type Html } from '../http/pages/html.ts';
import { endpointArticle, endpointPath, groupSection } from './sections/endpoints.ts';
import { pageList } from './sections/pieces.ts';
import { rulesSection } from './sections/rules.ts';
import { startSection } from './sections/start.ts';
import { errorsSection, rejectsSection, statesSection } from './sections/tables.ts';

/** The sections of the start page that list the others, by anchor. */
export const chapters = { guides: 'Guides', endpoints: 'Endpoints', reference: 'Reference' };

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** Absent: the start page. */
  readonly chapter?: keyof typeof chapters;
  /** For lists of pages and the search. */
  readonly summary: string;
  /** The path of the page that lists it; absent: its chapter. */
  readonly below?: string;
  /** Its chapter or group, for the search. */
  readonly section: string;
  readonly content: () => Html;
}

interface DocsSite {
  /** Of the interface. */
  readonly version: string;
  readonly environment: string;
  /** Where the reader reached this gateway, such as http://127.0.0.1:8080. */
  readonly origin: string;
}

export function docsPages(
  operations: readonly ApiOperation[],
  { version, environment, origin }: DocsSite,
  facts: DocsFacts,
  docFiles: DocFiles,
): readonly DocsPage[] {
  const [demo] = facts.demoMerchants;
  const reader: Reader = {
    origin,
    merchantId: demo?.merchantId ?? 'YOUR_MID',
    apiSecret: demo?.apiSecret ?? 'YOUR_API_SECRET',
  };
  const written = (chapter: 'guides' | 'reference') => (page: DocFile) => ({
    path: `/docs/${page.name}`,
    title: docFiles.titleOf(page),
    chapter,
    summary: page.summary,
    section: chapters[chapter],
    content: () => guideContent(docFiles, page),
  });
  const pages: readonly DocsPage[] = [
    ...docFiles.guides.map(written('guides')),
    ...groupsOf(operations).flatMap((group) => groupPages(group, reader)),
    ...tablePages(facts, environment === 'production'),
    ...docFiles.references.map(written('reference')),
  ];
  const start = {
    path: '/docs',
    title: 'Start here',
    section: 'Start',
    summary: 'The first payment, and all pages.',
    content: () =>
      html`<p>
          Interface ${version}, ${environment} environment, at ${origin}. For tools:
          <a href="/openapi.json">openapi.json</a>
        </p>
        ${startSection(operations, facts, reader)}${chapterLists(pages)}`,
  };
  return [start, ...pages];
}

/** The list of a group, then a page for each of its endpoints. */
function groupPages({ name, title, operations }: Group, reader: Reader): readonly DocsPage[] {
  const list = `/docs/reference/endpoints/${name}`;
  const pages = operations.map((operation) => ({
    path: endpointPath(operation),
    title: operation.summary,
    chapter: 'endpoints' as const,
    summary: `${operation.method} ${operation.path}`,
    below: list,
    section: title,
    content: () => endpointArticle(operation, reader),
  }));
  const group = {
    path: list,
    title,
    chapter: 'endpoints' as const,
    summary: pages.length === 1 ? '1 endpoint' : `${pages.length} endpoints`,
    section: chapters.endpoints,
    content: () => groupSection(name, operations),
  };
  return [group, ...pages];
}

function tablePages(facts: DocsFacts, isProduction: boolean): readonly DocsPage[] {
  const page = (name: string, title: string, summary: string, content: () => Html): DocsPage => ({
    path: `/docs/reference/${name}`,
    title,
    chapter: 'reference',
    summary,
    section: chapters.reference,
    content,
  });
  return [
    page('rules', 'Rules for every call', 'Tokens, values, repeating safely, limits.', () =>
      rulesSection(facts),
    ),
    page('states', 'Payment states', 'Every status, and what changes it.', () =>
      statesSection(facts),
    ),
    page('errors', 'Errors', 'Every code with its status and meaning.', () =>
      errorsSection(isProduction),
    ),
    page('reject-codes', 'Reject codes', 'Why a payment ended without money.', () =>
      rejectsSection(facts),
    ),
  ];
}

function chapterLists(pages: readonly DocsPage[]): readonly Html[] {
  return Object.entries(chapters).map(([id, title]) => {
    const listed = pages.filter(({ chapter, below }) => chapter === id && below === undefined);
    if (listed.length === 0) return html``;
    return html`<section id="${id}">
      <h2>${title}</h2>
      ${pageList(listed)}
    </section>`;
  });
}
