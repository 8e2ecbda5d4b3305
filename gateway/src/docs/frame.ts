// The frame that the docs page and the guides share: head with the style sheet, header, contents
// beside or above the text.

import { Html, html } from '../http/pages/html.ts';
import { styleText } from './style.ts';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<path d='M2 14V6a6 6 0 0 1 12 0v8h-3V6a3 3 0 0 0-6 0v8z' fill='%230a5f4e'/></svg>";

/** Not formatted with the rest: the content security policy has the hash of exactly these bytes. */
const style = new Html(`<style>${styleText}</style>`);

export interface FrameParts {
  /** The title of the browser window. */
  readonly title: string;
  readonly header: Html;
  readonly contents: readonly ContentsEntry[];
  readonly content: Html;
}

/** A link of the table of contents, with the links below it. */
export type ContentsEntry = readonly [
  href: string,
  title: string,
  inner?: readonly ContentsEntry[],
];

export function docsFrame({ title, header, contents, content }: FrameParts): string {
  const list = contentsList(contents);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>${header}</header>
        <div class="columns">
          <nav class="wide" aria-label="Contents">${list}</nav>
          <main id="content" tabindex="-1">
            <details class="narrow">
              <summary>Contents</summary>
              <nav aria-label="Contents">${list}</nav>
            </details>
            ${content}
          </main>
        </div>
      </body>
    </html> `.text;
}

function contentsList(entries: readonly ContentsEntry[]): Html {
  const items = entries.map(
    ([href, title, inner = []]) =>
      html`<li>
        <a href="${href}">${title}</a>${inner.length === 0 ? undefined : contentsList(inner)}
      </li>`,
  );
  return html`<ul>
    ${items}
  </ul>`;
}
