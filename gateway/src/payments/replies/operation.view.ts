// The view of an operation on a payment: the record with the transaction.

import { Type } from 'typebox';
import { present } from '../../core/json/present.ts';
import { amountReply, amountView, oneOf, optionalText } from '../../http/schema.ts';
import { transactionStatusMeanings } from '../fields/meanings.ts';
import { authorizedNow, type Payment } from '../model/payment.ts';
import type { Transaction } from '../model/transaction.ts';
import { recordProperties, recordView } from './payment.view.ts';

export const operationSchema = Type.Object({
  ...recordProperties,
  transId: optionalText('The transaction of this operation'),
  transactionStatus: Type.Optional(
    oneOf(transactionStatusMeanings, 'Status of the transaction of this operation.'),
  ),
  authorizedAmount: amountReply('Held or taken now; after a capture what was captured'),
  capturedAmount: amountReply('Captured now'),
});

/** The record with the transaction of an operation. */
export function operationView(payment: Payment, transaction: Transaction | undefined) {
  return {
    ...recordView(payment),
    ...present({ transId: transaction?.transId, transactionStatus: transaction?.status }),
    authorizedAmount: amountView(authorizedNow(payment), payment.currency),
    capturedAmount: amountView(payment.capturedMinor, payment.currency),
  };
}
