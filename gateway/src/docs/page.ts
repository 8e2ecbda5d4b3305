// The docs page at /docs: the OpenAPI document and the tables of states and errors as one HTML page
// that needs no network and no JavaScript.

import type { Reader } from './content/curl.ts';
import { groupsOf, operationsOf, type Group } from './content/document.ts';
import { groupSection } from './sections/endpoints.ts';
import type { DocsFacts } from './facts.ts';
import { docsFrame, type ContentsEntry } from './frame.ts';
import type { Shelf } from './guides/shelf.ts';
import { html, type Html } from '../http/pages/html.ts';
import { rulesSection } from './sections/rules.ts';
import { startSection } from './sections/start.ts';
import { errorsSection, rejectsSection, statesSection } from './sections/tables.ts';

export interface DocsPlace {
  readonly environment: string;
  /** Where the reader reached this gateway, such as http://127.0.0.1:8080. */
  readonly origin: string;
}

/** The complete page for an OpenAPI document. */
export function docsPage(
  document: Record<string, unknown>,
  { environment, origin }: DocsPlace,
  facts: DocsFacts,
  shelf: Shelf,
): string {
  const operations = operationsOf(document);
  const groups = groupsOf(operations);
  const [demo] = facts.demoMerchants;
  const reader: Reader = {
    origin,
    merchantId: demo?.merchantId ?? 'YOUR_MID',
    apiSecret: demo?.apiSecret ?? 'YOUR_API_SECRET',
  };
  const { title, version } = document['info'] as { title: string; version: string };
  return docsFrame({
    title: `${title}, ${environment}`,
    header: html`<h1>${title}</h1>
      <p>
        Interface ${version}, ${environment} environment, at ${origin}. For tools:
        <a href="/openapi.json">openapi.json</a>
      </p>`,
    contents: tableOfContents(groups, facts, shelf),
    content: html`${startSection(operations, facts, reader)} ${guidesSection(shelf)}
    ${rulesSection(facts)} ${groups.map((group) => groupSection(group, reader))}
    ${statesSection(facts)} ${errorsSection(environment === 'production')}
    ${rejectsSection(facts.rejectCodes)}`,
  });
}

function guidesSection(shelf: Shelf): Html | undefined {
  const pages = [...shelf.guides, ...shelf.references];
  if (pages.length === 0) return undefined;
  const items = pages.map((page) => {
    const { name, summary } = page;
    return html`<li><a href="/docs/${name}">${shelf.titleOf(page)}</a>. ${summary}</li>`;
  });
  return html`<section id="guides">
    <h2>Guides</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

function tableOfContents(
  groups: readonly Group[],
  facts: DocsFacts,
  shelf: Shelf,
): readonly ContentsEntry[] {
  const sandbox: ContentsEntry[] =
    facts.demoMerchants.length === 0 ? [] : [['#sandbox', 'The sandbox']];
  const pages = [...shelf.guides, ...shelf.references].map((page): ContentsEntry => [
    `/docs/${page.name}`,
    shelf.titleOf(page),
  ]);
  return [
    ['#start', 'Start here', sandbox],
    ...(pages.length === 0 ? [] : [['#guides', 'Guides', pages] as const]),
    [
      '#rules',
      'Rules for every call',
      [
        ['#tokens', 'Access tokens'],
        ['#values', 'Values'],
        ['#idempotency', 'Repeating safely'],
        ['#limits', 'Limits'],
      ],
    ],
    ...groups.map(({ name, title, operations }): ContentsEntry => [
      `#group-${name}`,
      title,
      operations.map(({ id, summary }): ContentsEntry => [`#${id}`, summary]),
    ]),
    ['#states', 'Payment states', [['#transitions', 'Changes of state']]],
    ['#errors', 'Errors'],
    ['#reject-codes', 'Reject codes'],
  ];
}
