// The German texts of the banks' pages.

import type { BankTexts } from './en.ts';

export const de: BankTexts = {
  loginTitle: 'Bei Ihrer Bank anmelden',
  loginText: 'Sie kommen aus einem Shop, um per Überweisung zu bezahlen.',
  password: 'Passwort',
  passwordHint: 'In dieser Testumgebung ist das Passwort 1234.',
  wrongPassword: 'Falsches Passwort.',
  login: 'Anmelden',

  payTitle: 'Überweisung bestätigen',
  payText: 'Der Shop hat die Überweisung ausgefüllt. Nichts kann geändert werden.',
  recipient: 'Empfänger',
  recipientName: 'Zahlungsdienst {name}',
  amount: 'Betrag',
  transferTitle: 'Verwendungszweck',
  validUntil: 'Gültig bis',
  pay: 'Bezahlen',
  refuse: 'Ablehnen',
  walkAway: 'Weggehen (simuliert das Schließen des Fensters)',

  awayTitle: 'Sie haben die Seite verlassen',
  awayText: 'Auf dieser Seite geschieht nichts mehr. Bezahlt werden kann bis:',
  resume: 'Zurück zur Überweisung',

  paidTitle: 'Überweisung ausgeführt',
  refusedTitle: 'Überweisung abgelehnt',
  noFundsTitle: 'Nicht genug Geld auf dem Konto',
  wrongAmountTitle: 'Ein anderer Betrag wurde überwiesen; er wird zurückgezahlt',
  cancelledTitle: 'Der Shop hat die Bestellung storniert',
  expiredTitle: 'Die Überweisung ist abgelaufen',

  unknownTransfer: 'Diese Überweisung gibt es nicht. Prüfen Sie den Link.',
};
