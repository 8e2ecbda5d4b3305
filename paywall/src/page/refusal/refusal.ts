// What a customer is told after a refused payment: one sentence and one thing to do for each reject
// code of the gateway. What an issuer says about a card would help a thief, so it reads like any
// refusal; the gateway tells a page no more than that either.

export const refusalSentences = [
  'declined',
  'noFunds',
  'limitExceeded',
  'unsupportedCard',
  'bankDoesNotAnswer',
  'notConfirmed',
  'confirmedTooLate',
  'alreadyPaid',
  'methodClosed',
  'wrongAmountRange',
  'bankClosed',
  'transferRefused',
  'wrongTransfer',
  'savedCardGone',
  'recipientRefused',
  'walletRefused',
  'walletTooLate',
  'expired',
  'holdReleased',
  'cancelled',
  'technical',
  'wrongBlikCode',
  'blikCodeExpired',
  'blikCodeUsed',
  'blikCodeCancelled',
  'blikSeveralApps',
  'blikShopNotSaved',
  'blikDeclinedInApp',
  'blikNotConfirmed',
  'blikWrongPin',
  'blikNotPossible',
] as const;
export type RefusalSentence = (typeof refusalSentences)[number];

export const refusalActions = [
  'useAnother',
  'chooseOther',
  'tryAgain',
  'tryLater',
  'checkCard',
  'confirmAgain',
  'chooseBank',
  'enterNewCode',
  'chooseApp',
  'waitForReturn',
  'goBack',
] as const;
export type RefusalAction = (typeof refusalActions)[number];

/** The texts of one language. */
export interface RefusalTexts {
  readonly sentences: Readonly<Record<RefusalSentence, string>>;
  readonly actions: Readonly<Record<RefusalAction, string>>;
  /** Follows every sentence, unless money may have moved. */
  readonly notCharged: string;
  /** The action when the payment is over: nothing can be tried on this page. */
  readonly startOver: string;
}

type Row = readonly [RefusalSentence, RefusalAction];

const aboutCard: Row = ['declined', 'checkCard'];

