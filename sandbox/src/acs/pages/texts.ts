// All texts of the issuer's pages, by language.

import type { Language } from '../../pages/texts.ts';

const en = {
  confirmTitle: 'Confirm your payment',
  card: 'Card',
  confirm: 'Confirm',
  wrongPassword: 'Wrong password. Attempts left: {tries}.',
  emptyPassword: 'Enter the password.',
  otherWays: 'Other options',
  approveInApp: "Approve in the bank's app",
  notMe: 'I did not make this payment',
  cancel: 'Cancel',
  walkAway: 'Abandon (simulates closing the window)',

  pushTitle: "Open your bank's app and confirm",
  pushText: 'The app is asking you about this payment. This page continues once you have answered.',
  openApp: 'Open the simulated app',
  newTab: 'opens in a new tab',
  continue: 'Continue',
  notYet: 'You have not answered in the app yet.',

  phoneTitle: 'Do you confirm this payment?',
  approve: 'Approve',
  reject: 'Reject',
  approvedTitle: 'Payment approved',
  rejectedTitle: 'Payment rejected',
  endedTitle: 'This challenge has ended',
  phoneOver: "You can close this tab and continue in the shop's window.",
  nothingTitle: 'Nothing to confirm',
  nothingText: 'Payments that need your confirmation appear here.',

  awayTitle: 'You abandoned the payment',
  awayText: 'Nothing more happens on this page. The bank stops waiting at:',
  stuckTitle: 'The bank does not answer',
  stuckText: 'This test card never gets an answer. The bank stops waiting at:',

  yesTitle: 'Payment confirmed',
  noTitle: 'Payment not confirmed',
  unknownTitle: 'The bank could not verify this payment',
  overText: 'Return to the shop to see the result.',
  fingerprintTitle: 'One moment',
  methodText: 'The bank is checking your browser.',

  badCreq: 'The challenge request (creq) sent by the shop is invalid.',
  badSession: 'The threeDSSessionData sent by the shop is longer than 1024 characters.',
  unknownChallenge: 'This challenge does not exist. It may have expired.',
  badReturn: "The shop's return URL is not a web address, so you cannot be returned to the shop.",
  badFingerprint:
    'The threeDSMethodData is invalid. It must be JSON in base64url with ' +
    'threeDSServerTransID and threeDSMethodNotificationURL (web address, at most 256 characters).',
};

type AcsTexts = Readonly<Record<keyof typeof en, string>>;

const pl: AcsTexts = {
  confirmTitle: 'Potwierdź płatność',
  card: 'Karta',
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

export const acsTexts: Readonly<Record<Language, AcsTexts>> = { en, pl };
