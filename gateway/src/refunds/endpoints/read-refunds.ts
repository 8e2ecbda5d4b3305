// GET …/refunds and GET …/refund/{refundId}: the refunds of a payment (specification 4.2).

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { findPayment, paymentParams } from '../../payments/requests/find-payment.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import type { RefundParts } from '../parts.ts';
import { refundSchema, refundView } from '../refund.view.ts';

export const listRefunds = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/refunds',
    summary: 'List the refunds of a payment',
    description: 'In the order in which they were made.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: Type.Array(refundSchema),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: DepsOf<typeof refundsOf>, { params, caller }) => {
    return (await refundsOf(parts, caller, params.paymentId)).map(refundView);
  },
);

export const readRefund = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}/refund/{refundId}',
    summary: 'Read a refund',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: Type.Object({
      ...paymentParams.properties,
      refundId: Type.String({ maxLength: 64, description: 'Id of the refund' }),
    }),
    reply: refundSchema,
    refusals: ['PAYMENT_NOT_FOUND', 'REFUND_NOT_FOUND'],
  },
  async (parts: DepsOf<typeof refundsOf>, { params, caller }) => {
    const refunds = await refundsOf(parts, caller, params.paymentId);
    const refund = refunds.find(({ transId }) => transId === params.refundId);
    return refund ? refundView(refund) : refuse('REFUND_NOT_FOUND');
  },
);

async function refundsOf(
  parts: Pick<RefundParts, 'store'> & DepsOf<typeof findPayment>,
  caller: Caller,
  paymentId: string,
): Promise<Transaction[]> {
  const payment = await findPayment(parts, caller, paymentId);
  const rows = await parts.store.transactions(payment.merchantId, payment.paymentId);
  return rows.filter(({ type }) => type === 'REFUND');
}
