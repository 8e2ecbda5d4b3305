// POST …/adjustment: changes the preauthorized amount to a new total, higher or lower, as often as
// needed before the capture (specification 4.2, rule 3).

import { Type } from 'typebox';
import { defect } from '../../core/assert.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { amount, freeText } from '../../http/schema.ts';
import { decideAdjust } from '../decisions/operate.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { operate } from '../steps/operate.ts';
import { operationCurrency, readOperationAmount } from '../requests/operation-amount.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { callTerms } from '../processing/provider-call.ts';
import { operationSchema } from '../replies/operation.view.ts';

type AdjustPaymentDeps = Pick<PaymentParts, 'merchants'> &
  DepsOf<typeof callTerms | typeof operate>;

export const adjustPayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/adjustment',
    summary: 'Change the amount of a preauthorization',
    description:
      'Sets a new total, until the capture. It may exceed the amount that the customer was ' +
      'authenticated for by the tolerance of the merchant, 15 % by default; above that, create ' +
      'a new payment for the difference. A MARKETPLACE payment cannot be adjusted. The answer ' +
      'waits for the acquirer up to 10 seconds, and transactionStatus is PENDING if it has not ' +
      'answered by then.',
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    states: ['COMPLETED'],
    params: paymentParams,
    body: Type.Object({
      amount: amount('The new total'),
      currency: operationCurrency,
      description: Type.Optional(
        Type.String({ ...freeText, maxLength: 512, description: 'Shown with the transaction.' }),
      ),
    }),
    reply: operationSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'NOT_IN_THIS_STATE',
      'NOT_A_PREAUTHORIZATION',
      'ALREADY_CAPTURED',
      'SPLIT_NOT_ADJUSTABLE',
      'ADJUSTMENT_EXCEEDS_EXEMPTION',
      'ADJUSTMENT_EXCEEDS_AUTHENTICATION',
      'OPERATION_IN_PROGRESS',
      'OPERATION_DECLINED',
      'OPERATION_NOT_SUPPORTED',
    ],
  },
  async (parts: AdjustPaymentDeps, call) => {
    const { body, caller } = call;
    const terms = callTerms(parts);
    const merchant = await parts.merchants.find((caller as MerchantCaller).merchantId);
    const tolerancePercent = merchant?.settings.adjustmentTolerancePercent ?? 0;
    return operate(parts, call, (loaded, now) => {
      const amountMinor =
        readOperationAmount(body, loaded.payment) ??
        defect('the amount of an adjustment is required');
      const description = body.description ?? null;
      const operation = { amountMinor, description, tolerancePercent, ...terms };
      return decideAdjust(loaded, operation, now);
    });
  },
);
