// The texts of a payment method: the same keys in every language. They are in the folder of the
// method; the bundle takes them from there into the script of each language.

import type { Language } from '../state.ts';
import type { MethodKey } from './texts.ts';

export type MethodTexts<Key extends MethodKey = MethodKey> = Readonly<
  Record<Language, Readonly<Record<Key, string>>>
>;

/** The types make sure that no language lacks a text. */
export function inAllLanguages<Key extends MethodKey>(texts: MethodTexts<Key>): MethodTexts<Key> {
  return texts;
}
