// The inventory of every script and style of the page with its hash, size and purpose, as PCI DSS
// 6.4.3 asks. `bramka page verify` compares it with what a running page really sends (11.6.1).

import type { BuiltPage } from '../build.ts';

export interface InventoryEntry {
  readonly path: string;
  readonly kind: 'script' | 'style';
  readonly bytes: number;
  /** As in the attribute `integrity`: `sha384-…`. */
  readonly integrity: string;
  /** Why the page needs it. */
  readonly purpose: string;
}

export interface Inventory {
  readonly files: readonly InventoryEntry[];
  /** Styles that depend on the colour of the merchant. They contain colours and nothing else. */
  readonly generated: readonly { readonly path: string; readonly purpose: string }[];
}

const purposes = {
  script:
    'Runs the page: sends the forms, encrypts card data, watches the payment, opens the frames ' +
    'of 3-D Secure and speaks to the page of the shop around it.',
  style: 'The layout and the colours of the page.',
  texts: (language: string) => `The texts of the page in one language (${language}).`,
  part: 'A part of the script of the page that several of its files use.',
};

/** Sorted by path, so that two inventories can be compared as text. */
export function inventoryOf(page: BuiltPage, base: string): Inventory {
  const files = [...page.files].map(([name, { type, bytes, integrity }]): InventoryEntry => ({
    path: `${base}/assets/${name}`,
    kind: type.startsWith('text/css') ? 'style' : 'script',
    bytes: bytes.identity.length,
    integrity,
    purpose: purposeOf(name, page),
  }));
  return {
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    generated: [
      { path: `${base}/look/{rrggbb}.css`, purpose: 'The colour of the merchant, with contrast.' },
    ],
  };
}

function purposeOf(name: string, page: BuiltPage): string {
  if (name === page.script) return purposes.script;
  if (name === page.style) return purposes.style;
  const [language] = Object.entries(page.texts).find(([, file]) => file === name) ?? [];
  return language === undefined ? purposes.part : purposes.texts(language);
}
