// The pages of invalid links. Anybody can request them, so they contain nothing of the
// request: each is rendered and compressed once per build of the page.

import { buildPage, type BuiltPage, type Encoding } from '../build.ts';
import { untouched, type Language, type PageState } from '../page/state.ts';
import { pack } from './assets.ts';
import { pageHtml } from './document.ts';
import type { LinkResult } from './load.ts';
import { securityHeaders } from './policy/headers.ts';
import { stylesOf } from './policy/styles.ts';
import { noSources } from './policy/method-sources.ts';

type ClosedKind = Exclude<LinkResult['kind'], 'open'>;

/** The security headers of a page and its HTML in the encoding of the answer. */
interface SentPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export type ClosedPages = ReturnType<typeof closedPages>;

export function closedPages(base: string, isSandbox: boolean) {
  const rendered = new Map<string, SentPage>();
  let current: BuiltPage | undefined;
  return async (kind: ClosedKind, language: Language, encoding: Encoding): Promise<SentPage> => {
    const built = await buildPage();
    if (built !== current) rendered.clear();
    current = built;
    const name = [kind, language, encoding].join(' ');
    const earlier = rendered.get(name);
    if (earlier) return earlier;
    const styles = stylesOf(built, null);
    const headers = securityHeaders({ frameOrigins: [], isSandbox, sources: noSources, styles });
    const html = pageHtml(closedState(kind, language, isSandbox), built, base, styles);
    const page = { headers, bytes: pack(html, encoding) };
    rendered.set(name, page);
    return page;
  };
}

function closedState(kind: ClosedKind, language: Language, isSandbox: boolean): PageState {
  return {
    language,
    link: '',
    facts: null,
    written: null,
    isUnavailable: kind === 'unavailable',
    wayBack: null,
    nowMs: 0,
    frameOrigins: [],
    seen: { ip: '', accept: '' },
    fillId: '',
    hasScript: false,
    expressSlots: 0,
    isSandbox,
    isPreview: false,
    local: untouched,
  };
}
