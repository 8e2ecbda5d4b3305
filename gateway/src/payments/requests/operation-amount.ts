// The amount of a capture, an adjustment, a refund or a cancellation, with its currency if that was
// given.

import { Type } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { currencyCode } from '../../http/schema.ts';
import type { Payment } from '../model/payment.ts';
import { readAmount } from './new-payment.ts';

export const operationCurrency = Type.Optional(
  currencyCode('If you send it, it must be the currency of the payment.'),
);

interface Asked {
  readonly amount?: unknown;
  readonly currency?: string | undefined;
}

/** Undefined: no amount was given. */
export function readOperationAmount(asked: Asked, { currency }: Payment): bigint | undefined {
  if (asked.currency !== undefined && asked.currency !== currency) {
    throw invalid('currency', `must be ${currency}, the currency of the payment`);
  }
  if (asked.amount === undefined) return undefined;
  return readAmount(asked.amount, currency, 'amount').minor;
}
