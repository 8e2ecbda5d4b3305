// The content of a guide or of a written part of the reference.

import { html, type Html } from '../../http/pages/html.ts';
import { parseBlocks } from './markdown-blocks.ts';
import { renderBlocks } from './markdown.ts';
import type { Shelf, ShelfPage } from './shelf.ts';

export function guideContent(shelf: Shelf, page: ShelfPage): Html {
  const [, ...body] = parseBlocks(shelf.read(`${page.name}.md`)); // without its title
  const resolveLink = (target: string): string | undefined => shelf.resolveLink(page.name, target);
  const rendering = { resolveLink, title: shelf.titleOf(page) };
  return html`<section>${renderBlocks(body, rendering)}</section>`;
}
