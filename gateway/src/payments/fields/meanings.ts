// The values of a payment and what they mean, for the documentation of every endpoint with them.

import { dataRequests } from '../../methods/registry.ts';

export const statusMeanings = {
  NEW: 'Registered. Waits for a payment method or an instrument; no provider has been called.',
  PENDING: 'In progress at a provider, or waiting for the customer. The result is not known yet.',
  COMPLETED: 'Paid or preauthorized: the amount has been charged or is held for you.',
  REJECTED: 'Failed, no money was taken; rejectCode says why. Can be retried as a new payment.',
  CANCELLED: 'Cancelled, or not completed within its validity time. Held money is released.',
  ERROR: 'Failed for technical reasons, no money was taken. Can be retried as a new payment.',
  SETTLED: 'Paid out to you.',
} as const;

export const dataRequestMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(dataRequests).map(([request, { meaning }]) => [request, meaning]),
);

export const transKindMeanings = {
  AUTH: 'The amount is charged at once. The default.',
  PREAUTH: 'The amount is held on the card until it is captured, cancelled or released.',
  ACCT_FUNDING:
    'The amount is charged at once and funds another card, the recipient. By card only; refunded ' +
    'only in full.',
} as const;

export const transTypeMeanings = {
  STANDARD: 'A payment to one merchant. The default.',
  MARKETPLACE: 'A payment that order.subpayments divides between merchants.',
} as const;

export const recurringMeanings = {
  INITIAL: 'First payment of a series. The customer is present and is always authenticated.',
  SUBSEQUENT:
    'Later payment of a series without the customer. Needs refPaymentId, the same card, and the ' +
    'permission of the operator.',
} as const;

export const transactionTypeMeanings = {
  AUTH: 'The amount is charged.',
  PREAUTH: 'The amount is held.',
  ADJUSTMENT: 'The held amount is changed; amount is the new total.',
  CAPTURE: 'The held amount is charged, in full or in part.',
  REVERSAL: 'A charge or hold is taken back by a cancellation.',
  REFUND: 'Money goes back to the customer: POST …/refund.',
  SETTLEMENT: 'Money is paid out to the merchant. Not available in this version.',
} as const;

export const transactionStatusMeanings = {
  PENDING: 'The provider has not answered yet; the gateway asks again until the result is known.',
  COMPLETED: 'The provider has approved.',
  REJECTED: 'The provider or the issuer has declined; rejectCode says why.',
  CANCELLED: 'Withdrawn, or taken back by a reversal.',
  ERROR: 'The provider never received the request. No money was moved.',
} as const;
