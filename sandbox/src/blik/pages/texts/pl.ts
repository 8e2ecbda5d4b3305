// The texts of the BLIK phone in Polish.

import type { PhoneTexts } from './en.ts';

export const pl: PhoneTexts = {
  pick: 'Wybierz telefon',
  pickText: 'Każdy telefon ma aplikację jednego banku.',
  getCode: 'Pobierz kod BLIK',
  newCode: 'Pobierz inny kod',
  cancelCode: 'Anuluj kod',
  code: 'Kod BLIK',
  codeText: 'Wpisz go w sklepie. Ważny do',
  noCode: 'Brak kodu. Kod jest ważny dwie minuty i na jedną płatność.',
  payments: 'Płatności do potwierdzenia',
  noPayments: 'Żadna płatność nie czeka na potwierdzenie.',
  shop: 'Sklep',
  amount: 'Kwota',
  until: 'Potwierdź do',
  accept: 'Potwierdź',
  acceptOnly: 'Potwierdź bez zapisywania sklepu',
  acceptAndSave: 'Potwierdź i zapisz sklep',
  refuse: 'Odrzuć',
  saved: 'Zapisane sklepy',
  noSaved: 'Żaden sklep nie jest zapisany.',
  recurring: 'Płaci bez pytania',
  oneClick: 'Płaci bez kodu',
  remove: 'Usuń',
  otherPhone: 'Inne telefony',
  reload: 'Sprawdź płatności',
};
