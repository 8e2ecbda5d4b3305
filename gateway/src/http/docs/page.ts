// The docs page at /docs: the OpenAPI document and the tables of the house as one HTML page that
// needs no network and no script.

import type { Reader } from './content/curl.ts';
import { groupsOf, operationsOf, type Group } from './content/document.ts';
import { groupSection } from './sections/endpoints.ts';
import type { DocsFacts } from './facts.ts';
import { Html, html } from '../pages/html.ts';
import { rulesSection } from './sections/rules.ts';
import { startSection } from './sections/start.ts';
import { styleText } from './style.ts';
import { errorsSection, rejectsSection, statesSection } from './sections/tables.ts';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<path d='M2 14V6a6 6 0 0 1 12 0v8h-3V6a3 3 0 0 0-6 0v8z' fill='%230a5f4e'/></svg>";

/** Not laid out with the rest: the policy knows the hash of these very bytes. */
const style = new Html(`<style>${styleText}</style>`);

export interface DocsPlace {
  readonly environment: string;
  /** Where the reader reached this gateway, such as http://127.0.0.1:8080. */
  readonly origin: string;
}

/** A complete page for the given document. */
export function docsPage(
  document: Record<string, unknown>,
  { environment, origin }: DocsPlace,
  facts: DocsFacts,
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
  const contents = tableOfContents(groups, facts);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}, ${environment}</title>
        <link rel="icon" href="${icon}" />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${title}</h1>
          <p>
            Interface ${version}, ${environment} environment, at ${origin}. For tools:
            <a href="/openapi.json">openapi.json</a>
          </p>
        </header>
        <div class="columns">
          <nav class="wide" aria-label="Contents">${contents}</nav>
          <main id="content" tabindex="-1">
            <details class="narrow">
              <summary>Contents</summary>
              <nav aria-label="Contents">${contents}</nav>
            </details>
            ${startSection(operations, facts, reader)} ${rulesSection(facts)}
            ${groups.map((group) => groupSection(group, reader))} ${statesSection(facts)}
            ${errorsSection()} ${rejectsSection(facts.rejectCodes)}
          </main>
        </div>
      </body>
    </html> `.text;
}

type Entry = readonly [anchor: string, title: string, inner?: readonly Entry[]];

function tableOfContents(groups: readonly Group[], facts: DocsFacts): Html {
  const sandbox: Entry[] = facts.demoMerchants.length === 0 ? [] : [['sandbox', 'The sandbox']];
  return list([
    ['start', 'Start here', sandbox],
    [
      'rules',
      'Rules of every call',
      [
        ['tokens', 'Access tokens'],
        ['values', 'Values'],
        ['idempotency', 'Repeating safely'],
        ['limits', 'Limits'],
      ],
    ],
    ...groups.map(({ name, title, operations }): Entry => [
      `group-${name}`,
      title,
      operations.map(({ id, summary }): Entry => [id, short(summary)]),
    ]),
    ['states', 'Payment states', [['transitions', 'Changes of state']]],
    ['errors', 'Errors'],
    ['reject-codes', 'Reject codes'],
  ]);
}

/** A summary up to its first comma or semicolon, which is enough to find it by. */
function short(summary: string): string {
  return /^[^,;]*/.exec(summary)?.[0] ?? summary;
}

function list(entries: readonly Entry[]): Html {
  const items = entries.map(
    ([anchor, title, inner = []]) =>
      html`<li>
        <a href="#${anchor}">${title}</a>${inner.length === 0 ? undefined : list(inner)}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}
