// German: the frame of the page, waiting and results.

import type { page as english } from '../en/page.ts';

export const page: Readonly<Record<keyof typeof english, string>> = {
  'language.choose': 'Sprache',
  'page.title': '{amount} an {shop} zahlen',
  'page.titlePlain': 'Zahlung',
  'page.payTo': 'Zahlung an {shop}',
  'page.saveCard': 'Karte für {shop} speichern',
  'page.order': 'Bestellung {order}',
  'page.timeLeft': 'Verbleibende Zeit: {time}',
  'page.payUntil': 'Bitte zahlen Sie bis {time}',
  'page.lastMinute': 'Sie haben noch weniger als eine Minute Zeit.',
  'page.cancel': 'Abbrechen und zurück zu {shop}',
  'page.cancelPlain': 'Zahlung abbrechen',
  'page.powered': 'Zahlungen mit {name}',
  'page.offline': 'Keine Internetverbindung. Es geht weiter, sobald sie wiederhergestellt ist.',
  'page.preview': 'Vorschau mit Beispieldaten. Hier kann nichts bezahlt werden.',
  'page.errors': 'Bitte prüfen:',
  'page.notSent':
    'Die Daten konnten nicht gesendet werden. Es wurde nichts abgebucht. Bitte versuchen Sie es ' +
    'erneut.',
  'page.tooMany':
    'Zu viele Versuche in kurzer Zeit. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  'page.sandbox': 'Testumgebung: Es fließt kein echtes Geld.',
  'methods.title': 'Wie möchten Sie bezahlen?',
  'methods.none': 'Es ist keine Zahlungsart verfügbar. Bitte wenden Sie sich an den Shop.',
  'methods.or': 'oder anders bezahlen',
  'methods.pay': '{amount} bezahlen',
  'methods.busy': 'Einen Moment …',
  'methods.window': 'Bestätigen Sie die Zahlung von {amount} im geöffneten Fenster.',
  'methods.unavailable': 'Zurzeit nicht verfügbar',
  'waiting.title': 'Ihre Zahlung wird verarbeitet',
  'waiting.text': 'Das dauert meist nur wenige Sekunden. Bitte lassen Sie diese Seite geöffnet.',
  'waiting.refresh': 'Erneut prüfen',
  'elsewhere.text': 'Sie läuft in einem anderen Fenster oder auf einem anderen Gerät weiter.',
  'elsewhere.here': 'Stattdessen hier fortfahren',
  'device.title': 'Ihre Bank möchte Ihre Identität bestätigen',
  'device.continue': 'Weiter',
  'challenge.title': 'Bei Ihrer Bank bestätigen',
  'challenge.text': 'Ihre Bank bittet Sie, die Zahlung zu bestätigen.',
  'challenge.frame': 'Bestätigungsseite Ihrer Bank',
  'challenge.fingerprintFrame': 'Sicherheitsprüfung Ihrer Bank',
  'challenge.go': 'Weiter zu Ihrer Bank',
  'challenge.problem': 'Wird nichts angezeigt?',
  'challenge.fullPage': 'Als ganze Seite öffnen',
  'challenge.away': 'Sie können auch abbrechen und anders bezahlen.',
  'redirect.title': 'Weiter bei Ihrer Bank',
  'redirect.text':
    'Sie bestätigen die Zahlung auf der Seite Ihrer Bank und kommen dann hierher zurück.',
  'redirect.go': 'Weiter zu Ihrer Bank',
  'confirm.title': 'In der Banking-App bestätigen',
  'confirm.text':
    'Öffnen Sie Ihre Banking-App und bestätigen Sie die Zahlung von {amount} an {shop}.',
  'confirm.left': 'Zeit zum Bestätigen: {time}',
  'confirm.over': 'Die Zeit zum Bestätigen ist abgelaufen. Wir prüfen das Ergebnis.',
  'scan.title': 'Code scannen',
  'scan.text':
    'Scannen Sie ihn mit Ihrer Banking-App und bestätigen Sie die Zahlung von {amount} an {shop}.',
  'scan.code': 'QR-Code der Zahlung',
  'paid.title': 'Zahlung erfolgreich',
  'paid.text': 'Sie haben {amount} an {shop} gezahlt.',
  'paid.held': '{amount} sind für {shop} reserviert.',
  'paid.returning': 'Sie werden in wenigen Sekunden zu {shop} weitergeleitet.',
  'result.return': 'Zurück zu {shop}',
  'result.close': 'Sie können diese Seite schließen.',
  'refused.title': 'Zahlung nicht erfolgreich',
  'expired.title': 'Die Zeit für die Zahlung ist abgelaufen',
  'expired.text':
    'Es wurde nichts abgebucht. Wenn Sie noch bezahlen möchten, gehen Sie zurück zum Shop.',
  'cancelled.title': 'Zahlung abgebrochen',
  'cancelled.text': 'Es wurde nichts abgebucht.',
  'failed.title': 'Etwas ist schiefgelaufen',
  'failed.text': 'Die Zahlung konnte nicht verarbeitet werden. Es wurde nichts abgebucht.',
  'gone.title': 'Dieser Zahlungslink ist ungültig',
  'gone.text':
    'Vielleicht enthält er einen Tippfehler, ist zu alt oder wurde durch einen neueren ersetzt.',
  'gone.action':
    'Verwenden Sie den neuesten Link des Shops oder beginnen Sie die Zahlung im Shop neu.',
  'unavailable.title': 'Die Zahlungsseite ist nicht verfügbar',
  'unavailable.text':
    'Bitte versuchen Sie es gleich noch einmal. Wenn Sie gerade bezahlt haben, warten Sie zuerst ' +
    'das Ergebnis ab.',
  'unavailable.again': 'Erneut versuchen',
  'saved.title': 'Ihre Karte ist gespeichert',
  'saved.text':
    'Es wurde nichts abgebucht. {shop} kann Ihre Karte für weitere Zahlungen verwenden.',
  'saved.nothing': 'Es wird nichts abgebucht. Die Karte wird nur geprüft.',
  'saved.button': 'Karte speichern',
  'saved.refused': 'Ihre Karte wurde nicht gespeichert',
  'saved.noMoney': 'Es wurde nichts abgebucht.',
};
