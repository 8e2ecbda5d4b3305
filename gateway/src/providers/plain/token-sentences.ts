// What the payment page tells a customer whose stored card cannot be used because of its network
// token: one sentence and one action, in every language of the page.

import type { SentenceLanguage } from '../blik/customer-sentences.ts';
import type { RejectCode } from '../reject-codes.ts';

type Sentences = Readonly<Record<SentenceLanguage, string>>;

export const tokenRejectCodes = [
  'TOKENIZATION_DECLINED',
  'TOKENIZATION_NOT_SUPPORTED',
  'TOKEN_SUSPENDED',
  'TOKEN_NOT_ACTIVE',
] as const satisfies readonly RejectCode[];

export const tokenCustomerSentences: Readonly<
  Record<(typeof tokenRejectCodes)[number], Sentences>
> = {
  TOKENIZATION_DECLINED: {
    pl: 'Tej karty nie można zapisać. Użyj innej karty.',
    en: 'This card cannot be saved. Use another card.',
    de: 'Diese Karte kann nicht gespeichert werden. Verwenden Sie eine andere Karte.',
    uk: 'Цю картку не можна зберегти. Скористайтеся іншою карткою.',
  },
  TOKENIZATION_NOT_SUPPORTED: {
    pl: 'Tego rodzaju karty nie można zapisać. Użyj innej karty.',
    en: 'Cards of this kind cannot be saved. Use another card.',
    de: 'Karten dieser Art können nicht gespeichert werden. Verwenden Sie eine andere Karte.',
    uk: 'Картки цього типу не можна зберегти. Скористайтеся іншою карткою.',
  },
  TOKEN_SUSPENDED: {
    pl: 'Bank zablokował zapisaną kartę. Użyj innej karty lub zapytaj bank.',
    en: 'Your bank has blocked the saved card. Use another card or contact your bank.',
    de: 'Die Bank hat die gespeicherte Karte gesperrt. Verwenden Sie eine andere Karte.',
    uk: 'Банк заблокував збережену картку. Скористайтеся іншою карткою.',
  },
  TOKEN_NOT_ACTIVE: {
    pl: 'Zapisana karta nie jest już ważna. Podaj dane karty ponownie.',
    en: 'The saved card is no longer valid. Enter the card again.',
    de: 'Die gespeicherte Karte ist nicht mehr gültig. Geben Sie die Karte erneut ein.',
    uk: 'Збережена картка більше не дійсна. Введіть дані картки ще раз.',
  },
};
