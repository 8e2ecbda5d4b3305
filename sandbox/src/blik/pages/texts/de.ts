// The texts of the BLIK phone in German.

import type { PhoneTexts } from './en.ts';

export const de: PhoneTexts = {
  pick: 'Telefon auswählen',
  pickText: 'Jedes Telefon hat die App einer Bank.',
  getCode: 'BLIK-Code anfordern',
  newCode: 'Anderen Code anfordern',
  cancelCode: 'Code stornieren',
  code: 'BLIK-Code',
  codeText: 'Geben Sie ihn im Shop ein. Gültig bis',
  noCode: 'Kein Code. Ein Code gilt zwei Minuten und für eine Zahlung.',
  payments: 'Zu bestätigende Zahlungen',
  noPayments: 'Keine Zahlung wartet auf Sie.',
  shop: 'Shop',
  amount: 'Betrag',
  until: 'Bestätigen bis',
  accept: 'Bestätigen',
  acceptOnly: 'Bestätigen, ohne den Shop zu speichern',
  acceptAndSave: 'Bestätigen und Shop speichern',
  refuse: 'Ablehnen',
  saved: 'Gespeicherte Shops',
  noSaved: 'Kein Shop ist gespeichert.',
  recurring: 'Zahlt ohne Rückfrage',
  oneClick: 'Zahlt ohne Code',
  remove: 'Entfernen',
  otherPhone: 'Andere Telefone',
  reload: 'Nach Zahlungen suchen',
};
