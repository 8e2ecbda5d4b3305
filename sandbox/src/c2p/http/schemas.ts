// Parts of the definitions of the Click to Pay endpoints.

import { Type } from 'typebox';
import { amount, patternText } from '@bramka/gateway/http/schema.ts';
import { currency, text } from '../../party/schemas.ts';

export const forms = {
  CARD: 'The card number; the gateway authenticates the customer.',
  TOKEN: 'A network token with its cryptogram; authorized at once.',
};

export const order = {
  dpaId: patternText('^sandbox-[A-Za-z0-9]{1,15}$', 'sandbox- and the MID of the shop', {
    description: 'Id of the shop: sandbox- and its MID.',
  }),
  amount: amount('Amount that the customer confirms.'),
  currency,
};

export const params = Type.Object({ sessionId: text('Id of the checkout.') });
