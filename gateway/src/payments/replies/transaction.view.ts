// What answers show of a transaction.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { amountReply, amountView, oneOf, optionalText, time } from '../../http/schema.ts';
import { transactionStatusMeanings, transactionTypeMeanings } from '../fields/meanings.ts';
import type { Transaction } from '../model/transaction.ts';

export const transactionSchema = Type.Object({
  transId: Type.String({ description: 'Id of the transaction.' }),
  type: oneOf(transactionTypeMeanings, 'What the transaction does.'),
  status: oneOf(transactionStatusMeanings, 'Status of the transaction.'),
  amount: amountReply('Amount in major units'),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  description: optionalText('description of the operation, as it was sent.'),
  rejectCode: optionalText('Why it was declined.'),
  createdAt: time('When it was made'),
  updatedAt: time('When it last changed'),
});

export function transactionView(transaction: Transaction) {
  return {
    transId: transaction.transId,
    type: transaction.type,
    status: transaction.status,
    amount: amountView(transaction.amountMinor, transaction.currency),
    currency: transaction.currency,
    ...present({ description: transaction.description, rejectCode: transaction.rejectCode }),
    createdAt: isoTime(transaction.createdAt),
    updatedAt: isoTime(transaction.updatedAt),
  };
}
