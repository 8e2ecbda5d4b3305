// All languages, for the server. The browser loads only the language it shows.

import type { Language } from '../state.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { pl } from './pl.ts';
import type { Texts } from './texts.ts';
import { uk } from './uk.ts';

export const allTexts: Readonly<Record<Language, Texts>> = { pl, en, de, uk };
