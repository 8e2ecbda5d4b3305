// What Adyen says about a payment that was not made, as one of our reject codes: the refusal
// reasons of an authorization and the errors of a request that was not accepted. A code that is not
// listed is a decline without a reason; the original is kept with the attempt.

import type { Declined } from '../outcome.ts';
import type { RejectCode } from '../reject-codes.ts';

type Reason = readonly [
  code: string,
  name: string,
  rejectCode: RejectCode,
  elsewhere?: 'elsewhere',
];

/** Answers state the code, messages the name. */
const reasons: readonly Reason[] = [
  ['2', 'Refused', 'DO_NOT_HONOR'],
  ['3', 'Referral', 'DO_NOT_HONOR'],
  ['4', 'Acquirer Error', 'ISSUER_UNAVAILABLE', 'elsewhere'],
  ['5', 'Blocked Card', 'CARD_RESTRICTED'],
  ['6', 'Expired Card', 'EXPIRED_CARD'],
  ['7', 'Invalid Amount', 'AMOUNT_OUT_OF_RANGE'],
  ['8', 'Invalid Card Number', 'INVALID_CARD'],
  ['9', 'Issuer Unavailable', 'ISSUER_UNAVAILABLE', 'elsewhere'],
  ['10', 'Not supported', 'CARD_RESTRICTED', 'elsewhere'],
  ['11', '3D Not Authenticated', 'SCA_FAILED'],
  ['12', 'Not enough balance', 'INSUFFICIENT_FUNDS'],
  ['14', 'Acquirer Fraud', 'SUSPECTED_FRAUD'],
  ['15', 'Cancelled', 'DO_NOT_HONOR'],
  ['16', 'Shopper Cancelled', 'CANCELLED_BY_CUSTOMER'],
  ['17', 'Invalid Pin', 'DO_NOT_HONOR'],
  ['18', 'Pin tries exceeded', 'CARD_RESTRICTED'],
  ['19', 'Pin validation not possible', 'DO_NOT_HONOR'],
  ['20', 'FRAUD', 'SUSPECTED_FRAUD'],
  ['21', 'Not Submitted', 'SYSTEM_ERROR', 'elsewhere'],
  ['22', 'FRAUD-CANCELLED', 'SUSPECTED_FRAUD'],
  ['23', 'Transaction Not Permitted', 'CARD_RESTRICTED', 'elsewhere'],
  ['24', 'CVC Declined', 'INVALID_CVV'],
  ['25', 'Restricted Card', 'CARD_RESTRICTED'],
  ['26', 'Revocation Of Auth', 'CARD_RESTRICTED'],
  ['27', 'Declined Non Generic', 'DO_NOT_HONOR'],
  ['28', 'Withdrawal amount exceeded', 'LIMIT_EXCEEDED'],
  ['29', 'Withdrawal count exceeded', 'LIMIT_EXCEEDED'],
  ['31', 'Issuer Suspected Fraud', 'SUSPECTED_FRAUD'],
  ['32', 'AVS Declined', 'DO_NOT_HONOR'],
  ['33', 'Card requires online pin', 'CARD_RESTRICTED'],
  ['34', 'No checking account available on Card', 'CARD_RESTRICTED'],
  ['35', 'No savings account available on Card', 'CARD_RESTRICTED'],
  ['36', 'Mobile pin required', 'CARD_RESTRICTED'],
  ['37', 'Contactless fallback', 'CARD_RESTRICTED'],
  ['38', 'Authentication required', 'SCA_REQUIRED'],
  ['39', 'RReq not received from DS', 'SCA_UNAVAILABLE'],
  ['40', 'Current AID is in Penalty Box', 'ISSUER_UNAVAILABLE', 'elsewhere'],
  ['41', 'CVM Required Restart Payment', 'CARD_RESTRICTED'],
  ['42', '3DS Authentication Error', 'SCA_UNAVAILABLE'],
  ['43', 'Online PIN required', 'CARD_RESTRICTED'],
  ['44', 'Try another interface', 'CARD_RESTRICTED'],
  ['45', 'Chip downgrade mode', 'CARD_RESTRICTED'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'DO_NOT_HONOR'],
  ['50', 'Token Revoked', 'CARD_RESTRICTED'],
];

/** Of requests that are well formed, but cannot be carried out. */
const errors: readonly Reason[] = [
  ['101', 'Invalid card number', 'INVALID_CARD'],
  ['102', 'Unable to determine variant', 'INVALID_CARD'],
  ['103', 'CVC is not the right length', 'INVALID_CVV'],
  ['129', 'Expiry Date Invalid', 'EXPIRED_CARD'],
  ['137', 'Invalid amount', 'AMOUNT_OUT_OF_RANGE'],
  ['138', 'Unsupported currency specified', 'CURRENCY_NOT_SUPPORTED', 'elsewhere'],
  ['140', 'Expiry month or year invalid, or before now', 'EXPIRED_CARD'],
  ['141', 'Expiry month or year invalid', 'EXPIRED_CARD'],
  ['153', 'Invalid CVC', 'INVALID_CVV'],
  ['905', 'Payment details are not supported', 'CARD_RESTRICTED', 'elsewhere'],
  ['905_1', 'Could not find an acquirer account', 'CARD_RESTRICTED', 'elsewhere'],
  ['907', 'Not supported for this country', 'CARD_RESTRICTED', 'elsewhere'],
  ['916', 'Amount exceeds the limit for this card', 'LIMIT_EXCEEDED'],
];

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const byCode = new Map(reasons.map((reason) => [reason[0], reason]));
const byName = new Map(reasons.map((reason) => [plain(reason[1]), reason]));
const byError = new Map(errors.map((reason) => [reason[0], reason]));

/** The code or the name of a refusal reason. */
export function declineOf(given: unknown, reference: string | null): Declined {
  const text = typeof given === 'string' ? given : '';
  return declined(byCode.get(text) ?? byName.get(plain(text)), text, reference);
}

/** The code of an error. */
export function refusalOf(given: unknown): Declined {
  const text = typeof given === 'string' ? given : '';
  return declined(byError.get(text) ?? ['', '', 'SYSTEM_ERROR'], text, null);
}

const CODE = /^[\x20-\x7e]{1,64}$/;

function declined(reason: Reason | undefined, text: string, reference: string | null): Declined {
  const [code, , rejectCode = 'DO_NOT_HONOR', elsewhere] = reason ?? [];
  const providerCode = code || text;
  return {
    kind: 'declined',
    rejectCode,
    reference,
    ...(CODE.test(providerCode) ? { providerCode } : {}),
    ...(elsewhere === undefined ? {} : { mayTryElsewhere: true }),
  };
}
