// Polish: the receipt, the lines of the order, links of the shop, and test mode.

import type { receipt as english } from '../en/receipt.ts';

export const receipt: Readonly<Record<keyof typeof english, string>> = {
  'receipt.shop': 'Sklep',
  'receipt.amount': 'Kwota',
  'receipt.method': 'Metoda płatności',
  'receipt.date': 'Data',
  'receipt.order': 'Numer zamówienia',
  'receipt.reference': 'Identyfikator płatności',
  'receipt.refunded': 'Zwrócono',
  'receipt.lines': 'Twoje zamówienie',
  'receipt.more.one': 'Pokaż jeszcze {count} pozycję',
  'receipt.more.few': 'Pokaż jeszcze {count} pozycje',
  'receipt.more.many': 'Pokaż jeszcze {count} pozycji',
  'receipt.more.other': 'Pokaż jeszcze {count} pozycji',
  'receipt.print': 'Drukuj potwierdzenie',
  'receipt.stay': 'Zostań na tej stronie',
  'page.terms': 'Regulamin',
  'page.privacy': 'Prywatność',
  'page.newTab': 'otwiera się w nowej karcie',
  'page.testMode': 'Tryb testowy',
};
