// Renders the Markdown of guides as safe HTML: everything in it is escaped, markup too, and links
// lead only where the caller allows. A link that leads nowhere becomes plain text.

import { Marked, type MarkedToken, type Token } from 'marked';
import { html, type Html, type Part } from '../../http/pages/html.ts';
import { block, name, row, table } from '../sections/pieces.ts';

interface Rendering {
  /** The address that a link leads to; undefined: show its text only. */
  readonly resolveLink: (target: string) => string | undefined;
  /** The title of the page, which names its code blocks and tables for screen readers. */
  readonly title: string;
}

/** Only what is written as a link is one: bare addresses stay text. */
const marked = new Marked({ tokenizer: { url: () => undefined } });

/** The content of a page without its title, which is in the frame. */
export function renderMarkdown(text: string, { resolveLink, title }: Rendering): Html {
  let heading = title;
  const all = (tokens: readonly Token[]): Part[] => tokens.map((one) => render(one as MarkedToken));
  const render = (token: MarkedToken): Part => {
    switch (token.type) {
      case 'heading':
        if (token.depth === 1) return undefined;
        heading = plainText(token.tokens);
        return renderHeading(token.depth, anchorOf(heading), all(token.tokens));
      case 'paragraph':
        return html`<p>${all(token.tokens)}</p>`;
      case 'code':
        return block(token.text, `Code: ${heading}`);
      case 'table': {
        const heads = token.header.map(({ tokens }) => plainText(tokens));
        const rows = token.rows.map((cells) =>
          row(...cells.map((cell) => unbroken(cell.text) ?? all(cell.tokens))),
        );
        return table(heads, rows, `Table: ${heading}`);
      }
      case 'list': {
        const items = token.items.map(({ tokens: [first, ...rest] }) => {
          // The first paragraph of an item is rendered without a `<p>`.
          const start = first?.type === 'paragraph' ? first.tokens : first && [first];
          return html`<li>${all(start ?? [])}${all(rest)}</li>`;
        });
        return token.ordered
          ? html`<ol>
              ${items}
            </ol>`
          : html`<ul>
              ${items}
            </ul>`;
      }
      case 'codespan':
        return name(token.text);
      case 'strong':
        return html`<strong>${all(token.tokens)}</strong>`;
      case 'em':
        return html`<em>${all(token.tokens)}</em>`;
      case 'link':
        return renderLink(all(token.tokens), resolveLink(token.href));
      case 'html':
        return /^<!--[^]*-->\s*$/.test(token.raw) ? undefined : token.text;
      default:
        if ('tokens' in token && token.tokens) return all(token.tokens);
        return 'text' in token ? token.text : undefined;
    }
  };
  return html`${all(marked.lexer(text))}`;
}

function renderHeading(level: number, id: string, text: Part): Html {
  if (level === 2) return html`<h2 id="${id}">${text}</h2>`;
  if (level === 3) return html`<h3 id="${id}">${text}</h3>`;
  return html`<h4 id="${id}">${text}</h4>`;
}

function renderLink(label: Part, href: string | undefined): Part {
  if (href === undefined) return label;
  return /^https:/.test(href)
    ? html`<a href="${href}" rel="noreferrer">${label}</a>`
    : html`<a href="${href}">${label}</a>`;
}

/** A number with its unit, such as 10 min, stays on one line; undefined for anything else. */
function unbroken(text: string): string | undefined {
  return /^\d+ \p{L}+$/u.test(text) ? text.replace(' ', '\u00a0') : undefined;
}

/** The anchor that code hosting sites give a heading as well. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\s-]/gu, '')
    .replaceAll(' ', '-');
}

/** The text without its marks, for titles and labels. */
function plainText(tokens: readonly Token[]): string {
  const texts = (tokens as readonly MarkedToken[]).map((token) => {
    if ('tokens' in token && token.tokens) return plainText(token.tokens);
    return 'text' in token ? token.text : '';
  });
  return texts.join('');
}
