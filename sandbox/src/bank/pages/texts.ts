// All texts of the banks' pages, by language.

import type { Language } from '../../pages/texts.ts';
import { en, type BankTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export const bankTexts: Readonly<Record<Language, BankTexts>> = { en, pl };
