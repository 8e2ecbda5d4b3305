// All texts of the page in all languages, for the server and the bundle. The browser loads only the
// language it shows.

import { textsOfMethods } from '../methods/registry.ts';
import { languages, type Language } from '../state.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';
import type { Texts } from './texts.ts';
import { uk } from './uk.ts';

const pageTexts = { pl, en, de, uk };

export const allTexts = Object.fromEntries(
  languages.map((one) => [one, { ...pageTexts[one], ...textsOfMethods(one) }]),
) as Readonly<Record<Language, Texts>>;
