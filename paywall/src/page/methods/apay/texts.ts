// The texts of Apple Pay, in all languages.

import { inAllLanguages } from '../../texts/method-texts.ts';

export const texts = inAllLanguages({
  en: {
    'apay:title': 'Apple Pay',
    'apay:pay': 'Pay with Apple Pay',
    'apay:failed': 'Apple Pay is not available right now. Choose another way to pay.',
  },
  de: {
    'apay:title': 'Apple Pay',
    'apay:pay': 'Mit Apple Pay bezahlen',
    'apay:failed': 'Apple Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  },
  pl: {
    'apay:title': 'Apple Pay',
    'apay:pay': 'Zapłać z Apple Pay',
    'apay:failed': 'Płatność Apple Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  },
  uk: {
    'apay:title': 'Apple Pay',
    'apay:pay': 'Сплатити з Apple Pay',
    'apay:failed': 'Apple Pay зараз недоступний. Виберіть інший спосіб оплати.',
  },
});
