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
  readonly isSandboxOnly?: true;
}

export const guides: readonly DocFile[] = [
  {
    name: 'guides/build-a-checkout',
    summary: 'A shop that takes payments by every method and verifies notifications, in 150 lines.',
  },
  {
    name: 'guides/payment-page',
    summary: 'Where customers pay: the link, the way back, in a frame or pop-over, its inventory.',
  },
  {
    name: 'guides/payments',
    summary: 'What each operation does, what it answers, and what to do when an answer is missing.',
  },
  {
    name: 'guides/notifications',
    summary: 'Signed messages about every change: verify, order, repeats, replay, local testing.',
  },
  {
    name: 'guides/refunds',
    summary: 'Full and partial refunds, their statuses, and the balance that covers them.',
  },
  {
    name: 'guides/settlement',
    summary: 'When payments are settled and paid out, batches, reports, and how to test them.',
  },
  {
    name: 'guides/strong-authentication',
    summary: 'The steps in a browser and in an app, exemptions, and how to test them.',
  },
  {
    name: 'guides/encrypted-card-fields',
    summary: 'Card data that the customer’s browser encrypts: the helper, the format, errors.',
  },
  {
    name: 'guides/blik',
    summary: 'Codes, payments without a code, recurring payments, and how to test them.',
  },
  {
    name: 'guides/bank-transfers',
    summary: 'The list of banks, the way to the bank and back, and how an operator connects one.',
  },
  {
    name: 'guides/marketplace',
    summary: 'Payments that are divided between merchants: shares, commission and their rules.',
  },
  {
    name: 'guides/apple-pay',
    summary: 'Session, button and token of Apple Pay, errors, and the certificates it needs.',
  },
  {
    name: 'guides/google-pay',
    summary:
      'Tokens of Google Pay: the page, the payment, errors, and how an operator connects it.',
  },
  {
    name: 'guides/click-to-pay',
    summary: 'Cards stored at the networks: the script, the checkout response, and how to test.',
  },
  {
    name: 'guides/tokenization',
    summary: 'Store cards as tokens, network tokens, converting and discarding them.',
  },
  {
    name: 'guides/account-funding',
    summary: 'Charges that fund the card of a recipient: fields, rules, and how to test them.',
  },
  {
    name: 'guides/stored-cards',
    summary: 'Pay with stored cards and network tokens, with and without the customer.',
  },
  {
    name: 'guides/times',
    summary: 'Every time limit a merchant meets: what it is and what happens at its end.',
  },
];

export const references: readonly DocFile[] = [
  {
    name: 'reference/triggers',
    summary: 'Test cards, amounts and names, and what each of them makes happen.',
    isSandboxOnly: true,
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
export const servedFiles: readonly string[] = [
  ...[...guides, ...references].map(({ name }) => `docs/${name}.md`),
  ...examples.map((file) => (isBesideDocs(file) ? file : `docs/${file}`)),
];

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
    isThere ? pages.filter(({ isSandboxOnly }) => hasSandbox || !isSandboxOnly) : [];
  const listed = {
    guides: shown(guides),
    references: shown(references),
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
