// The texts of Google Pay, in all languages.

import { inAllLanguages } from '../../texts/method-texts.ts';

export const texts = inAllLanguages({
  en: {
    'gpay:title': 'Google Pay',
    'gpay:pay': 'Pay with Google Pay',
    'gpay:failed': 'Google Pay is not available right now. Choose another way to pay.',
  },
  de: {
    'gpay:title': 'Google Pay',
    'gpay:pay': 'Mit Google Pay bezahlen',
    'gpay:failed': 'Google Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  },
  pl: {
    'gpay:title': 'Google Pay',
    'gpay:pay': 'Zapłać z Google Pay',
    'gpay:failed': 'Płatność Google Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  },
  uk: {
    'gpay:title': 'Google Pay',
    'gpay:pay': 'Сплатити з Google Pay',
    'gpay:failed': 'Google Pay зараз недоступний. Виберіть інший спосіб оплати.',
  },
});
