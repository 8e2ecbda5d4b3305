// GET /v1/ecommerce/payment/{paymentId}/transactions: the transactions of a payment, in order
// (specification 4.2).

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { transactionSchema, transactionView } from '../replies/transaction.view.ts';

export const listTransactions = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/transactions',
    summary: 'List the transactions of a payment',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: Type.Array(transactionSchema),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: Pick<PaymentParts, 'store'> & DepsOf<typeof findPayment>, { params, caller }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    const rows = await parts.store.transactions(payment.merchantId, payment.paymentId);
    return rows.map(transactionView);
  },
);
