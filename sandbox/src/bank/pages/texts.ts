// All texts of the banks' pages, by language.

import type { Language } from '../../pages/texts.ts';

const en = {
  loginTitle: 'Log in to your bank',
  loginText: 'You came from a shop to pay by bank transfer.',
  wrongPassword: 'Wrong password.',
  login: 'Log in',

  payTitle: 'Confirm the transfer',
  payText: 'The shop has filled in the transfer. Nothing can be changed.',
  recipient: 'Recipient',
  recipientName: 'Payment operator {name}',
  transferTitle: 'Title',
  validUntil: 'Valid until',
  pay: 'Pay',
  refuse: 'Refuse',
  walkAway: 'Walk away (simulates closing the window)',

  awayTitle: 'You left the page',
  awayText: 'Nothing more happens on this page. The transfer can be paid until:',
  resume: 'Continue with the transfer',

  paidTitle: 'Transfer made',
  refusedTitle: 'Transfer refused',
  noFundsTitle: 'Not enough money on the account',
  wrongAmountTitle: 'Another amount was transferred; it will be returned',
  cancelledTitle: 'The shop cancelled the order',
  expiredTitle: 'The transfer has expired',

  unknownTransfer: 'This transfer does not exist. Check the link.',
};

type BankTexts = Readonly<Record<keyof typeof en, string>>;

const pl: BankTexts = {
  loginTitle: 'Zaloguj się do banku',
  loginText: 'Przechodzisz ze sklepu, aby zapłacić przelewem.',
  wrongPassword: 'Błędne hasło.',
  login: 'Zaloguj się',

  payTitle: 'Potwierdź przelew',
  payText: 'Sklep wypełnił przelew. Niczego nie można zmienić.',
  recipient: 'Odbiorca',
  recipientName: 'Operator płatności {name}',
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

export const bankTexts: Readonly<Record<Language, BankTexts>> = { en, pl };
