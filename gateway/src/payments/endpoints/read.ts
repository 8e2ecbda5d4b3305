// GET /v1/ecommerce/payment/{paymentId}: basic information, never sensitive data (specification
// 4.2).

import { isoTime } from '../../core/clock.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { seenBy } from '../../providers/coarse-reasons.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { givenView } from '../replies/given.ts';
import { pendingOperationOf } from '../replies/pending-operation.ts';
import { customerStep } from '../replies/customer-step.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { orderLines } from '../replies/split/order-lines.ts';
import { isPaid } from '../model/payment.ts';
import { isSplit } from '../model/subpayment.ts';
import { splitView, withSplit } from '../replies/split/subpayment.view.ts';
import { paymentSchema, paymentView } from '../replies/payment.view.ts';
import { paidAtOf } from '../model/transaction.ts';

type ReadPaymentDeps = Pick<PaymentParts, 'store' | 'merchants' | 'links'> &
  DepsOf<typeof findPayment | typeof customerStep>;

export const readPayment = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/{paymentId}',
    summary: 'Read a payment',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    whileSuspended: true,
    params: paymentParams,
    reply: withSplit(paymentSchema),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (parts: ReadPaymentDeps, { params, caller }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    const isMerchant = caller.kind === 'merchant';
    const { merchantId, paymentId } = payment;
    const [details, merchant, challenge, pending, consents, shares, made] = await Promise.all([
      parts.store.details(merchantId, paymentId),
      parts.merchants.find(merchantId),
      customerStep(parts, payment),
      pendingOperationOf(parts.store, payment),
      isMerchant ? parts.store.consents(merchantId, paymentId) : undefined,
      isSplit(payment) ? parts.store.subpayments(merchantId, paymentId) : [],
      isPaid(payment) ? parts.store.transactions(merchantId, paymentId) : [],
    ]);
    if (!merchant) return refuse('PAYMENT_NOT_FOUND');
    const link = parts.links.url(payment);
    const { order, ...view } = paymentView(seenBy(caller, payment), details, merchant, link);
    const paidAt = paidAtOf(made);
    return {
      ...view,
      order: { ...order, ...orderLines(shares, payment.currency) },
      ...(paidAt === undefined ? {} : { paidAt: isoTime(paidAt) }),
      ...(isMerchant ? splitView(payment, shares) : {}),
      ...pending,
      ...challenge,
      ...(isMerchant ? givenView(details, consents) : {}),
    };
  },
);
