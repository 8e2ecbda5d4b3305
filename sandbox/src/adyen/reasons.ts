// The refusal reasons that the simulated Adyen gives for the reject codes of the acquirer.

type Reason = readonly [code: string, name: string];

const reasons: Readonly<Record<string, Reason>> = {
  DO_NOT_HONOR: ['2', 'Refused'],
  INSUFFICIENT_FUNDS: ['12', 'Not enough balance'],
  EXPIRED_CARD: ['6', 'Expired Card'],
  LOST_CARD: ['5', 'Blocked Card'],
  STOLEN_CARD: ['5', 'Blocked Card'],
  LIMIT_EXCEEDED: ['28', 'Withdrawal amount exceeded'],
  INVALID_CVV: ['24', 'CVC Declined'],
  INVALID_CARD: ['8', 'Invalid Card Number'],
  CARD_RESTRICTED: ['25', 'Restricted Card'],
  SUSPECTED_FRAUD: ['31', 'Issuer Suspected Fraud'],
  ISSUER_UNAVAILABLE: ['9', 'Issuer Unavailable'],
  SCA_REQUIRED: ['38', 'Authentication required'],
  TOKEN_SUSPENDED: ['50', 'Token Revoked'],
  TOKEN_NOT_ACTIVE: ['50', 'Token Revoked'],
};

export function reasonOf(rejectCode: string | undefined): Reason {
  return reasons[rejectCode ?? ''] ?? ['2', 'Refused'];
}
