// The texts of wallets, in all languages: those that all share, and those with the name of one.

import { inAllLanguages, type MethodTexts } from '../../texts/method-texts.ts';

export const texts = inAllLanguages({
  en: {
    'wallet:closed': 'You did not confirm the payment. You were not charged.',
    'wallet:blocked': 'Your browser blocked the window. Allow pop-ups for this page and try again.',
    'wallet:refused': 'The payment from the wallet was not accepted.',
    'wallet:expired': 'The confirmation in the wallet has expired.',
  },
  de: {
    'wallet:closed': 'Sie haben die Zahlung nicht bestätigt. Es wurde nichts abgebucht.',
    'wallet:blocked':
      'Ihr Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese Seite ' +
      'und versuchen Sie es erneut.',
    'wallet:refused': 'Die Zahlung aus der Wallet wurde nicht angenommen.',
    'wallet:expired': 'Die Bestätigung in der Wallet ist abgelaufen.',
  },
  pl: {
    'wallet:closed': 'Płatność nie została potwierdzona. Pieniądze nie zostały pobrane.',
    'wallet:blocked':
      'Przeglądarka zablokowała okno. Zezwól tej stronie na otwieranie okien i spróbuj ponownie.',
    'wallet:refused': 'Płatność z portfela nie została przyjęta.',
    'wallet:expired': 'Potwierdzenie w portfelu wygasło.',
  },
  uk: {
    'wallet:closed': 'Ви не підтвердили платіж. Гроші не списано.',
    'wallet:blocked':
      'Браузер заблокував вікно. Дозвольте спливні вікна для цієї сторінки та спробуйте ще раз.',
    'wallet:refused': 'Платіж із гаманця не прийнято.',
    'wallet:expired': 'Термін дії підтвердження в гаманці минув.',
  },
});

/** `key` is that of its texts. */
export function textsOfWallet(key: string, name: string): MethodTexts {
  const named = (pay: string, failed: string) => ({
    [`${key}:title`]: name,
    [`${key}:pay`]: pay,
    [`${key}:failed`]: failed,
  });
  return {
    en: named(`Pay with ${name}`, `${name} is not available right now. Choose another way to pay.`),
    de: named(
      `Mit ${name} bezahlen`,
      `${name} ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.`,
    ),
    pl: named(
      `Zapłać z ${name}`,
      `Płatność ${name} jest chwilowo niedostępna. Wybierz inną metodę płatności.`,
    ),
    uk: named(`Сплатити з ${name}`, `${name} зараз недоступний. Виберіть інший спосіб оплати.`),
  };
}
