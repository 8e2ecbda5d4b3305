// The content of a guide or of a written part of the reference.

import { html, type Html } from '../../http/pages/html.ts';
import type { DocFiles, DocFile } from './doc-files.ts';
import { renderMarkdown } from './markdown.ts';

export function guideContent(docFiles: DocFiles, page: DocFile): Html {
  const rendering = {
    resolveLink: (target: string) => docFiles.resolveLink(page.name, target),
    title: docFiles.titleOf(page),
  };
  return html`<section>${renderMarkdown(docFiles.read(`${page.name}.md`), rendering)}</section>`;
}
