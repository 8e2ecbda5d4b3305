// The inventory of every script and style of the page with its hash, size and purpose, as PCI DSS
// 6.4.3 asks. `bramka page verify` compares it with what a running page really sends (11.6.1).

import { integrityOf, type BuiltPage } from '../build.ts';

interface InventoryEntry {
  readonly bytes: number;
  /** As in the attribute `integrity`: `sha384-…`. */
  readonly integrity: string;
  /** Why the page needs it. */
  readonly purpose: string;
}

export interface ScriptEntry extends InventoryEntry {
  readonly path: string;
}

export interface Inventory {
  readonly scripts: readonly ScriptEntry[];
  /** In the HTML of the page. */
  readonly styles: readonly InventoryEntry[];
  /** Styles that depend on the merchant. They contain colours and nothing else. */
  readonly generated: readonly { readonly purpose: string }[];
}

const purposes = {
  script:
    'Runs the page: sends the forms, encrypts card data, watches the payment, opens the frames ' +
    'of 3-D Secure and speaks to the page of the shop around it.',
  style: 'The layout and the colours of the page.',
  look: 'The colour of the merchant, with the contrast that texts and buttons need.',
  texts: (language: string) => `The texts of the page in one language (${language}).`,
  part: 'A part of the script of the page that several of its files use.',
};

/** Sorted by path, so that two inventories can be compared as text. */
export function inventoryOf(page: BuiltPage, base: string): Inventory {
  const scripts = [...page.files].map(([name, { bytes, integrity }]): ScriptEntry => ({
    path: `${base}/assets/${page.build}/${name}`,
    bytes: bytes.identity.length,
    integrity,
    purpose: purposeOf(name, page),
  }));
  const style = Buffer.from(page.style);
  return {
    scripts: scripts.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    styles: [{ bytes: style.length, integrity: integrityOf(style), purpose: purposes.style }],
    generated: [{ purpose: purposes.look }],
  };
}

function purposeOf(name: string, page: BuiltPage): string {
  if (name === page.script) return purposes.script;
  const [language] = Object.entries(page.texts).find(([, file]) => file === name) ?? [];
  return language === undefined ? purposes.part : purposes.texts(language);
}
