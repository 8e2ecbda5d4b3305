// The texts of the wallet sheet in German.

import type { SheetTexts } from './en.ts';

export const de: SheetTexts = {
  disclaimer: 'Diese Wallet gehört zur Testumgebung: simuliert, es fließt kein echtes Geld.',
  title: 'Mit {wallet} bezahlen',
  payShop: 'An {shop} zahlen',
  payAmount: '{amount} bezahlen',
  cards: 'Karte',
  more: 'Andere Testkarten',
  other: 'Andere Testkarte',
  otherHint: 'Ihre Nummer anstelle der Karten oben; darf leer bleiben.',
  badCard: 'Das ist keine Kartennummer.',
  panOnly: 'Karte im Konto gespeichert, nicht auf diesem Gerät (PAN_ONLY)',
  confirm: 'Mit Fingerabdruck bestätigen',
  cancel: 'Abbrechen',
  confirmedTitle: 'Bestätigt',
  cancelledTitle: 'Abgebrochen',
  handedBack: 'Der Shop hat die Antwort erhalten. Sie können dieses Fenster schließen.',
  nothingSent: 'Es wurde nichts an den Shop gesendet.',
  noOpener: 'Der Shop, der dieses Fenster geöffnet hat, ist geschlossen. Beginnen Sie dort neu.',
  token: 'Token',
  tokenText: 'Als instrument.token einer Zahlung über diesen Betrag senden. Es zahlt einmal.',
  again: 'Andere Karte auswählen',
  APPROVED: 'Genehmigt',
  INSUFFICIENT_FUNDS: 'Abgelehnt: keine Deckung',
  DO_NOT_HONOR: 'Vom Herausgeber abgelehnt',
  CHALLENGE: 'Mit PAN_ONLY fragt der Herausgeber nach',
  NO_SOFT_DECLINE: 'Genehmigt, während die Karte allein weich abgelehnt wird',
  SCA_REQUIRED: 'Weich abgelehnt: der Herausgeber verlangt mehr',
};
