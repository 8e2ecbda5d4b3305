// The German texts that all pages of simulated parties share.

import type { PageTexts } from './en.ts';

export const de: PageTexts = {
  sandbox: 'Sandbox',
  noMoney: 'Sandbox: kein echtes Geld',
  disclaimer: 'Diese Seite gehört zur Testumgebung und ist simuliert. Es fließt kein echtes Geld.',
  error: 'Fehler',
  app: 'Banking-App',
  shop: 'Shop',
  amount: 'Betrag',
  goingBack: 'Sie kehren zum Shop zurück.',
  backToShop: 'Zurück zum Shop',
  sorryTitle: 'Etwas ist schiefgelaufen',
  badForm: 'Das gesendete Formular ist nicht lesbar.',
  badAction: 'Diese Antwort ist ungültig.',
  formsOnly: 'Diese Adresse nimmt nur Formulare an, die Shops senden.',
  noPage: 'Diese Seite gibt es nicht.',
  foreign: 'Diese Seite nimmt nur Anfragen von ihrer eigenen Adresse an.',
  tooLarge: 'Es wurde zu viel gesendet.',
  wrongType: 'Hier werden nur Formulare angenommen (application/x-www-form-urlencoded).',
  busy: 'Die Sandbox ist überlastet. Versuchen Sie es gleich noch einmal.',
  broken: 'In der Sandbox ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.',
};
