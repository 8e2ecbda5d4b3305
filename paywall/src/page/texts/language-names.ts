// The languages in their own words, for the switch: the browser has the texts of one language only.

import type { Language } from '../state.ts';

export const languageNames: Readonly<Record<Language, string>> = {
  pl: 'Polski',
  en: 'English',
  de: 'Deutsch',
  uk: 'Українська',
};
