// A guide or a part of the reference as an HTML page in the look of the docs page.

import { html } from '../../http/pages/html.ts';
import { docsFrame, type ContentsEntry } from '../frame.ts';
import { anchorOf, plainText, renderBlocks } from './markdown.ts';
import { parseBlocks, type Block } from './markdown-blocks.ts';
import type { Shelf, ShelfPage } from './shelf.ts';

export function guidePage(shelf: Shelf, page: ShelfPage, environment: string): string {
  const [, ...body] = parseBlocks(shelf.read(`${page.name}.md`)); // without its title
  const title = shelf.titleOf(page);
  const resolveLink = (target: string): string | undefined => shelf.resolveLink(page.name, target);
  return docsFrame({
    title: `${title}, Bramka, ${environment}`,
    header: html`<h1>${title}</h1>
      <p><a href="/docs">Bramka merchant API</a>, ${environment} environment</p>`,
    contents: contentsOf(shelf, page, body),
    content: html`<section>${renderBlocks(body, { resolveLink, title })}</section>`,
  });
}

/** All guides, with the headings of this one below its title. */
function contentsOf(
  shelf: Shelf,
  page: ShelfPage,
  body: readonly Block[],
): readonly ContentsEntry[] {
  const headings = body.flatMap((one): ContentsEntry[] =>
    one.kind === 'heading' && one.level === 2
      ? [[`#${anchorOf(one.text)}`, plainText(one.text)]]
      : [],
  );
  return [
    ['/docs', 'API reference'],
    ...[...shelf.guides, ...shelf.references].map((other): ContentsEntry =>
      other.name === page.name
        ? ['#content', shelf.titleOf(other), headings]
        : [`/docs/${other.name}`, shelf.titleOf(other)],
    ),
  ];
}
