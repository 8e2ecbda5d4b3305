// Links between the pages of the documentation: where each leads, and the anchors of a page.
import { posix } from 'node:path';

export interface Link {
  readonly line: number;
  /** As written. */
  readonly to: string;
  /** The file or folder in the repository. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** Links to files of the repository; the addresses of other sites are not included. */
export function linksIn(page: string, text: string): Link[] {
  return withoutCode(text)
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].flatMap(([, to = '']) => {
        if (/^\w+:/.test(to)) return [];
        const [file = '', anchor] = to.split('#');
        const path = file === '' ? page : posix.join(posix.dirname(page), file);
        return [{ line: index + 1, to, path: path.replace(/\/$/, ''), anchor }];
      }),
    );
}

/** The anchors that GitHub gives to headings: a repeated one gets a number. */
export function anchorsIn(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
    const name = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${name}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Code keeps its lines, so that the numbers of the others stay right. */
function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```[^]*?^\1```$/gm, (code) => code.replaceAll(/[^\n]/g, ''));
}
