// The content of a guide or of a written part of the reference.

import { html, type Html } from '../../http/pages/html.ts';
import { parseBlocks } from './markdown-blocks.ts';
import { renderBlocks } from './markdown.ts';
import type { DocFiles, DocFile } from './doc-files.ts';

export function guideContent(docFiles: DocFiles, page: DocFile): Html {
  const [, ...body] = parseBlocks(docFiles.read(`${page.name}.md`)); // without its title
  const resolveLink = (target: string): string | undefined =>
    docFiles.resolveLink(page.name, target);
  const rendering = { resolveLink, title: docFiles.titleOf(page) };
  return html`<section>${renderBlocks(body, rendering)}</section>`;
}
