// The Polish texts of the banks' pages.

import type { BankTexts } from './en.ts';

export const pl: BankTexts = {
  loginTitle: 'Zaloguj się do banku',
  loginText: 'Przechodzisz ze sklepu, aby zapłacić przelewem.',
  password: 'Hasło',
  passwordHint: 'W środowisku testowym hasło to 1234.',
  wrongPassword: 'Błędne hasło.',
  login: 'Zaloguj się',

  payTitle: 'Potwierdź przelew',
  payText: 'Sklep wypełnił przelew. Niczego nie można zmienić.',
  recipient: 'Odbiorca',
  recipientName: 'Operator płatności {name}',
  amount: 'Kwota',
  transferTitle: 'Tytuł',
  validUntil: 'Ważny do',
  pay: 'Zapłać',
  refuse: 'Odmów',
  walkAway: 'Odejdź (symuluje zamknięcie okna)',

  awayTitle: 'Strona została opuszczona',
  awayText: 'Na tej stronie nic więcej się nie wydarzy. Przelew można opłacić do:',
  resume: 'Wróć do przelewu',

  paidTitle: 'Przelew wykonany',
  refusedTitle: 'Przelew odrzucony',
  noFundsTitle: 'Za mało środków na koncie',
  wrongAmountTitle: 'Przelano inną kwotę; zostanie zwrócona',
  cancelledTitle: 'Sklep anulował zamówienie',
  expiredTitle: 'Przelew stracił ważność',

  unknownTransfer: 'Taki przelew nie istnieje. Sprawdź link.',
};
