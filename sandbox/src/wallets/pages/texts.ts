// All texts of the wallet sheet, by language.

import type { Language } from '../../pages/texts.ts';
import { en, type SheetTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export const sheetTexts: Readonly<Record<Language, SheetTexts>> = { en, pl };
