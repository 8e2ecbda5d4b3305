// The German texts of the issuer's pages.

import type { AcsTexts } from './en.ts';

export const de: AcsTexts = {
  confirmTitle: 'Zahlung bestätigen',
  card: 'Karte',
  password: 'Passwort',
  passwordHint: 'In dieser Testumgebung ist das Passwort 1234.',
  confirm: 'Bestätigen',
  wrongPassword: 'Dieses Passwort ist falsch. Verbleibende Versuche: {tries}.',
  emptyPassword: 'Geben Sie das Passwort ein.',
  otherWays: 'Andere Antworten',
  approveInApp: 'In der Banking-App freigeben',
  notMe: 'Das war ich nicht',
  cancel: 'Abbrechen',
  walkAway: 'Weggehen (als ob das Fenster geschlossen wird)',

  pushTitle: 'Öffnen Sie Ihre Banking-App und bestätigen Sie',
  pushText: 'Die App fragt nach dieser Zahlung. Nach Ihrer Antwort geht es hier von selbst weiter.',
  openApp: 'Simulierte App öffnen',
  newTab: 'in einem neuen Tab',
  continue: 'Weiter',
  notYet: 'In der App gibt es noch keine Antwort von Ihnen.',

  phoneTitle: 'Bestätigen Sie diese Zahlung?',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  approvedTitle: 'Fertig, die Zahlung ist freigegeben',
  rejectedTitle: 'Fertig, die Zahlung ist nicht bestätigt',
  endedTitle: 'Diese Bestätigung ist beendet',
  phoneOver: 'Sie können diesen Tab schließen und im Fenster des Shops weitermachen.',
  nothingTitle: 'Es gibt nichts zu bestätigen',
  nothingText: 'Wenn eine Zahlung Sie braucht, erscheint sie hier.',

  awayTitle: 'Sie sind weggegangen',
  awayText: 'Hier passiert nichts mehr. Die Bank hört zu dieser Zeit auf zu warten:',
  stuckTitle: 'Die Bank antwortet nicht',
  stuckText:
    'Diese Testkarte bekommt nie eine Antwort. Die Bank hört zu dieser Zeit auf zu warten:',

  yesTitle: 'Zahlung bestätigt',
  noTitle: 'Zahlung nicht bestätigt',
  unknownTitle: 'Die Bank konnte das nicht prüfen',
  overText: 'Gehen Sie zurück zum Shop, er kennt das Ergebnis.',
  fingerprintTitle: 'Einen Moment',
  methodText: 'Die Bank lernt Ihren Browser kennen.',

  badCreq: 'Der Shop hat eine Anfrage (creq) gesendet, die nicht lesbar ist.',
  badSession: 'Das Feld threeDSSessionData des Shops ist länger als 1024 Zeichen.',
  unknownChallenge: 'Die Bank kennt diese Bestätigung nicht. Vielleicht ist sie lange her.',
  badReturn: 'Die Rückkehradresse des Shops ist keine Webadresse, daher führt kein Weg zurück.',
  badFingerprint:
    'threeDSMethodData ist nicht lesbar. Erwartet wird JSON in base64url mit ' +
    'threeDSServerTransID und threeDSMethodNotificationURL (Webadresse, höchstens 256 Zeichen).',
};
