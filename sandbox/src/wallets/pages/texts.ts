// All texts of the wallet sheet, by language.

import type { Language } from '../../pages/texts.ts';
import { de } from './texts/de.ts';
import { en, type SheetTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';
import { uk } from './texts/uk.ts';

export const sheetTexts: Readonly<Record<Language, SheetTexts>> = { en, pl, de, uk };
