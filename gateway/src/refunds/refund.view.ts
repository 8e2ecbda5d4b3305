// What answers show of a refund.

import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { present } from '../core/json/present.ts';
import { amountReply, amountView, oneOf, optionalText, time } from '../http/schema.ts';
import type { Transaction } from '../payments/model/transaction.ts';
import { rejectReasons } from '../methods/registry.ts';
import type { RefundStatus } from './refund.states.ts';

const refundStatusMeanings: Readonly<Record<RefundStatus, string>> = {
  PENDING: 'The provider has not decided yet; the gateway asks until the result is known.',
  COMPLETED: 'The money goes back to the customer.',
  REJECTED: 'Declined; rejectCode says why. The money is available again.',
  ERROR: 'The provider never received the request. The money is available again.',
};

export const refundSchema = Type.Object({
  paymentId: Type.String({ description: 'Id of the payment.' }),
  subpaymentId: optionalText('The subpayment that is refunded.'),
  refundId: Type.String({ description: 'Id of the refund, also the transId of its transaction.' }),
  extRefundId: optionalText('Your own id of the refund.'),
  amount: amountReply('Amount in major units'),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  status: oneOf(refundStatusMeanings, 'Status of the refund.'),
  rejectCode: optionalText('Why it was declined.'),
  rejectInfo: optionalText('The same as a sentence.'),
  description: optionalText('description of the request.'),
  createdAt: time('When it was made'),
  updatedAt: time('When it last changed'),
});

export function refundView(refund: Transaction) {
  const { rejectCode } = refund;
  return {
    paymentId: refund.paymentId,
    ...present({ subpaymentId: refund.subpaymentId }),
    refundId: refund.transId,
    ...present({ extRefundId: refund.extRefundId }),
    amount: amountView(refund.amountMinor, refund.currency),
    currency: refund.currency,
    status: refund.status as RefundStatus,
    ...present({
      rejectCode,
      rejectInfo: rejectCode && rejectReasons[rejectCode].info,
      description: refund.description,
    }),
    createdAt: isoTime(refund.createdAt),
    updatedAt: isoTime(refund.updatedAt),
  };
}
