// Compares a running payment page with the page that this version builds from its own sources:
// security headers, the scripts and styles in the HTML, their content, and the inventory.

import { integrityOf } from '@bramka/paywall/build.ts';
import type { Inventory, ScriptEntry } from '@bramka/paywall/server/inventory.ts';
import { lookStyle } from '@bramka/paywall/page/look/look-style.ts';
import { securityHeaders } from '@bramka/paywall/server/policy/headers.ts';
import { sourcesIn } from '@bramka/paywall/server/policy/method-sources.ts';
import { objectionTo, stylesIn, tagsOf, type PageTag } from './page-tags.ts';

export interface Finding {
  readonly ok: boolean;
  /** A header or a path. */
  readonly subject: string;
  readonly text: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Reads an address of the page's origin; redirects are not followed. */
export type Read = (url: string, headers?: Record<string, string>) => Promise<Answer>;

interface PageAddress {
  readonly origin: string;
  /** A payment link, or a link that opens nothing: the page has the same scripts. */
  readonly page: string;
}

const LINK = /^\/pay\/[^/]+\/[^/]+\/[^/]+$/;
const NO_LINK = `/pay/0000/00000000-0000-0000-0000-000000000000/${'0'.repeat(32)}`;

export function addressOf(text: string): PageAddress | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search) return undefined;
  const { origin, pathname } = url;
  if (LINK.test(pathname)) return { origin, page: pathname };
  return pathname === '/' || /^\/pay\/?$/.test(pathname) ? { origin, page: NO_LINK } : undefined;
}

export async function verifyPage(
  { origin, page }: PageAddress,
  inventory: Inventory,
  isSandbox: boolean,
  read: Read,
): Promise<Finding[]> {
  const answer = await read(`${origin}${page}`, { accept: 'text/html' });
  const html = answer.body.toString();
  const tags = tagsOf(html);
  const styles = stylesIn(html);
  return [
    ...headerFindings(answer.headers, isSandbox, styles),
    ...styleFindings(styles, inventory),
    ...openStyles(tags, styles),
    ...tags.flatMap((tag) => tagFindings(tag, inventory)),
    missingScript(tags, inventory),
    ...(await inventoryFindings(origin, inventory, read)),
    ...(await Promise.all(inventory.scripts.map((entry) => fileFinding(origin, entry, read)))),
  ];
}

function headerFindings(
  headers: Headers,
  isSandbox: boolean,
  styles: readonly string[],
): Finding[] {
  const policy = headers.get('content-security-policy') ?? '';
  const [, ancestors = "'none'"] = /(?:^|; )frame-ancestors ([^;]+)/.exec(policy) ?? [];
  const frameOrigins = ancestors === "'none'" ? [] : ancestors.split(' ');
  const sources = sourcesIn(policy);
  const expected = securityHeaders({ frameOrigins, isSandbox, sources, styles });
  const framed: Finding[] = frameOrigins.map((origin) => ({
    ok: /^https?:\/\/[^*/]+$/.test(origin),
    subject: 'frame-ancestors',
    text: `${origin} may show this payment in a frame`,
  }));
  return [
    ...Object.entries(expected).map(([name, value]): Finding => {
      const given = headers.get(name) ?? '';
      const ok = given === value;
      return { ok, subject: name, text: ok ? 'as expected' : difference(given, value) };
    }),
    ...framed,
    ...sources.scripts.map((origin) => {
      return { ok: true, subject: 'script-src', text: `Click to Pay loads a script of ${origin}` };
    }),
  ];
}

/** Names only the directives that are not equal. */
function difference(given: string, expected: string): string {
  if (given === '') return `is missing; expected ${expected}`;
  const [is, should] = [given.split('; '), expected.split('; ')];
  const added = is.filter((part) => !should.includes(part)).join('; ');
  const missing = should.filter((part) => !is.includes(part)).join('; ');
  return `has ${added || 'nothing else'}; expected ${missing || 'another order'}`;
}

