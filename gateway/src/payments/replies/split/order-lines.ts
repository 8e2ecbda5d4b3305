// The lines of an order as the payment page shows them: what each share of a MARKETPLACE payment is
// for and how much. Who receives a share and its commission are not for the customer.

import { Type } from 'typebox';
import { amountReply, amountView } from '../../../http/schema.ts';
import type { Subpayment } from '../../model/subpayment.ts';

export const linesProperty = {
  lines: Type.Optional(
    Type.Array(
      Type.Object({
        description: Type.String({ description: 'What the share is for.' }),
        amount: amountReply('The share in major units.'),
      }),
      {
        description:
          'With transType MARKETPLACE, if every share has a description: the lines of the order ' +
          'that the payment page shows. Together they are amount.',
      },
    ),
  ),
};

/** Absent unless the shop has described every share: the lines add up to the amount. */
export function orderLines(shares: readonly Subpayment[], currency: string) {
  const lines = shares.flatMap(({ description, amountMinor }) => {
    const amount = amountView(amountMinor, currency);
    return description === null ? [] : [{ description, amount }];
  });
  return lines.length === 0 || lines.length < shares.length ? {} : { lines };
}
