// The Polish texts of the issuer's pages.

import type { AcsTexts } from './en.ts';

export const pl: AcsTexts = {
  confirmTitle: 'Potwierdź płatność',
  card: 'Karta',
  password: 'Hasło',
  passwordHint: 'W środowisku testowym hasło to 1234.',
  confirm: 'Potwierdź',
  wrongPassword: 'To hasło jest nieprawidłowe. Pozostałe próby: {tries}.',
  emptyPassword: 'Wpisz hasło.',
  otherWays: 'Inne odpowiedzi',
  approveInApp: 'Zatwierdź w aplikacji banku',
  notMe: 'To nie ja',
  cancel: 'Anuluj',
  walkAway: 'Odejdź (jak po zamknięciu okna)',

  pushTitle: 'Otwórz aplikację banku i potwierdź',
  pushText: 'Aplikacja pyta o tę płatność. Gdy odpowiesz, ta strona sama przejdzie dalej.',
  openApp: 'Otwórz symulowaną aplikację',
  newTab: 'w nowej karcie',
  continue: 'Dalej',
  notYet: 'W aplikacji nie ma jeszcze Twojej odpowiedzi.',

  phoneTitle: 'Czy potwierdzasz tę płatność?',
  approve: 'Zatwierdź',
  reject: 'Odrzuć',
  approvedTitle: 'Gotowe, płatność zatwierdzona',
  rejectedTitle: 'Gotowe, płatność nie została potwierdzona',
  endedTitle: 'To potwierdzenie jest już zakończone',
  phoneOver: 'Możesz zamknąć tę kartę i wrócić do okna sklepu.',
  nothingTitle: 'Nie ma nic do potwierdzenia',
  nothingText: 'Gdy płatność będzie wymagać potwierdzenia, pojawi się tutaj.',

  awayTitle: 'Odejście bez odpowiedzi',
  awayText: 'Tutaj nic więcej się nie wydarzy. Bank przestanie czekać o tej porze:',
  stuckTitle: 'Bank nie odpowiada',
  stuckText: 'Ta karta testowa nigdy nie dostaje odpowiedzi. Bank przestanie czekać o tej porze:',

  yesTitle: 'Płatność potwierdzona',
  noTitle: 'Płatność niepotwierdzona',
  unknownTitle: 'Bank nie mógł tego sprawdzić',
  overText: 'Wróć do sklepu, zna już wynik.',
  fingerprintTitle: 'Chwileczkę',
  methodText: 'Bank rozpoznaje Twoją przeglądarkę.',

  badCreq: 'Sklep wysłał żądanie (creq), którego nie można odczytać.',
  badSession: 'Pole threeDSSessionData od sklepu ma więcej niż 1024 znaki.',
  unknownChallenge: 'Bank nie zna tego potwierdzenia. Być może było dawno temu.',
  badReturn: 'Adres powrotu do sklepu nie jest adresem WWW, więc nie ma stąd drogi powrotnej.',
  badFingerprint:
    'Nie można odczytać threeDSMethodData. Musi to być JSON w base64url z polami ' +
    'threeDSServerTransID i threeDSMethodNotificationURL (adres WWW, najwyżej 256 znaków).',
};
