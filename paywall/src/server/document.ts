// The HTML of the page: complete before any script runs. The state is embedded as data; it never
// contains the CLIENT token or anything that the customer typed.

import { h } from 'preact';
import { render } from 'preact-render-to-string';
import type { BuiltPage } from '../build.ts';
import type { ViewProps } from '../page/method.ts';
import type { PageState } from '../page/state.ts';
import { allTexts } from '../page/texts/all-texts.ts';
import { translator } from '../page/texts/texts.ts';
import { viewOf } from '../page/view-of.ts';
import { Page } from '../page/views/page.ts';
import { RETURN_SECONDS, returnsAlone } from '../page/views/result.ts';
import { titleOf } from '../page/views/receipt/title.ts';

/** Without a script: seconds between two looks at a payment in progress. */
const REFRESH_SECONDS = 3;

const refreshedViews = new Set(['fingerprint', 'confirm', 'scan', 'waiting']);

export function pageHtml(
  state: PageState,
  page: BuiltPage,
  base: string,
  styles: readonly string[],
  isFramed = false,
): string {
  const props: ViewProps = { state, t: translator(allTexts[state.language]) };
  const body = render(h(Page, props));
  return `<!doctype html>
<html lang="${state.language}"${isFramed ? ' data-framed=""' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escape(titleOf(props))}</title>
<link rel="icon" href="data:,">
${styles.map((text) => `<style>${text}</style>`).join('\n')}
${scripts(state, page, base)}
${withoutScript(state)}</head>
<body>
<div id="page">${body}</div>
<script type="application/json" id="state">${jsonInHtml(state)}</script>
</body>
</html>
`;
}

function scripts({ language }: PageState, page: BuiltPage, base: string): string {
  // The page is complete without its scripts, so they are loaded after the visible content.
  const fetched = (name: string): string =>
    `integrity="${page.files.get(name)?.integrity ?? ''}" fetchpriority="low"`;
  const url = (name: string): string => `${base}/assets/${page.build}/${name}`;
  const preloads = [...page.imports, page.texts[language] ?? ''].map(
    (name) => `<link rel="modulepreload" href="${url(name)}" ${fetched(name)}>`,
  );
  const start = `src="${url(page.script)}" ${fetched(page.script)}`;
  return [...preloads, `<script type="module" ${start}></script>`].join('\n');
}

/** Without a script, HTML refreshes the page and returns to the shop. */
function withoutScript(state: PageState): string {
  const view = viewOf(state);
  const returnURL = state.facts?.payment.returnURL ?? '';
  const refresh = (content: string): string =>
    `<noscript><meta http-equiv="refresh" content="${escape(content)}"></noscript>\n`;
  if (refreshedViews.has(view)) return refresh(String(REFRESH_SECONDS));
  if (!returnsAlone(state)) return '';
  return refresh(`${String(RETURN_SECONDS)};url=${returnURL}`);
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** JSON that cannot end the element it stands in. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (one) => {
    return `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
