// Polish: the BLIK form and the confirmation in the app of the bank.

import type { blik as english } from '../en/blik.ts';

export const blik: Readonly<Record<keyof typeof english, string>> = {
  'blik.title': 'BLIK',
  'blik.code': 'Kod BLIK',
  'blik.code.hint': '6 cyfr z aplikacji banku',
  'blik.code.missing': 'Wpisz kod BLIK.',
  'blik.code.wrong': 'Kod BLIK ma 6 cyfr. Sprawdź go w aplikacji banku.',
  'blik.way': 'Jak chcesz zapłacić BLIKIEM?',
  'blik.oneClick': 'Bez kodu',
  'blik.oneClick.hint': 'Wystarczy potwierdzenie w aplikacji banku.',
  'blik.useCode': 'Kodem BLIK',
  'blik.save': 'Następnym razem płać bez kodu',
  'blik.save.hint': 'Aplikacja banku zapyta o zapamiętanie sklepu {shop}.',
  'blik.apps': 'Którym bankiem chcesz zapłacić?',
  'blik.apps.missing': 'Wybierz bank.',
  'blik.confirm.text': 'Otwórz aplikację banku i potwierdź płatność {amount} dla {shop}.',
  'blik.confirm.left': 'Czas na potwierdzenie: {time}',
  'blik.confirm.over': 'Czas na potwierdzenie minął. Sprawdzamy wynik.',
  'blik.newCode': 'Wpisz nowy kod',
};
