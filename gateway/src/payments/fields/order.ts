// `order` of a creation request.

import { Type, type Static } from 'typebox';
import { amount, amountOrZero, currencyCode, freeWords } from '../../http/schema.ts';
import { addressSchema } from './address.ts';
import { subpaymentsSchema } from './subpayment.ts';

export const shippingSchema = addressSchema(
  'Delivery address. Sent to the issuer in 3-D Secure, which lowers friction.',
);

export const orderSchema = Type.Object(
  {
    amount: amount(
      'Amount in major units, with at most the decimals of the currency: 123.45 PLN, 500 JPY.',
    ),
    currency: currencyCode('ISO 4217 code. The currency must be enabled for the merchant.'),
    commission: Type.Optional(
      amountOrZero(
        'Commission in major units. Stored with the payment and returned in given. With ' +
          'transType MARKETPLACE it must be the sum of the commissions of the shares; otherwise ' +
          'it has no effect.',
      ),
    ),
    extOrderId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'Your own id of the order. At most one payment of an order is charged; another one is ' +
          'refused or REJECTED. Absent: the payment belongs to no order.',
      }),
    ),
    shipping: Type.Optional(shippingSchema),
    description: freeWords(
      512,
      'What is paid. Shown on the payment page and when the payment is read.',
    ),
    subpayments: Type.Optional(subpaymentsSchema),
  },
  { description: 'What is paid.' },
);

/** The order fields without a column of their own. */
export type OrderDetails = Pick<Static<typeof orderSchema>, 'shipping' | 'commission'>;
