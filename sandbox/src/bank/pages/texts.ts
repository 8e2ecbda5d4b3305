// All texts of the banks' pages, by language.

import type { Language } from '../../pages/texts.ts';
import { de } from './texts/de.ts';
import { en, type BankTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';
import { uk } from './texts/uk.ts';

export const bankTexts: Readonly<Record<Language, BankTexts>> = { en, pl, de, uk };
