// Texts that depend on a number: each language has its own plural forms.

import type { Language } from '../state.ts';
import type { MethodKey, TextKey, Translate } from '../texts/texts.ts';

type PluralKey =
  | (TextKey extends infer Key ? (Key extends `${infer Base}.many` ? Base : never) : never)
  | MethodKey;

/** `receipt.more` and 3 in Polish: the text `receipt.more.few` with 3 as {count}. */
export function plural(t: Translate, language: Language, key: PluralKey, count: number): string {
  const rule = new Intl.PluralRules(language).select(count);
  // Languages without the form `many` call it `other`; elsewhere that is a form of fractions.
  const form = rule === 'one' || rule === 'few' ? rule : 'many';
  return t(`${key}.${form}` as TextKey, { count: String(count) });
}
