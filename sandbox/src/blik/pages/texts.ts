// All texts of the BLIK phone, by language.

import type { Language } from '../../pages/texts.ts';

const en = {
  pick: 'Choose a phone',
  pickText: 'Each phone has the app of one bank.',
  getCode: 'Get a BLIK code',
  newCode: 'Get another code',
  cancelCode: 'Cancel the code',
  code: 'BLIK code',
  codeText: 'Enter it in the shop. Valid until',
  noCode: 'No code. A code is valid for two minutes and one payment.',
  payments: 'Payments to confirm',
  noPayments: 'No payment waits for you.',
  until: 'Confirm until',
  accept: 'Accept',
  acceptOnly: 'Accept without saving the shop',
  acceptAndSave: 'Accept and save the shop',
  refuse: 'Refuse',
  saved: 'Saved shops',
  noSaved: 'No shop is saved.',
  recurring: 'Pays without asking you',
  oneClick: 'Pays without a code',
  remove: 'Remove',
  otherPhone: 'Other phones',
  reload: 'Look for payments',
};

type PhoneTexts = Readonly<Record<keyof typeof en, string>>;

const pl: PhoneTexts = {
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

export const phoneTexts: Readonly<Record<Language, PhoneTexts>> = { en, pl };