/** Empty for harmless tags. */
function tagFindings(tag: PageTag, own: Inventory): Finding[] {
  const objection = objectionTo(tag) ?? fileObjection(tag, own);
  return objection === undefined ? [] : [{ ok: false, subject: 'page', text: objection }];
}

function fileObjection({ name, attributes }: PageTag, inventory: Inventory): string | undefined {
  const { src, href, rel, type, integrity = '' } = attributes;
  if (name === 'script' && src === undefined) {
    return type === 'application/json' ? undefined : 'the page contains an inline script';
  }
  const isPreload = name === 'link' && /preload|prefetch/.test(rel ?? '');
  if (name !== 'script' && !isPreload) {
    const isKnown = name !== 'link' || (rel === 'icon' && href === 'data:,');
    return isKnown ? undefined : `<link rel="${rel ?? ''}"> is not part of the page`;
  }
  const path = src ?? href ?? '';
  const entry = inventory.scripts.find((file) => file.path === path);
  if (!entry) return `${path} is not in the inventory`;
  if (integrity === entry.integrity) return undefined;
  return `${path} has the integrity "${integrity}"; expected ${entry.integrity}`;
}

/** A page without its script would pass all other checks. */
function missingScript(tags: readonly PageTag[], own: Inventory): Finding {
  const loaded = tags.filter(({ name, attributes }) => name === 'script' && attributes['src']);
  const known = loaded.filter((tag) => fileObjection(tag, own) === undefined);
  const ok = known.length === 1 && loaded.length === 1;
  const text = ok ? 'loads its script and nothing else' : `loads ${loaded.length} scripts, not 1`;
  return { ok, subject: 'page', text };
}

/** The colours are the choice of the merchant. */
const withoutColors = (style: string): string => style.replaceAll(/#[0-9a-f]{6}/g, '#');
const anyLook = withoutColors(lookStyle('#000000') ?? '');

/** The style of the page comes first, and then at most the colours of the merchant. */
function styleFindings([first = '', ...more]: readonly string[], own: Inventory): Finding[] {
  const subject = 'style';
  const isOwn = own.styles.some(({ integrity }) => integrity === integrityOf(Buffer.from(first)));
  const ofPage = { ok: isOwn, subject, text: isOwn ? 'that of the page' : 'has other content' };
  const others = more.map((text, position): Finding => {
    const ok = position === 0 && withoutColors(text) === anyLook;
    return { ok, subject, text: ok ? 'the colours of the merchant' : 'is not part of the page' };
  });
  return [ofPage, ...others];
}

function openStyles(tags: readonly PageTag[], styles: readonly string[]): Finding[] {
  const isClosed = tags.filter(({ name }) => name === 'style').length === styles.length;
  return isClosed ? [] : [{ ok: false, subject: 'page', text: 'a style has no end' }];
}

async function inventoryFindings(
  origin: string,
  inventory: Inventory,
  read: Read,
): Promise<Finding[]> {
  const subject = '/pay/inventory.json';
  const { status, body } = await read(`${origin}${subject}`);
  if (status === 200 && body.toString().trim() === JSON.stringify(inventory)) {
    return [{ ok: true, subject, text: 'as expected' }];
  }
  const text = `status ${status}, not that of this version: another version, or it was changed`;
  return [{ ok: false, subject, text }];
}

/** As browsers get it, and as it is stored: each compressed form could be changed alone. */
async function fileFinding(
  origin: string,
  { path, integrity, bytes }: ScriptEntry,
  read: Read,
): Promise<Finding> {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await read(`${origin}${path}`, { 'accept-encoding': encoding });
    if (answer.status !== 200) {
      return { ok: false, subject: path, text: `status ${answer.status}; the file is missing` };
    }
    const found = integrityOf(answer.body);
    if (found !== integrity) {
      const text = `is ${found} with ${encoding}; expected ${integrity}`;
      return { ok: false, subject: path, text };
    }
  }
  return { ok: true, subject: path, text: `${bytes} bytes, ${integrity}` };
}
