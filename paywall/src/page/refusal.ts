// What a customer is told after a refused payment: one sentence and one thing to do for each reject
// code of the gateway. Codes of a method are in its folder.

import type { RefusalOptions, RefusalRow } from './method.ts';
import { pageMethods } from './methods/registry.ts';
import type { Translate } from './texts/texts.ts';

const always: RefusalOptions = { isAlways: true };

const generalRefusals: Readonly<Record<string, RefusalRow>> = {
  SCA_REQUIRED: ['refusal.notConfirmed', 'refusal.confirmAgain'],
  SCA_FAILED: ['refusal.notConfirmed', 'refusal.confirmAgain'],
  SCA_REJECTED: ['refusal.notConfirmed', 'refusal.useAnother'],
  SCA_TIMEOUT: ['refusal.confirmedTooLate', 'refusal.confirmAgain'],
  SCA_UNAVAILABLE: ['refusal.bankDoesNotAnswer', 'refusal.tryLater'],
  ORDER_ALREADY_PAID: ['refusal.alreadyPaid', 'refusal.goBack', always],
  CHANNEL_NOT_SUPPORTED: ['refusal.methodClosed', 'refusal.goBack', always],
  METHOD_NOT_SUPPORTED: ['refusal.methodClosed', 'refusal.chooseOther'],
  CURRENCY_NOT_SUPPORTED: ['refusal.methodClosed', 'refusal.chooseOther'],
  AMOUNT_OUT_OF_RANGE: ['refusal.wrongAmountRange', 'refusal.chooseOther'],
  EXPIRED: ['refusal.expired', 'refusal.goBack', always],
  HOLD_EXPIRED: ['refusal.holdReleased', 'refusal.goBack', always],
  CANCELLED_BY_CUSTOMER: ['refusal.cancelled', 'refusal.tryAgain'],
  PROVIDER_UNAVAILABLE: ['refusal.technical', 'refusal.tryLater'],
  SYSTEM_ERROR: ['refusal.technical', 'refusal.tryLater'],
};

export const refusals: Readonly<Record<string, RefusalRow>> = Object.fromEntries(
  [generalRefusals, ...pageMethods.map((method) => method.refusals ?? {})].flatMap((one) =>
    Object.entries(one),
  ),
);

const unknownCode: RefusalRow = ['refusal.declined', 'refusal.checkCard'];

interface Refusal {
  readonly sentence: string;
  /** That no money was taken; absent where it may have moved, or the payment goes on. */
  readonly notCharged?: string;
  readonly action: string;
}

/** `isOpen`: the payment can still be paid on this page. Any other code reads like a refusal. */
export function refusalOf(t: Translate, rejectCode: string, isOpen: boolean): Refusal {
  const row = Object.hasOwn(refusals, rejectCode) ? refusals[rejectCode] : undefined;
  const [sentence, action, options = {}] = row ?? unknownCode;
  const isPossible = isOpen || options.isAlways === true;
  return {
    sentence: t(sentence),
    ...(options.isSilent ? {} : { notCharged: t('refusal.notCharged') }),
    action: t(isPossible ? action : 'refusal.startOver'),
  };
}
