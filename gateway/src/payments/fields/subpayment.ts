// `order.subpayments` of a creation request: how a MARKETPLACE payment is divided.

import { Type, type Static } from 'typebox';
import { amount, amountOrZero, freeWords, patternText } from '../../http/schema.ts';

const SUBPAYMENTS_MAX = 100;

const payeeSchema = Type.Object(
  {
    merchantId: patternText('^[0-9]{4,15}$', 'a MID of 4 to 15 digits', {
      description:
        'MID of the merchant. The operator must have named it in your setting submerchants, and ' +
        'it must be active. Your own MID is allowed.',
    }),
  },
  { description: 'The merchant that receives the share.' },
);

const subpaymentSchema = Type.Object({
  merchant: payeeSchema,
  amount: amount('The share in major units. All shares together must be order.amount.'),
  commission: Type.Optional(
    amountOrZero(
      'What you keep of this share, at most its amount. It is credited to you at settlement, ' +
        'reduced in proportion to refunds before it. Must be 0 for your own share. Absent: 0.',
    ),
  ),
  description: freeWords(
    512,
    'What the share is for. Returned when the subpayments are read. The payment page shows the ' +
      'descriptions and amounts of the shares if every share has a description.',
  ),
  extSubpaymentId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Your own id of the share, different for each share of the payment.',
    }),
  ),
});

export const subpaymentsSchema = Type.Array(subpaymentSchema, {
  minItems: 1,
  maxItems: SUBPAYMENTS_MAX,
  description:
    `How the payment is divided, 1 to ${SUBPAYMENTS_MAX} shares. Required with transType ` +
    'MARKETPLACE, otherwise refused.',
});

export type GivenSubpayment = Static<typeof subpaymentSchema>;
