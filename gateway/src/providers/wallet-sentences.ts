// What the payment page tells a customer whose wallet token cannot be used: one sentence and one
// action, in every language of the page.

import type { SentenceLanguage } from './blik/customer-sentences.ts';
import type { RejectCode } from './reject-codes.ts';

type Sentences = Readonly<Record<SentenceLanguage, string>>;

export const walletRejectCodes = [
  'WALLET_TOKEN_INVALID',
  'WALLET_TOKEN_EXPIRED',
  'WALLET_TOKEN_USED',
  'WALLET_AMOUNT_MISMATCH',
] as const satisfies readonly RejectCode[];

export const walletCustomerSentences: Readonly<
  Record<(typeof walletRejectCodes)[number], Sentences>
> = {
  WALLET_TOKEN_INVALID: {
    pl: 'Płatność z portfela nie powiodła się. Wybierz inny sposób płatności.',
    en: 'The payment from your wallet failed. Choose another way to pay.',
    de: 'Die Zahlung mit der Wallet ist fehlgeschlagen. Wählen Sie eine andere Zahlungsart.',
    uk: 'Оплата з гаманця не вдалася. Оберіть інший спосіб оплати.',
  },
  WALLET_TOKEN_EXPIRED: {
    pl: 'Potwierdzenie w portfelu straciło ważność. Potwierdź płatność ponownie.',
    en: 'Your confirmation in the wallet has expired. Confirm the payment again.',
    de: 'Ihre Bestätigung in der Wallet ist abgelaufen. Bestätigen Sie die Zahlung erneut.',
    uk: 'Підтвердження в гаманці втратило чинність. Підтвердьте оплату ще раз.',
  },
  WALLET_TOKEN_USED: {
    pl: 'To potwierdzenie z portfela zostało już użyte. Potwierdź płatność ponownie.',
    en: 'This confirmation of your wallet was already used. Confirm the payment again.',
    de: 'Diese Bestätigung der Wallet wurde bereits verwendet. Bestätigen Sie die Zahlung erneut.',
    uk: 'Це підтвердження з гаманця вже використано. Підтвердьте оплату ще раз.',
  },
  WALLET_AMOUNT_MISMATCH: {
    pl: 'Kwota w portfelu była inna niż kwota płatności. Potwierdź płatność ponownie.',
    en: 'The amount in your wallet differed from the payment. Confirm the payment again.',
    de: 'Der Betrag in der Wallet war ein anderer. Bestätigen Sie die Zahlung erneut.',
    uk: 'Сума в гаманці відрізнялася від суми оплати. Підтвердьте оплату ще раз.',
  },
};
