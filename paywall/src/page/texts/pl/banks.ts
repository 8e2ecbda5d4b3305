// Polish: the choice of a bank.

import type { banks as english } from '../en/banks.ts';

export const banks: Readonly<Record<keyof typeof english, string>> = {
  'pbl.title': 'Przelew online',
  'pbl.banks': 'Twój bank',
  'pbl.hint': 'Zalogujesz się do banku i potwierdzisz wypełniony przelew.',
  'pbl.search': 'Znajdź swój bank',
  'pbl.all.one': 'Pokaż {count} bank',
  'pbl.all.few': 'Pokaż wszystkie {count} banki',
  'pbl.all.many': 'Pokaż wszystkie {count} banków',
  'pbl.all.other': 'Pokaż wszystkie banki: {count}',
  'pbl.found.one': 'Znaleziono {count} bank',
  'pbl.found.few': 'Znaleziono {count} banki',
  'pbl.found.many': 'Znaleziono {count} banków',
  'pbl.found.other': 'Znalezione banki: {count}',
  'pbl.none': 'Nie ma banku o takiej nazwie. Sprawdź pisownię lub wybierz inną metodę płatności.',
  'pbl.empty': 'Żaden bank nie jest teraz dostępny. Wybierz inną metodę płatności.',
  'pbl.closed': 'Chwilowo niedostępny',
  'pbl.opensAt': 'Dostępny od {time}',
  'pbl.from': 'Tylko od {amount}',
  'pbl.upTo': 'Tylko do {amount}',
  'pbl.banks.missing': 'Wybierz bank.',
  'pbl.pay': 'Przejdź do: {bank}',
  'pbl.payAny': 'Przejdź do banku',
};
