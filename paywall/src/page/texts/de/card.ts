// German: the card form.

import type { card as english } from '../en/card.ts';

export const card: Readonly<Record<keyof typeof english, string>> = {
  'card.title': 'Karte',
  'card.number': 'Kartennummer',
  'card.expiry': 'Gültig bis',
  'card.expiry.hint': 'MM/JJ, wie auf der Karte',
  'card.code': 'Sicherheitscode',
  'card.code.hint3': '3 Ziffern auf der Rückseite der Karte',
  'card.code.hint4': '4 Ziffern auf der Vorderseite der Karte',
  'card.brand': 'Kartenmarke: {brand}',
  'card.accepted': 'Akzeptierte Karten: {brands}',
  'card.number.missing': 'Geben Sie die Kartennummer ein.',
  'card.number.short': 'Die Kartennummer ist zu kurz.',
  'card.number.wrong': 'Die Kartennummer stimmt nicht. Prüfen Sie sie auf Ihrer Karte.',
  'card.number.brand':
    'Diese Karte wird nicht akzeptiert. Verwenden Sie eine von diesen: {brands}.',
  'card.expiry.missing': 'Geben Sie das Ablaufdatum ein.',
  'card.expiry.wrong': 'Geben Sie Monat und Jahr ein, zum Beispiel 12/29.',
  'card.expiry.past': 'Diese Karte ist abgelaufen. Verwenden Sie eine andere Karte.',
  'card.code.missing': 'Geben Sie den Sicherheitscode ein.',
  'card.code.wrong': 'Der Sicherheitscode hat 3 Ziffern und steht auf der Rückseite der Karte.',
  'card.code.wrong4': 'Der Sicherheitscode hat 4 Ziffern und steht auf der Vorderseite der Karte.',
  'card.save': 'Diese Karte für weitere Zahlungen bei {shop} speichern',
  'card.save.hint': 'Sie können den Shop jederzeit bitten, sie zu löschen.',
  'card.saved': 'Ihre gespeicherten Karten',
  'card.saved.one': '{brand} mit den Endziffern {digits}',
  'card.saved.expires': 'gültig bis {date}',
  'card.saved.other': 'Andere Karte',
};
