// All texts of the payment page in Ukrainian.

import { uk as refusals } from '../refusal/texts/uk.ts';
import { banks } from './uk/banks.ts';
import { blik } from './uk/blik.ts';
import { card } from './uk/card.ts';
import { page } from './uk/page.ts';
import { receipt } from './uk/receipt.ts';
import { wallets } from './uk/wallets.ts';
import type { LanguageTexts } from './texts.ts';

export const uk: LanguageTexts = {
  texts: { ...page, ...receipt, ...card, ...blik, ...banks, ...wallets },
  refusals,
};
