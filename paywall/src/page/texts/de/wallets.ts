// German: Apple Pay, Google Pay and Click to Pay.

import type { wallets as english } from '../en/wallets.ts';

export const wallets: Readonly<Record<keyof typeof english, string>> = {
  'apay.title': 'Apple Pay',
  'apay.pay': 'Mit Apple Pay bezahlen',
  'apay.failed': 'Apple Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  'gpay.title': 'Google Pay',
  'gpay.pay': 'Mit Google Pay bezahlen',
  'gpay.failed': 'Google Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  'c2p.title': 'Click to Pay',
  'c2p.pay': 'Weiter mit Click to Pay',
  'c2p.hint': 'Sie bezahlen mit einer Karte, die Sie bei Visa oder Mastercard gespeichert haben.',
  'c2p.failed': 'Click to Pay ist gerade nicht verfügbar. Wählen Sie eine andere Zahlungsart.',
  'wallet.open': 'Bestätigen Sie die Zahlung von {amount} im geöffneten Fenster.',
  'wallet.closed': 'Sie haben die Zahlung nicht bestätigt. Es wurde nichts abgebucht.',
  'wallet.blocked':
    'Ihr Browser hat das Fenster blockiert. Erlauben Sie Pop-ups für diese ' +
    'Seite und versuchen Sie es erneut.',
};
