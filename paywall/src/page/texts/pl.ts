// All texts of the payment page in Polish.

import { pl as refusals } from '../refusal/texts/pl.ts';
import { banks } from './pl/banks.ts';
import { blik } from './pl/blik.ts';
import { card } from './pl/card.ts';
import { page } from './pl/page.ts';
import { receipt } from './pl/receipt.ts';
import { wallets } from './pl/wallets.ts';
import type { LanguageTexts } from './texts.ts';

export const pl: LanguageTexts = {
  texts: { ...page, ...receipt, ...card, ...blik, ...banks, ...wallets },
  refusals,
};
