// Renders parsed Markdown as safe HTML: all text is escaped, and links lead only where the caller
// allows. A link that leads nowhere becomes plain text.

import { html, type Html } from '../../http/pages/html.ts';
import { block, name, row, table } from '../sections/pieces.ts';
import type { Block } from './markdown-blocks.ts';

/** The address that a link leads to; undefined: show its text only. */
type ResolveLink = (target: string) => string | undefined;

interface Rendering {
  readonly resolveLink: ResolveLink;
  /** The title of the page, which names its code blocks and tables for screen readers. */
  readonly title: string;
}

export function renderBlocks(blocks: readonly Block[], rendering: Rendering): Html {
  let heading = rendering.title;
  const parts = blocks.map((one) => {
    if (one.kind === 'heading') heading = plainText(one.text);
    return renderBlock(one, rendering, heading);
  });
  return html`${parts}`;
}

function renderBlock(one: Block, rendering: Rendering, heading: string): Html {
  const inline = (text: string): Html => renderInline(text, rendering.resolveLink);
  switch (one.kind) {
    case 'heading':
      return renderHeading(one.level, anchorOf(one.text), inline(one.text));
    case 'paragraph':
      return html`<p>${inline(one.text)}</p>`;
    case 'code':
      return block(one.text, `Code: ${heading}`);
    case 'table': {
      const cell = (text: string): Html => inline(isQuantity.test(text) ? unbroken(text) : text);
      const rows = one.rows.map((cells) => row(...cells.map(cell)));
      return table(one.head.map(plainText), rows, `Table: ${heading}`);
    }
    case 'list': {
      const items = one.items.map((item) => html`<li>${renderItem(item, rendering, heading)}</li>`);
      return one.isOrdered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`;
    }
  }
}

/** A number with its unit, such as 10 min. */
const isQuantity = /^\d+ \p{L}+$/u;

const NO_BREAK_SPACE = '\u00a0';

function unbroken(text: string): string {
  return text.replaceAll(' ', NO_BREAK_SPACE);
}

/** An item of one paragraph is rendered without a `<p>`. */
function renderItem(item: readonly Block[], rendering: Rendering, heading: string): Html {
  const [first, ...rest] = item;
  if (first?.kind !== 'paragraph')
    return html`${item.map((one) => renderBlock(one, rendering, heading))}`;
  const text = renderInline(first.text, rendering.resolveLink);
  return html`${text}${rest.map((one) => renderBlock(one, rendering, heading))}`;
}

function renderHeading(level: number, id: string, text: Html): Html {
  if (level === 2) return html`<h2 id="${id}">${text}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${text}</h3>`;
  return html`<h4 id="${id}">${text}</h4>`;
}

/** The anchor that code hosting sites give a heading as well. */
export function anchorOf(text: string): string {
  return plainText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-');
}

const marks = [
  /`([^`]+)`/,
  /\*\*([^*]+)\*\*/,
  /(?<![\w*])_([^_]+)_(?!\w)/,
  /\[([^\]]+)\]\(([^)\s]+)\)/,
  /\\([\\`*_<>[\]()#|])/,
];
/** Code, strong text, emphasis, a link with its label and target, an escaped sign. */
const inlineMark = new RegExp(marks.map(({ source }) => source).join('|'), 'g');

export function renderInline(text: string, resolveLink: ResolveLink): Html {
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(inlineMark)) {
    const [all, code, strong, emphasis, label, target, escapedSign] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + all.length;
    if (code !== undefined) parts.push(name(code));
    else if (strong !== undefined) {
      parts.push(html`<strong>${renderInline(strong, resolveLink)}</strong>`);
    } else if (emphasis !== undefined) {
      parts.push(html`<em>${renderInline(emphasis, resolveLink)}</em>`);
    } else if (label !== undefined && target !== undefined) {
      parts.push(renderLink(renderInline(label, resolveLink), resolveLink(target)));
    } else parts.push(escapedSign ?? '');
  }
  return html`${parts}${text.slice(end)}`;
}

function renderLink(label: Html, href: string | undefined): Html {
  if (href === undefined) return label;
  return /^https:/.test(href)
    ? html`<a href="${href}" rel="noreferrer">${label}</a>`
    : html`<a href="${href}">${label}</a>`;
}

/** The text without its marks, for titles and labels. */
export function plainText(text: string): string {
  return text.replace(inlineMark, (all, ...groups: unknown[]) => {
    const [code, strong, emphasis, label, , sign] = groups.map((group) =>
      typeof group === 'string' ? group : undefined,
    );
    return code ?? sign ?? plainText(strong ?? emphasis ?? label ?? all);
  });
}
