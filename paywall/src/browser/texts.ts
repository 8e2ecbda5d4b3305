// Loads the texts of one language. The bundle adds the texts of the methods to each of them.

import type { Language } from '../page/state.ts';
import type { Texts } from '../page/texts/texts.ts';

const loaders: Readonly<Record<Language, () => Promise<Texts>>> = {
  pl: async () => (await import('../page/texts/pl.ts')).pl,
  en: async () => (await import('../page/texts/en.ts')).en,
  de: async () => (await import('../page/texts/de.ts')).de,
  uk: async () => (await import('../page/texts/uk.ts')).uk,
};

export function loadTexts(language: Language): Promise<Texts> {
  return loaders[language]();
}
