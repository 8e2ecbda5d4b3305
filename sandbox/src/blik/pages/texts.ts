// All texts of the BLIK phone, by language.

import type { Language } from '../../pages/texts.ts';
import { en, type PhoneTexts } from './texts/en.ts';
import { pl } from './texts/pl.ts';

export const phoneTexts: Readonly<Record<Language, PhoneTexts>> = { en, pl };
