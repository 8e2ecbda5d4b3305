// Tests of every refusal reason and error code of Adyen: our reject code, and whether another
// provider may be tried.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { declineOf, refusalOf } from './reasons.ts';

const E = 'elsewhere';
const refusals: readonly (readonly [
  code: string,
  name: string,
  ours: string,
  elsewhere?: string,
])[] = [
  ['2', 'Refused', 'DO_NOT_HONOR'],
  ['3', 'Referral', 'DO_NOT_HONOR'],
  ['4', 'Acquirer Error', 'ISSUER_UNAVAILABLE', E],
  ['5', 'Blocked Card', 'CARD_RESTRICTED'],
  ['6', 'Expired Card', 'EXPIRED_CARD'],
  ['7', 'Invalid Amount', 'AMOUNT_OUT_OF_RANGE'],
  ['8', 'Invalid Card Number', 'INVALID_CARD'],
  ['9', 'Issuer Unavailable', 'ISSUER_UNAVAILABLE', E],
  ['10', 'Not supported', 'CARD_RESTRICTED', E],
  ['11', '3D Not Authenticated', 'SCA_FAILED'],
  ['12', 'Not enough balance', 'INSUFFICIENT_FUNDS'],
  ['14', 'Acquirer Fraud', 'SUSPECTED_FRAUD'],
  ['15', 'Cancelled', 'DO_NOT_HONOR'],
  ['16', 'Shopper Cancelled', 'CANCELLED_BY_CUSTOMER'],
  ['17', 'Invalid Pin', 'DO_NOT_HONOR'],
  ['18', 'Pin tries exceeded', 'CARD_RESTRICTED'],
  ['19', 'Pin validation not possible', 'DO_NOT_HONOR'],
  ['20', 'FRAUD', 'SUSPECTED_FRAUD'],
  ['21', 'Not Submitted', 'SYSTEM_ERROR', E],
  ['22', 'FRAUD-CANCELLED', 'SUSPECTED_FRAUD'],
  ['23', 'Transaction Not Permitted', 'CARD_RESTRICTED', E],
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
  ['40', 'Current AID is in Penalty Box', 'ISSUER_UNAVAILABLE', E],
  ['41', 'CVM Required Restart Payment', 'CARD_RESTRICTED'],
  ['42', '3DS Authentication Error', 'SCA_UNAVAILABLE'],
  ['43', 'Online PIN required', 'CARD_RESTRICTED'],
  ['44', 'Try another interface', 'CARD_RESTRICTED'],
  ['45', 'Chip downgrade mode', 'CARD_RESTRICTED'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'DO_NOT_HONOR'],
  ['50', 'Token Revoked', 'CARD_RESTRICTED'],
];

const declined = (
  rejectCode: string,
  reference: string | null,
  code: string,
  elsewhere?: string,
) => ({
  kind: 'declined',
  rejectCode,
  reference,
  ...(code === '' ? {} : { providerCode: code }),
  ...(elsewhere === undefined ? {} : { mayTryElsewhere: true }),
});

for (const [code, name, ours, elsewhere] of refusals) {
  test(`refusal ${code}, ${name}: ${ours}`, () => {
    const expected = declined(ours, 'PSP1', code, elsewhere);
    for (const given of [code, name, name.toUpperCase(), `${name}.`]) {
      deepEqual(declineOf(given, 'PSP1'), expected, given);
    }
  });
}

test('an unknown refusal is a decline without a reason, and is kept', () => {
  for (const code of ['0', '13', '99', 'New Reason', 'toString', '__proto__']) {
    deepEqual(declineOf(code, null), declined('DO_NOT_HONOR', null, code));
  }
  for (const code of ['', 'x'.repeat(65), 'a\nb', 'zł', 12, null, undefined, {}, ['2']]) {
    deepEqual(declineOf(code, null), declined('DO_NOT_HONOR', null, ''));
  }
});

const errors: readonly (readonly [code: string, ours: string, elsewhere?: string])[] = [
  ['101', 'INVALID_CARD'],
  ['102', 'INVALID_CARD'],
  ['103', 'INVALID_CVV'],
  ['129', 'EXPIRED_CARD'],
  ['137', 'AMOUNT_OUT_OF_RANGE'],
  ['138', 'CURRENCY_NOT_SUPPORTED', E],
  ['140', 'EXPIRED_CARD'],
  ['141', 'EXPIRED_CARD'],
  ['153', 'INVALID_CVV'],
  ['905', 'CARD_RESTRICTED', E],
  ['905_1', 'CARD_RESTRICTED', E],
  ['907', 'CARD_RESTRICTED', E],
  ['916', 'LIMIT_EXCEEDED'],
  // The numbers of refusals mean something else as errors.
  ['2', 'SYSTEM_ERROR'],
  ['130', 'SYSTEM_ERROR'],
  ['14_006', 'SYSTEM_ERROR'],
];

for (const [code, ours, elsewhere] of errors) {
  test(`error ${code}: ${ours}`, () => {
    deepEqual(refusalOf(code), declined(ours, null, code, elsewhere));
  });
}
