// POST …/adjustment: changes the preauthorized amount to a new total, higher or lower, as often
// as needed until a capture (specification 4.2, rule 3).

import { Type } from 'typebox';
import { endpoint } from '../../http/endpoint.ts';
import { amount } from '../../http/schema.ts';
import { readAmount } from '../requests/new-payment.ts';
import { decideAdjust } from '../decisions/operate.ts';
import { paymentParams } from '../requests/find-payment.ts';
import { operate } from '../requests/operate.ts';
import type { PaymentParts } from '../parts.ts';
import { operationSchema } from '../payment.view.ts';

export function adjustPayment(parts: PaymentParts) {
  return endpoint({
    summary: 'Change the amount of a preauthorization',
    access: 'merchant',
    resource: 'PAYMENT',
    idempotent: true,
    states: ['COMPLETED'],
    params: paymentParams,
    body: Type.Object({
      amount: amount('The new total'),
      description: Type.Optional(Type.String({ maxLength: 512 })),
    }),
    reply: operationSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'INVALID_REQUEST',
      'NOT_IN_THIS_STATE',
      'NOT_A_PREAUTHORIZATION',
      'ALREADY_CAPTURED',
      'ADJUSTMENT_EXCEEDS_EXEMPTION',
      'OPERATION_IN_PROGRESS',
      'OPERATION_DECLINED',
    ],
    example: { amount: 150.0, description: 'One night more' },
    answer(call) {
      const { body } = call;
      const { firstLookMs } = parts;
      return operate(parts, call, (loaded, now) => {
        const amountMinor = readAmount(body.amount, loaded.payment.currency, 'amount').minor;
        const description = body.description ?? null;
        return decideAdjust(loaded, { amountMinor, description, firstLookMs }, now);
      });
    },
  });
}
