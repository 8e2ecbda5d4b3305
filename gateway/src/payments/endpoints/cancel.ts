// POST …/cancel: ends a payment that has taken no money, or reverses a completed one at the
// acquirer (specification section 3). The customer's page may cancel only unfinished payments.

import { Type } from 'typebox';
import { formatAmount, money } from '../../core/money.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { amountOrAll, oneOf } from '../../http/schema.ts';
import { decideCancel } from '../decisions/cancel.ts';
import { decideReverse, liveAmount } from '../decisions/operate.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { saveReason, operate } from '../steps/operate.ts';
import { operationCurrency, readOperationAmount } from '../requests/operation-amount.ts';
import type { Loaded } from '../model/payment.ts';
import { callTerms } from '../processing/provider-call.ts';
import { operationSchema } from '../replies/operation.view.ts';

const reasons = {
  FRAUD: 'The merchant suspects fraud.',
  CLIENT: 'The customer has cancelled; the payment ends with rejectCode CANCELLED_BY_CUSTOMER.',
  TIMEOUT: 'The customer took too long.',
  SYSTEM: 'A technical reason at the merchant.',
} as const;

const body = Type.Object({
  reason: Type.Optional(
    oneOf(reasons, 'Why the payment is cancelled; returned in given.cancelReason.'),
  ),
  amount: Type.Optional(
    amountOrAll('Not needed. If you send it, it must be the whole amount: refund a part instead'),
  ),
  currency: operationCurrency,
});

export const cancelPayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/cancel',
    summary: 'Cancel a payment',
    description:
      'NEW and PENDING become CANCELLED at once. COMPLETED is reversed at the acquirer first: ' +
      'the answer waits for it up to 10 seconds, and transactionStatus is PENDING if it has not ' +
      'answered by then. Not possible after a capture.',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    whileSuspended: true,
    idempotent: true,
    states: ['NEW', 'PENDING', 'COMPLETED'],
    params: paymentParams,
    body,
    bodyOptional: true,
    reply: operationSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'NOT_IN_THIS_STATE',
      'ALREADY_CAPTURED',
      'ALREADY_REFUNDED',
      'OPERATION_IN_PROGRESS',
      'INSUFFICIENT_FUNDS',
      'OPERATION_DECLINED',
      'OPERATION_NOT_SUPPORTED',
    ],
  },
  async (parts: DepsOf<typeof callTerms | typeof operate | typeof saveReason>, call) => {
    const { caller } = call;
    const reason = call.body?.reason ?? null;
    const byCustomer = caller.kind === 'client' || reason === 'CLIENT';
    const terms = callTerms(parts);
    return operate(parts, call, async (loaded, now) => {
      const completed = loaded.payment.status === 'COMPLETED';
      if (completed && caller.kind === 'client') {
        const message = 'must be a MERCHANT token because the payment is COMPLETED';
        return refuse('TOKEN_NOT_FOR_THIS', [{ field: 'Authorization', message }]);
      }
      refusePart(loaded, readOperationAmount(call.body ?? {}, loaded.payment));
      const intent = byCustomer ? 'CUSTOMER_CANCEL' : 'CANCEL';
      const operation = { description: reason, ...terms };
      const decision = completed
        ? decideReverse(loaded, 'cancel', intent, operation, now)
        : decideCancel(loaded, byCustomer ? 'CANCELLED_BY_CUSTOMER' : null, terms, now);
      if (reason === null) return decision;
      return saveReason(parts, decision, () => ({ cancelReason: reason }));
    });
  },
);

function refusePart(loaded: Loaded, askedMinor: bigint | undefined): void {
  const { status, amountMinor, currency } = loaded.payment;
  const fullMinor = status === 'COMPLETED' ? liveAmount(loaded) : amountMinor;
  if (askedMinor === undefined || askedMinor === fullMinor) return;
  const fullAmount = formatAmount(money(fullMinor, currency));
  throw invalid('amount', `must be ${fullAmount}, the whole amount, or be left out`);
}
