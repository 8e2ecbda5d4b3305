// German: the receipt, the lines of the order, links of the shop, and test mode.

import type { receipt as english } from '../en/receipt.ts';

export const receipt: Readonly<Record<keyof typeof english, string>> = {
  'receipt.shop': 'Händler',
  'receipt.amount': 'Betrag',
  'receipt.method': 'Zahlungsart',
  'receipt.date': 'Datum',
  'receipt.order': 'Bestellnummer',
  'receipt.reference': 'Zahlungsreferenz',
  'receipt.refunded': 'Erstattet',
  'receipt.lines': 'Ihre Bestellung',
  'receipt.more.one': '{count} weitere Position anzeigen',
  'receipt.more.few': '{count} weitere Positionen anzeigen',
  'receipt.more.many': '{count} weitere Positionen anzeigen',
  'receipt.more.other': '{count} weitere Positionen anzeigen',
  'receipt.print': 'Beleg drucken',
  'receipt.stay': 'Auf dieser Seite bleiben',
  'page.terms': 'AGB',
  'page.privacy': 'Datenschutz',
  'page.newTab': 'öffnet sich in einem neuen Tab',
  'page.testMode': 'Testmodus',
};
