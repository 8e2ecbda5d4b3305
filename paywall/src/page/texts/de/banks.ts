// German: the choice of a bank.

import type { banks as english } from '../en/banks.ts';

export const banks: Readonly<Record<keyof typeof english, string>> = {
  'pbl.title': 'Online-Überweisung',
  'pbl.banks': 'Ihre Bank',
  'pbl.hint': 'Sie melden sich bei Ihrer Bank an und bestätigen eine ausgefüllte Überweisung.',
  'pbl.search': 'Bank suchen',
  'pbl.all.one': '{count} Bank anzeigen',
  'pbl.all.few': 'Alle {count} Banken anzeigen',
  'pbl.all.many': 'Alle {count} Banken anzeigen',
  'pbl.all.other': 'Alle {count} Banken anzeigen',
  'pbl.found.one': '{count} Bank gefunden',
  'pbl.found.few': '{count} Banken gefunden',
  'pbl.found.many': '{count} Banken gefunden',
  'pbl.found.other': '{count} Banken gefunden',
  'pbl.none':
    'Keine Bank mit diesem Namen. Prüfen Sie die Schreibweise oder wählen ' +
    'Sie eine andere Zahlungsart.',
  'pbl.empty': 'Zurzeit ist keine Bank verfügbar. Wählen Sie eine andere Zahlungsart.',
  'pbl.closed': 'Zurzeit nicht verfügbar',
  'pbl.opensAt': 'Verfügbar ab {time} Uhr',
  'pbl.from': 'Erst ab {amount}',
  'pbl.upTo': 'Nur bis {amount}',
  'pbl.banks.missing': 'Wählen Sie Ihre Bank.',
  'pbl.pay': 'Weiter zu {bank}',
  'pbl.payAny': 'Weiter zu Ihrer Bank',
};
