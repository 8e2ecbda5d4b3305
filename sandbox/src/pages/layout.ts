// The layout of every page of a simulated party: its name, the mark that it is a sandbox, and the
// page's content.

import { Html, html } from '@bramka/gateway/http/pages/html.ts';
import type { PageLanguage } from './language.ts';
import type { PolicyNeeds } from './policy.ts';
import { styleText } from './style.ts';

export interface Page {
  readonly status?: number;
  readonly title: string;
  readonly main: Html;
  readonly head?: Html;
  readonly policy: PolicyNeeds;
  /** Whose page it is; absent: the issuer of the test cards. */
  readonly bank?: string;
  /** The last line; absent: that the page is simulated. */
  readonly disclaimer?: string;
  /** Its forms name their origin, because the guard of the sandbox requires it. */
  readonly sendsOrigin?: boolean;
  /** Styled as the bank's app on a phone. */
  readonly isPhone?: boolean;
  /** Styled as the sheet of this wallet. */
  readonly wallet?: 'apple' | 'google';
}

/** Not reformatted: the policy contains the hash of these exact bytes. */
const style = new Html(`<style>${styleText}</style>`);
const drawing = 'M12 2 2 8v2h20V8zM4 12h3v6H4zm6.5 0h3v6h-3zm6.5 0h3v6h-3zM2 20h20v2H2z';
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>" +
  `<path d='${drawing}' fill='%231d4f91'/></svg>`;

/** The name of the issuer is the same in every language. */
const BANK = 'Bramka Test Bank';

export function pageText({ language, say }: PageLanguage, page: Page): string {
  const bank = page.bank ?? BANK;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} – ${bank} (${say.sandbox})</title>
        <link rel="icon" href="${icon}" />
        ${style}${page.head}
      </head>
      <body class="${page.wallet ? `wallet ${page.wallet}` : page.isPhone ? 'phone' : 'page'}">
        <div class="sheet">
          <header>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path fill="currentColor" d="${drawing}" />
            </svg>
            <span class="bank">
              ${bank} ${page.isPhone ? html`<small>${say.app}</small>` : undefined}
            </span>
            <span class="tag">${say.noMoney}</span>
          </header>
          <main>${page.main}</main>
          <footer>${page.disclaimer ?? say.disclaimer}</footer>
        </div>
      </body>
    </html> `.text;
}

const marks = {
  good: 'M7 12.5 10.5 16 17 8.5',
  bad: 'M8 8l8 8M16 8l-8 8',
  wait: 'M12 7v5.5l3.5 2',
};

export type Mark = keyof typeof marks;

/** A decorative icon with the same meaning as the heading below it. */
export function mark(kind: Mark): Html {
  return html`<svg class="mark ${kind}" viewBox="0 0 24 24" aria-hidden="true">
    <g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">
      <circle cx="12" cy="12" r="10" />
      <path d="${marks[kind]}" />
    </g>
  </svg>`;
}

/** A name and its value; the value may be text of a shop. */
export type Fact = readonly [name: string, value: string | Html];

export function factList(facts: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd dir="auto">${value}</dd>
        </div>`,
    )}
  </dl>`;
}
