// German: the BLIK form and the confirmation in the app of the bank.

import type { blik as english } from '../en/blik.ts';

export const blik: Readonly<Record<keyof typeof english, string>> = {
  'blik.title': 'BLIK',
  'blik.code': 'BLIK-Code',
  'blik.code.hint': '6 Ziffern aus Ihrer Banking-App',
  'blik.code.missing': 'Geben Sie den BLIK-Code ein.',
  'blik.code.wrong': 'Der BLIK-Code hat 6 Ziffern. Prüfen Sie ihn in Ihrer Banking-App.',
  'blik.way': 'Wie möchten Sie mit BLIK bezahlen?',
  'blik.oneClick': 'Ohne Code',
  'blik.oneClick.hint': 'Sie bestätigen nur in Ihrer Banking-App.',
  'blik.useCode': 'Mit BLIK-Code',
  'blik.save': 'Beim nächsten Mal ohne Code bezahlen',
  'blik.save.hint': 'Ihre Banking-App fragt Sie, ob Sie {shop} speichern möchten.',
  'blik.apps': 'Mit welcher Bank möchten Sie bezahlen?',
  'blik.apps.missing': 'Wählen Sie eine Bank.',
  'blik.confirm.text':
    'Öffnen Sie Ihre Banking-App und bestätigen Sie die Zahlung von ' + '{amount} an {shop}.',
  'blik.confirm.left': 'Zeit zum Bestätigen: {time}',
  'blik.confirm.over': 'Die Zeit zum Bestätigen ist abgelaufen. Wir prüfen das Ergebnis.',
  'blik.newCode': 'Neuen Code eingeben',
};
