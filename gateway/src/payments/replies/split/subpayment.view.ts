// The shares of a MARKETPLACE payment in answers to the merchant. The customer's page gets
// order-lines.ts instead.

import { present } from '../../../core/json/present.ts';
import { Type, type TObject, type TProperties } from 'typebox';
import { amountReply, amountView, oneOf, optionalText } from '../../../http/schema.ts';
import { statusMeanings } from '../../fields/meanings.ts';
import type { Payment } from '../../model/payment.ts';
import type { Subpayment } from '../../model/subpayment.ts';

export const subpaymentSchema = Type.Object({
  subpaymentId: Type.String({ description: 'Id of the subpayment; a refund names it.' }),
  merchantId: Type.String({ description: 'MID of the merchant that receives the share.' }),
  amount: amountReply('The share in major units.'),
  commission: amountReply('What the marketplace keeps of the share.'),
  refundedAmount: amountReply('Refunded so far, including refunds in progress.'),
  status: oneOf(statusMeanings, 'Status of the share: that of its payment.'),
  description: optionalText('What the share is for.'),
  extSubpaymentId: optionalText('Your own id of the share.'),
});

const splitProperties = {
  subpayments: Type.Optional(
    Type.Array(subpaymentSchema, {
      description:
        'With transType MARKETPLACE and a merchant token: the shares, in the order of the request.',
    }),
  ),
};

/** The schema of an answer that describes the whole payment, with its shares. */
export function withSplit<P extends TProperties>({ properties }: TObject<P>) {
  return Type.Object({ ...properties, ...splitProperties });
}

export function subpaymentView(share: Subpayment, { currency, status }: Payment) {
  return {
    subpaymentId: share.subpaymentId,
    merchantId: share.payeeId,
    amount: amountView(share.amountMinor, currency),
    commission: amountView(share.commissionMinor, currency),
    refundedAmount: amountView(share.refundedMinor, currency),
    status,
    ...present({ description: share.description, extSubpaymentId: share.extSubpaymentId }),
  };
}

/** Absent for a STANDARD payment. */
export function splitView(payment: Payment, shares: readonly Subpayment[]) {
  if (shares.length === 0) return {};
  return { subpayments: shares.map((share) => subpaymentView(share, payment)) };
}
