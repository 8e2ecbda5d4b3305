// What the payment page tells a customer whose BLIK payment was declined: one sentence and one
// action per reject code, in every language of the page.

import type { BlikRejectCode } from './reasons.ts';

export const sentenceLanguages = ['pl', 'en', 'de', 'uk'] as const;
export type SentenceLanguage = (typeof sentenceLanguages)[number];
type Sentences = Readonly<Record<SentenceLanguage, string>>;

const newCode: Sentences = {
  pl: 'Wygeneruj nowy kod w aplikacji banku i wpisz go jeszcze raz.',
  en: 'Get a new code in your bank app and enter it again.',
  de: 'Erzeugen Sie in Ihrer Bank-App einen neuen Code und geben Sie ihn ein.',
  uk: 'Згенеруйте новий код у застосунку банку та введіть його ще раз.',
};
const otherMethod: Sentences = {
  pl: 'Wybierz inną metodę płatności.',
  en: 'Choose another payment method.',
  de: 'Wählen Sie eine andere Zahlungsart.',
  uk: 'Оберіть інший спосіб оплати.',
};
const payWithCode: Sentences = {
  pl: 'Zapłać kodem BLIK.',
  en: 'Pay with a BLIK code.',
  de: 'Zahlen Sie mit einem BLIK-Code.',
  uk: 'Сплатіть кодом BLIK.',
};

function sentences(what: Sentences, action: Sentences): Sentences {
  return {
    pl: `${what.pl} ${action.pl}`,
    en: `${what.en} ${action.en}`,
    de: `${what.de} ${action.de}`,
    uk: `${what.uk} ${action.uk}`,
  };
}

function text(pl: string, en: string, de: string, uk: string): Sentences {
  return { pl, en, de, uk };
}

const late = text(
  'Płatność nie została potwierdzona na czas.',
  'The payment was not confirmed in time.',
  'Die Zahlung wurde nicht rechtzeitig bestätigt.',
  'Платіж не підтверджено вчасно.',
);
const bankDeclined = text(
  'Bank odrzucił płatność.',
  'Your bank declined the payment.',
  'Ihre Bank hat die Zahlung abgelehnt.',
  'Ваш банк відхилив платіж.',
);
const technical = text(
  'Płatność nie powiodła się z przyczyn technicznych. Nie pobrano pieniędzy.',
  'The payment failed for technical reasons. No money was taken.',
  'Die Zahlung ist aus technischen Gründen gescheitert. Es wurde kein Geld abgebucht.',
  'Платіж не вдався з технічних причин. Гроші не списано.',
);
const noAlias = text(
  'Płatność bez kodu nie jest możliwa.',
  'Payment without a code is not possible.',
  'Eine Zahlung ohne Code ist nicht möglich.',
  'Оплата без коду неможлива.',
);

export const blikCustomerSentences: Readonly<Record<BlikRejectCode, Sentences>> = {
  BLIK_WRONG_TICKET: sentences(
    text(
      'Kod BLIK jest nieprawidłowy.',
      'The BLIK code is wrong.',
      'Der BLIK-Code ist falsch.',
      'Код BLIK неправильний.',
    ),
    newCode,
  ),
  BLIK_TICKET_EXPIRED: sentences(
    text(
      'Kod BLIK stracił ważność.',
      'The BLIK code has expired.',
      'Der BLIK-Code ist abgelaufen.',
      'Термін дії коду BLIK минув.',
    ),
    newCode,
  ),
  BLIK_TICKET_USED: sentences(
    text(
      'Kod BLIK został już użyty.',
      'The BLIK code was already used.',
      'Der BLIK-Code wurde bereits verwendet.',
      'Код BLIK уже використано.',
    ),
    newCode,
  ),
  BLIK_TICKET_CANCELLED: sentences(
    text(
      'Kod BLIK został anulowany.',
      'The BLIK code was cancelled.',
      'Der BLIK-Code wurde storniert.',
      'Код BLIK скасовано.',
    ),
    newCode,
  ),
  BLIK_ALIAS_NONUNIQUE: text(
    'Wybierz aplikację banku, którą chcesz zapłacić.',
    'Choose the bank app you want to pay with.',
    'Wählen Sie die Bank-App, mit der Sie zahlen möchten.',
    'Оберіть застосунок банку, яким хочете сплатити.',
  ),
  BLIK_ALIAS_NOT_FOUND: sentences(noAlias, payWithCode),
  BLIK_ALIAS_DECLINED: sentences(noAlias, payWithCode),
  BLIK_USER_DECLINED: sentences(
    text(
      'Płatność została odrzucona w aplikacji banku.',
      'The payment was declined in the bank app.',
      'Die Zahlung wurde in der Bank-App abgelehnt.',
      'Платіж відхилено в застосунку банку.',
    ),
    newCode,
  ),
  BLIK_USER_TIMEOUT: sentences(late, newCode),
  BLIK_AM_TIMEOUT: sentences(late, newCode),
  BLIK_TIMEOUT: sentences(late, newCode),
  BLIK_INSUFFICIENT_FUNDS: sentences(
    text(
      'Na koncie brakuje środków.',
      'The account has insufficient funds.',
      'Das Konto ist nicht ausreichend gedeckt.',
      'На рахунку недостатньо коштів.',
    ),
    otherMethod,
  ),
  BLIK_LIMIT_EXCEEDED: text(
    'Kwota przekracza limit BLIK. Zwiększ limit w aplikacji banku lub wybierz inną metodę.',
    'The amount exceeds your BLIK limit. Raise it in your bank app or choose another method.',
    'Der Betrag übersteigt Ihr BLIK-Limit. Erhöhen Sie es in der App oder zahlen Sie anders.',
    'Сума перевищує ліміт BLIK. Збільште ліміт у застосунку або оберіть інший спосіб.',
  ),
  BLIK_ISSUER_DECLINED: sentences(bankDeclined, otherMethod),
  BLIK_SEC_DECLINED: text(
    'Bank odrzucił płatność ze względów bezpieczeństwa. Skontaktuj się z bankiem.',
    'Your bank declined the payment for security reasons. Contact your bank.',
    'Ihre Bank hat die Zahlung aus Sicherheitsgründen abgelehnt. Wenden Sie sich an die Bank.',
    'Банк відхилив платіж із міркувань безпеки. Зверніться до банку.',
  ),
  BLIK_TAS_DECLINED: sentences(bankDeclined, otherMethod),
  BLIK_BAD_PIN: sentences(
    text(
      'Wpisano błędny PIN w aplikacji banku.',
      'A wrong PIN was entered in the bank app.',
      'In der Bank-App wurde eine falsche PIN eingegeben.',
      'У застосунку банку введено неправильний PIN.',
    ),
    newCode,
  ),
  BLIK_MIT_NOT_ALLOWED: sentences(noAlias, payWithCode),
  BLIK_RECURRENCY_NOT_SUPPORTED: sentences(
    text(
      'Twój bank nie obsługuje płatności cyklicznych BLIK.',
      'Your bank does not support recurring BLIK payments.',
      'Ihre Bank unterstützt keine wiederkehrenden BLIK-Zahlungen.',
      'Ваш банк не підтримує регулярних платежів BLIK.',
    ),
    otherMethod,
  ),
  BLIK_SYSTEM_ERROR: sentences(technical, newCode),
  BLIK_GENERAL_ERROR: sentences(technical, otherMethod),
};
