// The texts of Click to Pay, in all languages.

import type { MethodTexts } from '../../texts/method-texts.ts';
import { textsOfWallet } from '../wallet/texts.ts';

const { en, de, pl, uk } = textsOfWallet('c2p', 'Click to Pay');

export const texts: MethodTexts = {
  en: {
    ...en,
    'c2p:pay': 'Continue with Click to Pay',
    'c2p:hint': 'You pay with a card that you saved at Visa or Mastercard.',
  },
  de: {
    ...de,
    'c2p:pay': 'Weiter mit Click to Pay',
    'c2p:hint': 'Sie bezahlen mit einer Karte, die Sie bei Visa oder Mastercard gespeichert haben.',
  },
  pl: {
    ...pl,
    'c2p:pay': 'Przejdź do Click to Pay',
    'c2p:hint': 'Zapłacisz kartą zapisaną w Visa lub Mastercard.',
  },
  uk: {
    ...uk,
    'c2p:pay': 'Продовжити з Click to Pay',
    'c2p:hint': 'Ви заплатите карткою, яку зберегли у Visa або Mastercard.',
  },
};