export const refusals: Readonly<Record<string, Row>> = {
  DO_NOT_HONOR: aboutCard,
  INSUFFICIENT_FUNDS: aboutCard,
  EXPIRED_CARD: aboutCard,
  LOST_CARD: aboutCard,
  STOLEN_CARD: aboutCard,
  LIMIT_EXCEEDED: aboutCard,
  INVALID_CVV: aboutCard,
  INVALID_CARD: aboutCard,
  CARD_RESTRICTED: aboutCard,
  SUSPECTED_FRAUD: aboutCard,
  ISSUER_UNAVAILABLE: ['bankDoesNotAnswer', 'tryLater'],
  SCA_REQUIRED: ['notConfirmed', 'confirmAgain'],
  SCA_FAILED: ['notConfirmed', 'confirmAgain'],
  SCA_REJECTED: ['notConfirmed', 'useAnother'],
  SCA_TIMEOUT: ['confirmedTooLate', 'confirmAgain'],
  SCA_UNAVAILABLE: ['bankDoesNotAnswer', 'tryLater'],
  ORDER_ALREADY_PAID: ['alreadyPaid', 'goBack'],
  UNSUPPORTED_BIN: ['unsupportedCard', 'useAnother'],
  TEST_CARD: ['unsupportedCard', 'useAnother'],
  CHANNEL_NOT_SUPPORTED: ['methodClosed', 'goBack'],
  METHOD_NOT_SUPPORTED: ['methodClosed', 'chooseOther'],
  CURRENCY_NOT_SUPPORTED: ['methodClosed', 'chooseOther'],
  AMOUNT_OUT_OF_RANGE: ['wrongAmountRange', 'chooseOther'],
  BANK_UNAVAILABLE: ['bankClosed', 'chooseBank'],
  BANK_REJECTED: ['transferRefused', 'chooseBank'],
  WRONG_AMOUNT_PAID: ['wrongTransfer', 'waitForReturn'],
  TOKENIZATION_DECLINED: ['savedCardGone', 'useAnother'],
  TOKEN_SUSPENDED: ['savedCardGone', 'useAnother'],
  TOKEN_NOT_ACTIVE: ['savedCardGone', 'useAnother'],
  TOKENIZATION_NOT_SUPPORTED: ['savedCardGone', 'useAnother'],
  RECIPIENT_CARD_NOT_SUPPORTED: ['recipientRefused', 'goBack'],
  RECIPIENT_TOKEN_NOT_ACTIVE: ['recipientRefused', 'goBack'],
  WALLET_TOKEN_INVALID: ['walletRefused', 'chooseOther'],
  WALLET_TOKEN_EXPIRED: ['walletTooLate', 'tryAgain'],
  WALLET_TOKEN_USED: ['walletTooLate', 'tryAgain'],
  WALLET_AMOUNT_MISMATCH: ['walletRefused', 'tryAgain'],
  EXPIRED: ['expired', 'goBack'],
  HOLD_EXPIRED: ['holdReleased', 'goBack'],
  CANCELLED_BY_CUSTOMER: ['cancelled', 'tryAgain'],
  PROVIDER_UNAVAILABLE: ['technical', 'tryLater'],
  SYSTEM_ERROR: ['technical', 'tryLater'],
  BLIK_WRONG_TICKET: ['wrongBlikCode', 'enterNewCode'],
  BLIK_TICKET_EXPIRED: ['blikCodeExpired', 'enterNewCode'],
  BLIK_TICKET_USED: ['blikCodeUsed', 'enterNewCode'],
  BLIK_TICKET_CANCELLED: ['blikCodeCancelled', 'enterNewCode'],
  BLIK_ALIAS_NONUNIQUE: ['blikSeveralApps', 'chooseApp'],
  BLIK_ALIAS_NOT_FOUND: ['blikShopNotSaved', 'enterNewCode'],
  BLIK_ALIAS_DECLINED: ['blikShopNotSaved', 'enterNewCode'],
  BLIK_USER_DECLINED: ['blikDeclinedInApp', 'enterNewCode'],
  BLIK_USER_TIMEOUT: ['blikNotConfirmed', 'enterNewCode'],
  BLIK_AM_TIMEOUT: ['bankDoesNotAnswer', 'enterNewCode'],
  BLIK_TIMEOUT: ['bankDoesNotAnswer', 'enterNewCode'],
  BLIK_INSUFFICIENT_FUNDS: ['noFunds', 'chooseOther'],
  BLIK_LIMIT_EXCEEDED: ['limitExceeded', 'chooseOther'],
  BLIK_ISSUER_DECLINED: ['declined', 'chooseOther'],
  BLIK_SEC_DECLINED: ['declined', 'chooseOther'],
  BLIK_TAS_DECLINED: ['declined', 'chooseOther'],
  BLIK_BAD_PIN: ['blikWrongPin', 'enterNewCode'],
  BLIK_MIT_NOT_ALLOWED: ['blikNotPossible', 'enterNewCode'],
  BLIK_RECURRENCY_NOT_SUPPORTED: ['blikNotPossible', 'chooseOther'],
  BLIK_SYSTEM_ERROR: ['technical', 'enterNewCode'],
  BLIK_GENERAL_ERROR: ['declined', 'chooseOther'],
};

export interface Refusal {
  readonly sentence: string;
  /** That no money was taken; absent where it may have moved, or the payment goes on. */
  readonly notCharged?: string;
  readonly action: string;
}

const withMoney: ReadonlySet<RefusalSentence> = new Set(['wrongTransfer', 'blikSeveralApps']);

/** Actions that are possible whether the payment is over or not. */
const always: ReadonlySet<RefusalAction> = new Set(['goBack', 'waitForReturn']);

/** `isOpen`: the payment can still be paid on this page. Any other code reads like a refusal. */
export function refusalOf(texts: RefusalTexts, rejectCode: string, isOpen: boolean): Refusal {
  const row = Object.hasOwn(refusals, rejectCode) ? refusals[rejectCode] : undefined;
  const [sentence, action] = row ?? aboutCard;
  const isPossible = isOpen || always.has(action);
  return {
    sentence: texts.sentences[sentence],
    ...(withMoney.has(sentence) ? {} : { notCharged: texts.notCharged }),
    action: isPossible ? texts.actions[action] : texts.startOver,
  };
}
