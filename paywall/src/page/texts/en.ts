// English, the language that defines which texts there are.

import { en as refusals } from '../refusal/texts/en.ts';
import { banks } from './en/banks.ts';
import { blik } from './en/blik.ts';
import { card } from './en/card.ts';
import { page } from './en/page.ts';
import { receipt } from './en/receipt.ts';
import { wallets } from './en/wallets.ts';
import type { LanguageTexts } from './texts.ts';

export const en: LanguageTexts = {
  texts: { ...page, ...receipt, ...card, ...blik, ...banks, ...wallets },
  refusals,
};
