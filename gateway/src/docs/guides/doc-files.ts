// Which files of the docs folder, and of the client and the examples beside it, a running gateway
// serves below /docs, and where links between them lead. Everything else in the docs folder is for
// operators and contributors, who have the repository.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../../../docs/', import.meta.url);

export interface DocFile {
  /** From the docs folder, without the extension: the address below /docs as well. */
  readonly name: string;
  /** One line for the list of guides. */
  readonly summary: string;
}

const SANDBOX_ONLY = ['guides/test-your-shop', 'reference/triggers'];

/** The guides for shop developers, as the map of the guides lists them. */
function guidesIn(docsFolder: URL): DocFile[] {
  const map = readFileSync(new URL('README.md', docsFolder), 'utf8');
  const [, list = ''] = /^## For shop developers$([^]*?)^## /m.exec(map) ?? [];
  const entries = list.matchAll(/^\d+\. \[.+\]\((.+)\.md\): (.)(.+)$/gm);
  return [...entries].map(([, name = '', first = '', rest = '']) => ({
    name,
    summary: `${first.toUpperCase()}${rest}.`,
  }));
}

const references: readonly DocFile[] = [
  {
    name: 'reference/triggers',
    summary: 'Test cards, amounts and names, and what each of them makes happen.',
  },
  {
    name: 'reference/events',
    summary: 'The messages that the gateway sends to merchants, and their fields in order.',
  },
  {
    name: 'reference/authentication',
    summary: 'What each result of an authentication leads to.',
  },
  {
    name: 'reference/matrix',
    summary: 'What each operation answers in each status of a payment.',
  },
  {
    name: 'reference/tokenization',
    summary: 'The states of a tokenization, and what each operation answers in them.',
  },
];

/** Files that are served as they are, as text. */
export const examples: readonly string[] = [
  'examples/shop/server.mjs',
  'examples/shop/shop.html',
  'examples/shop/shop.js',
  'examples/shop/shop.css',
  'client/browser/encrypt-card.js',
  'client/browser/embed.js',
  'vectors/notifications.json',
];

/** Next to the docs folder. */
const isBesideDocs = (file: string): boolean => /^(examples|client)\//.test(file);

/** Everything that a gateway with all guides reads, from the root of the repository. */
export function servedFiles(): string[] {
  const pages = [...guidesIn(folder), ...references].map(({ name }) => `docs/${name}.md`);
  const files = examples.map((file) => (isBesideDocs(file) ? file : `docs/${file}`));
  return ['docs/README.md', ...pages, ...files];
}

/** Served as a script that pages can load. */
export const isClientFile = (file: string): boolean => file.startsWith('client/');

/** Parts of the reference that are made from the data of the gateway instead of the files. */
const tables: Readonly<Record<string, string>> = {
  'reference/endpoints': '/docs#endpoints',
  'reference/states': '/docs/reference/states',
  'reference/errors': '/docs/reference/errors',
  'reference/reject-codes': '/docs/reference/reject-codes',
};

/** The address in the files, which is replaced by that of the gateway that serves them. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:8080';

export interface DocFiles {
  readonly guides: readonly DocFile[];
  readonly references: readonly DocFile[];
  readonly examples: readonly string[];
  /** The first heading of a page. */
  readonly titleOf: (page: DocFile) => string;
  /** The text of a file, with the address of this gateway. */
  readonly read: (file: string) => string;
  /** Where a link of a page leads: to an address, or nowhere. */
  readonly resolveLink: (from: string, target: string) => string | undefined;
}

/** A gateway that runs without its docs folder serves none of it. */
export function openDocFiles(
  hasSandbox: boolean,
  origin: () => string,
  docsFolder = folder,
): DocFiles {
  const isThere = existsSync(new URL('guides/', docsFolder));
  const shown = (pages: readonly DocFile[]): DocFile[] =>
    pages.filter(({ name }) => hasSandbox || !SANDBOX_ONLY.includes(name));
  const listed = {
    guides: isThere ? shown(guidesIn(docsFolder)) : [],
    references: isThere ? shown(references) : [],
    examples: isThere ? examples : [],
  };
  const served = new Set([...listed.guides, ...listed.references].map(({ name }) => name));
  const read = (file: string): string => {
    const path = isBesideDocs(file) ? `../${file}` : file;
    const text = readFileSync(fileURLToPath(new URL(path, docsFolder)), 'utf8');
    return text.replaceAll(EXAMPLE_ORIGIN, origin());
  };
  return {
    ...listed,
    read,
    titleOf: ({ name }) => /^# (.+)$/m.exec(read(`${name}.md`))?.[1] ?? name,
    resolveLink(from, target) {
      if (target.startsWith('#') || target.startsWith('https://')) return target;
      const { pathname, hash } = new URL(target, `http://docs/${from}`);
      const file = pathname.slice(1);
      if (listed.examples.includes(file)) return `/docs/${file}`;
      const name = file.replace(/\.md$/, '');
      return served.has(name) ? `/docs/${name}${hash}` : tables[name];
    },
  };
}
