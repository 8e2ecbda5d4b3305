// German: what customers are told after a refused payment.

import type { refusal as english } from '../en/refusal.ts';

export const refusal: Readonly<Record<keyof typeof english, string>> = {
  'refusal.declined': 'Ihre Bank hat die Zahlung abgelehnt.',
  'refusal.bankDoesNotAnswer': 'Ihre Bank antwortet im Moment nicht.',
  'refusal.notConfirmed': 'Ihre Bank konnte Ihre Identität nicht bestätigen.',
  'refusal.confirmedTooLate': 'Die Zahlung wurde nicht rechtzeitig bestätigt.',
  'refusal.alreadyPaid': 'Diese Bestellung ist bereits bezahlt.',
  'refusal.methodClosed': 'Diese Zahlungsart ist für diese Bestellung nicht verfügbar.',
  'refusal.wrongAmountRange': 'Diese Zahlungsart ist für diesen Betrag nicht möglich.',
  'refusal.expired': 'Die Zeit für diese Zahlung ist abgelaufen.',
  'refusal.holdReleased': 'Der reservierte Betrag wurde freigegeben.',
  'refusal.cancelled': 'Die Zahlung wurde abgebrochen.',
  'refusal.technical': 'Die Zahlung ist aus technischen Gründen fehlgeschlagen.',
  'refusal.useAnother': 'Verwenden Sie eine andere Karte oder wählen Sie eine andere Zahlungsart.',
  'refusal.chooseOther': 'Wählen Sie eine andere Zahlungsart.',
  'refusal.tryAgain': 'Versuchen Sie es erneut oder wählen Sie eine andere Zahlungsart.',
  'refusal.tryLater':
    'Versuchen Sie es in einigen Minuten erneut oder wählen Sie eine andere Zahlungsart.',
  'refusal.checkCard':
    'Prüfen Sie die Kartendaten oder verwenden Sie eine andere Karte oder Zahlungsart.',
  'refusal.confirmAgain': 'Versuchen Sie es erneut und bestätigen Sie die Zahlung bei Ihrer Bank.',
  'refusal.goBack': 'Gehen Sie zurück zum Shop.',
  'refusal.notCharged': 'Es wurde nichts abgebucht.',
  'refusal.startOver': 'Gehen Sie zurück zum Shop und starten Sie die Zahlung neu.',
};
