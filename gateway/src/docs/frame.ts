// The frame of every page of the documentation: head with the style sheet, header with the search,
// contents beside or above the text, links to the pages before and after it.

import { Html, html } from '../http/pages/html.ts';
import { chapters, type DocsPage } from './pages.ts';
import { sectionsOf } from './search/sections.ts';
import { scriptText, styleText } from './style.ts';

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<path d='M2 14V6a6 6 0 0 1 12 0v8h-3V6a3 3 0 0 0-6 0v8z' fill='%230a5f4e'/></svg>";

/** Not formatted with the rest: the content security policy has the hashes of these bytes. */
const style = new Html(`<style>${styleText}</style>`);
const script = new Html(`<script type="module">${scriptText}</script>`);

/** Shown by the script. */
const search = html`<div role="search" hidden>
  <label for="search-field">Search the documentation <kbd>/</kbd></label>
  <input
    id="search-field"
    type="search"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    aria-keyshortcuts="/"
  />
  <p id="search-status" role="status"></p>
  <ul id="search-results"></ul>
</div>`;

interface Site {
  readonly title: string;
  readonly environment: string;
  /** In reading order. */
  readonly pages: readonly DocsPage[];
}

export function docsFrame(page: DocsPage, site: Site): string {
  const content = page.content();
  const text = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}, ${site.title}, ${site.environment}</title>
        <link rel="icon" href="${icon}" />
        ${style}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${page.title}</h1>
          <p>
            <a href="/docs">${site.title}</a>, ${site.environment} environment
            ${listsOf(page, site.pages)}
          </p>
          ${search}
        </header>
        <div class="columns">
          <details class="contents">
            <summary>Contents</summary>
            <nav aria-label="Contents">${contents(page, site.pages, content)}</nav>
          </details>
          <main id="content" tabindex="-1">${content} ${neighbours(page, site.pages)}</main>
        </div>
        ${script}
      </body>
    </html> `.text;
  return withoutIndents(text);
}

/** The white space between tags has no meaning outside code, and would be a third of a page. */
function withoutIndents(text: string): string {
  const keptOrSpace = /(<(pre|style|script)\b[^]*?<\/\2>)|[ \n]+/g;
  return text.replaceAll(keptOrSpace, (_all, kept: string | undefined) => kept ?? ' ');
}

/** The lists in which the page is: its chapter, and the group of an endpoint. */
function listsOf({ chapter, below }: DocsPage, pages: readonly DocsPage[]): Html | undefined {
  if (chapter === undefined) return undefined;
  const group = pages.find(({ path }) => path === below);
  return html`/
    <a href="/docs#${chapter}">${chapters[chapter]}</a>
    ${group && html`/ <a href="${group.path}">${group.title}</a>`}`;
}

/** The same chapters on every page; below the open page its headings, or the pages of its group. */
function contents(page: DocsPage, pages: readonly DocsPage[], content: Html): Html {
  const entry = (one: DocsPage): Html =>
    html`<li>${link(one, page)}${one.path === (page.below ?? page.path) ? inner : undefined}</li>`;
  const group = pages.filter(({ below }) => below === (page.below ?? page.path));
  const inner = list(
    group.length > 0
      ? group.map((one) => html`<li>${link(one, page)}</li>`)
      : sectionsOf(content)
          .filter(({ level }) => level === 2)
          .map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>`),
  );
  return html`<ul>
    ${pages.filter(({ chapter }) => chapter === undefined).map(entry)}
    ${Object.entries(chapters).map(([id, title]) => {
      const listed = pages.filter(({ chapter, below }) => chapter === id && below === undefined);
      if (listed.length === 0) return undefined;
      return html`<li><a href="/docs#${id}">${title}</a>${list(listed.map(entry))}</li>`;
    })}
  </ul>`;
}

function list(items: readonly Html[]): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul>
        ${items}
      </ul>`;
}

function link(to: DocsPage, from: DocsPage): Html {
  return to === from
    ? html`<a href="${to.path}" aria-current="page">${to.title}</a>`
    : html`<a href="${to.path}">${to.title}</a>`;
}

function neighbours(page: DocsPage, pages: readonly DocsPage[]): Html {
  const index = pages.indexOf(page);
  const before = pages[index - 1];
  const after = pages[index + 1];
  return html`<nav class="neighbours" aria-label="Previous and next page">
    ${before && html`<a rel="prev" href="${before.path}"><span>Previous</span> ${before.title}</a>`}
    ${after && html`<a rel="next" href="${after.path}"><span>Next</span> ${after.title}</a>`}
  </nav>`;
}
