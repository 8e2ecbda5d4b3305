// All texts of the pages, by language.

import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';
import { pl } from './texts/pl.ts';
import { uk } from './texts/uk.ts';

export type Language = 'en' | 'pl' | 'de' | 'uk';

export const texts: Readonly<Record<Language, Texts>> = { en, pl, de, uk };

/** The name of the bank is the same in every language. */
export const BANK = 'Bramka Test Bank';

/** Replaces the one placeholder of a text, such as {tries}. */
export function fillPlaceholder(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}
