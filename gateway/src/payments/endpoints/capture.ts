// POST …/capture: captures a preauthorized amount fully or partially; the rest is released
// (specification 4.2, rule 2). One capture per payment.

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { amountOrAll, freeText } from '../../http/schema.ts';
import { decideCapture } from '../decisions/operate.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { operate } from '../steps/operate.ts';
import { operationCurrency, readOperationAmount } from '../requests/operation-amount.ts';
import { callTerms } from '../processing/provider-call.ts';
import { operationSchema } from '../replies/operation.view.ts';

export const capturePayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/capture',
    summary: 'Capture a preauthorization',
    description:
      'Captures the whole amount or a part of it, once; the rest is released. A MARKETPLACE ' +
      'payment is captured only in full. The answer waits for the acquirer up to 10 ' +
      'seconds, and transactionStatus is PENDING if it has not answered by then.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    idempotent: true,
    states: ['COMPLETED'],
    params: paymentParams,
    body: Type.Object({
      amount: Type.Optional(amountOrAll('Absent: the whole preauthorized amount')),
      currency: operationCurrency,
      description: Type.Optional(
        Type.String({ ...freeText, maxLength: 512, description: 'Shown with the transaction.' }),
      ),
    }),
    bodyOptional: true,
    reply: operationSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'NOT_IN_THIS_STATE',
      'NOT_A_PREAUTHORIZATION',
      'ALREADY_CAPTURED',
      'CAPTURE_EXCEEDS_AUTHORIZATION',
      'CAPTURE_NOT_IN_FULL',
      'OPERATION_IN_PROGRESS',
      'OPERATION_DECLINED',
      'OPERATION_NOT_SUPPORTED',
    ],
  },
  async (parts: DepsOf<typeof callTerms | typeof operate>, call) => {
    const { body } = call;
    const terms = callTerms(parts);
    return operate(parts, call, (loaded, now) => {
      const amountMinor = readOperationAmount(body ?? {}, loaded.payment);
      const asked = amountMinor === undefined ? {} : { amountMinor };
      const description = body?.description ?? null;
      return decideCapture(loaded, { ...asked, description, ...terms }, now);
    });
  },
);
