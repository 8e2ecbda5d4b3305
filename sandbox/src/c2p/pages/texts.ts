// All texts of the Click to Pay pages, by language.

import type { Language } from '../../pages/texts.ts';
import { en, type C2pTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export const c2pTexts: Readonly<Record<Language, C2pTexts>> = { en, pl };
