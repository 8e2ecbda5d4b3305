// Polish: what customers are told after a refused payment.

import type { refusal as english } from '../en/refusal.ts';

export const refusal: Readonly<Record<keyof typeof english, string>> = {
  'refusal.declined': 'Bank odrzucił płatność.',
  'refusal.bankDoesNotAnswer': 'Bank chwilowo nie odpowiada.',
  'refusal.notConfirmed': 'Bank nie potwierdził Twojej tożsamości.',
  'refusal.confirmedTooLate': 'Płatność nie została potwierdzona na czas.',
  'refusal.alreadyPaid': 'To zamówienie jest już opłacone.',
  'refusal.methodClosed': 'Ta metoda płatności jest niedostępna dla tego zamówienia.',
  'refusal.wrongAmountRange': 'Ta metoda płatności nie obsługuje takiej kwoty.',
  'refusal.expired': 'Czas na tę płatność minął.',
  'refusal.holdReleased': 'Blokada środków została zwolniona.',
  'refusal.cancelled': 'Płatność została anulowana.',
  'refusal.technical': 'Płatność nie powiodła się z powodów technicznych.',
  'refusal.useAnother': 'Użyj innej karty lub wybierz inną metodę płatności.',
  'refusal.chooseOther': 'Wybierz inną metodę płatności.',
  'refusal.tryAgain': 'Spróbuj ponownie lub wybierz inną metodę płatności.',
  'refusal.tryLater': 'Spróbuj ponownie za kilka minut lub wybierz inną metodę płatności.',
  'refusal.checkCard': 'Sprawdź dane karty albo użyj innej karty lub metody płatności.',
  'refusal.confirmAgain': 'Spróbuj ponownie i potwierdź płatność w banku.',
  'refusal.goBack': 'Wróć do sklepu.',
  'refusal.notCharged': 'Pieniądze nie zostały pobrane.',
  'refusal.startOver': 'Wróć do sklepu i rozpocznij płatność od nowa.',
};
