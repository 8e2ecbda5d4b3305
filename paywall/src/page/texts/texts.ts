// The type of the texts: every language has every key of English. The keys of methods contain a
// colon; their texts are in the folders of the methods.

import type { en } from './en.ts';

type PageKey = keyof typeof en;
export type PageTexts = Readonly<Record<PageKey, string>>;

/** `method:text`. A test checks that each of them has a text. */
export type MethodKey = `${string}:${string}`;

export type TextKey = PageKey | MethodKey;

/** What is wrong with a field: the key of its label, and the reason. */
export type ErrorKey = `${MethodKey}.${string}`;

export function labelOf(error: ErrorKey): TextKey {
  return error.slice(0, error.lastIndexOf('.')) as TextKey;
}

/** All texts of one language; the browser loads only one. */
export type Texts = Readonly<Record<TextKey, string>>;

/** Writes a text of the language of the page, with values in place of `{name}`. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export function translator(texts: Texts): Translate {
  return (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
}
