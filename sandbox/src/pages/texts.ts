// The texts that all pages of simulated parties share, by language.

import { en, type PageTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export type Language = 'en' | 'pl';

export const texts: Readonly<Record<Language, PageTexts>> = { en, pl };

/** Replaces the one placeholder of a text, such as {tries}. */
export function fillPlaceholder(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}
