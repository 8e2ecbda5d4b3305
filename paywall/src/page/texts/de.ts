// All texts of the payment page in German.

import { de as refusals } from '../refusal/texts/de.ts';
import { banks } from './de/banks.ts';
import { blik } from './de/blik.ts';
import { card } from './de/card.ts';
import { page } from './de/page.ts';
import { receipt } from './de/receipt.ts';
import { wallets } from './de/wallets.ts';
import type { LanguageTexts } from './texts.ts';

export const de: LanguageTexts = {
  texts: { ...page, ...receipt, ...card, ...blik, ...banks, ...wallets },
  refusals,
};
