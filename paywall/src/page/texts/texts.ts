// The type of the texts: every language has every key of English.

import type { RefusalTexts } from '../refusal/refusal.ts';
import type { banks } from './en/banks.ts';
import type { blik } from './en/blik.ts';
import type { card } from './en/card.ts';
import type { page } from './en/page.ts';
import type { receipt } from './en/receipt.ts';
import type { wallets } from './en/wallets.ts';

/** A method with texts of its own adds them here and in every language. */
export type TextKey = keyof (typeof page &
  typeof receipt &
  typeof card &
  typeof blik &
  typeof banks &
  typeof wallets);

/** What is wrong with a field: the key of its label, and the reason. */
export type ErrorKey = Extract<TextKey, `${TextKey}.${string}`>;

export function labelOf(error: ErrorKey): TextKey {
  return error.slice(0, error.lastIndexOf('.')) as TextKey;
}

export type Texts = Readonly<Record<TextKey, string>>;

/** All texts of one language; the browser loads only one. */
export interface LanguageTexts {
  readonly texts: Texts;
  readonly refusals: RefusalTexts;
}

/** Writes a text of the language of the page, with values in place of `{name}`. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export function translator(texts: Texts): Translate {
  return (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
