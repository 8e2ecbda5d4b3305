// The texts of Click to Pay, in all languages.

import { inAllLanguages } from '../../texts/method-texts.ts';

export const texts = inAllLanguages({
  en: {
    'c2p:title': 'Click to Pay',
    'c2p:pay': 'Continue with Click to Pay',
    'c2p:hint': 'You pay with a card that you saved at Visa or Mastercard.',
    'c2p:failed': 'Click to Pay is not available right now. Choose another way to pay.',
  },
  de: {
    'c2p:title': 'Click to Pay',
    'c2p:pay': 'Weiter mit Click to Pay',
    'c2p:hint': 'Sie bezahlen mit einer Karte, die Sie bei Visa oder Mastercard gespeichert haben.',
    'c2p:failed': 'Click to Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  },
  pl: {
    'c2p:title': 'Click to Pay',
    'c2p:pay': 'Przejdź do Click to Pay',
    'c2p:hint': 'Zapłacisz kartą zapisaną w Visa lub Mastercard.',
    'c2p:failed': 'Płatność Click to Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  },
  uk: {
    'c2p:title': 'Click to Pay',
    'c2p:pay': 'Продовжити з Click to Pay',
    'c2p:hint': 'Ви заплатите карткою, яку зберегли у Visa або Mastercard.',
    'c2p:failed': 'Click to Pay зараз недоступний. Виберіть інший спосіб оплати.',
  },
});
