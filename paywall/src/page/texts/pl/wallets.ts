// Polish: Apple Pay, Google Pay and Click to Pay.

import type { wallets as english } from '../en/wallets.ts';

export const wallets: Readonly<Record<keyof typeof english, string>> = {
  'apay.title': 'Apple Pay',
  'apay.pay': 'Zapłać z Apple Pay',
  'apay.failed': 'Płatność Apple Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  'gpay.title': 'Google Pay',
  'gpay.pay': 'Zapłać z Google Pay',
  'gpay.failed': 'Płatność Google Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  'c2p.title': 'Click to Pay',
  'c2p.pay': 'Przejdź do Click to Pay',
  'c2p.hint': 'Zapłacisz kartą zapisaną w Visa lub Mastercard.',
  'c2p.failed': 'Płatność Click to Pay jest chwilowo niedostępna. Wybierz inną metodę płatności.',
  'wallet.open': 'Potwierdź płatność {amount} w otwartym oknie.',
  'wallet.closed': 'Płatność nie została potwierdzona. Pieniądze nie zostały pobrane.',
  'wallet.blocked':
    'Przeglądarka zablokowała okno. Zezwól tej stronie na otwieranie okien ' +
    'i spróbuj ponownie.',
};
