// The frame of the start page and of the page that customers return to.

import { html, type Html, type Part } from '@bramka/gateway/http/pages/html.ts';

export interface FramedPage {
  readonly status?: number;
  readonly title: string;
  readonly main: Html;
  /** The address of the parts that the script replaces while the page is open. */
  readonly live?: string;
  /** Seconds after which a page without script loads again. */
  readonly refreshSeconds?: number;
}

interface FrameBase {
  /** The path before the sandbox, usually empty. */
  readonly path: string;
  readonly hasDocs: boolean;
}

const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'>" +
  "<path d='M2 14V6a6 6 0 0 1 12 0v8h-3V6a3 3 0 0 0-6 0v8z' fill='%231d4f91'/></svg>";

export function framedText(page: FramedPage, { path, hasDocs }: FrameBase): string {
  const docs = html`<a href="${path}/docs">API documentation</a>
    <a href="${path}/docs#guides">Guides</a>
    <a href="${path}/openapi.json">OpenAPI</a>`;
  const reload = html`<noscript>
    <meta http-equiv="refresh" content="${page.refreshSeconds}" />
  </noscript>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${page.refreshSeconds === undefined ? undefined : reload}
        <title>${page.title} – Bramka sandbox</title>
        <link rel="icon" href="${icon}" />
        <link rel="stylesheet" href="${path}/sandbox/start/start.css" />
        <script src="${path}/sandbox/start/start.js" type="module"></script>
      </head>
      <body data-live="${page.live ?? ''}">
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <div>
            <a class="home" href="${path}/">Bramka</a>
            <span class="tag">Sandbox: no real money</span>
            ${hasDocs ? html`<nav aria-label="Documentation">${docs}</nav>` : undefined}
          </div>
        </header>
        <main id="content" tabindex="-1">${page.main}</main>
        <footer class="end">
          <p>This page is part of the sandbox. In production there is nothing at this address.</p>
        </footer>
      </body>
    </html> `.text;
}

/** `content`: what follows the heading; wide: over both columns. */
export function panel(id: string, title: string, content: Part, isWide = false): Html {
  return html`<section class="panel${isWide ? ' wide' : ''}" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/** A part that the script replaces while the page is open. */
export function livePart(name: string, content: Html): Html {
  return html`<div id="live-${name}" data-part>${content}</div>`;
}

/** A command with a button that copies it. */
export function command(text: string): Html {
  return html`<div class="command">
    <pre><code>${text}</code></pre>
    ${copyButton(text, 'the command')}
  </div>`;
}

/** Shown by the script, where the browser can copy. */
export function copyButton(text: string, what: string): Html {
  return html`<button class="copy plain" type="button" data-copy="${text}" hidden>
    Copy<span class="hidden"> ${what}</span>
  </button>`;
}
