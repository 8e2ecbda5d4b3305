// What the payment page tells a customer whose account funding payment is rejected because of its
// recipient: one sentence and one action, in every language of the page.

import type { SentenceLanguage } from '../blik/customer-sentences.ts';
import type { RejectCode } from '../reject-codes.ts';

type Sentences = Readonly<Record<SentenceLanguage, string>>;

export const fundingRejectCodes = [
  'RECIPIENT_CARD_NOT_SUPPORTED',
  'RECIPIENT_TOKEN_NOT_ACTIVE',
] as const satisfies readonly RejectCode[];

export const fundingCustomerSentences: Readonly<
  Record<(typeof fundingRejectCodes)[number], Sentences>
> = {
  RECIPIENT_CARD_NOT_SUPPORTED: {
    pl: 'Na kartę odbiorcy nie można przesłać pieniędzy. Wybierz inną kartę odbiorcy.',
    en: 'The card of the recipient cannot receive money. Choose another card of the recipient.',
    de: 'Die Karte des Empfängers kann kein Geld empfangen. Wählen Sie eine andere Karte.',
    uk: 'На картку одержувача не можна переказати гроші. Виберіть іншу картку одержувача.',
  },
  RECIPIENT_TOKEN_NOT_ACTIVE: {
    pl: 'Zapisana karta odbiorcy nie jest już ważna. Podaj kartę odbiorcy ponownie.',
    en: 'The saved card of the recipient is no longer valid. Enter the card again.',
    de: 'Die gespeicherte Karte des Empfängers ist nicht mehr gültig. Geben Sie sie erneut ein.',
    uk: 'Збережена картка одержувача більше не дійсна. Введіть її дані ще раз.',
  },
};
