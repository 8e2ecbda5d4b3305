// The answer of the methods endpoints: every method, and what a page needs to offer it.

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { methodMeanings } from '../../merchants/meanings.ts';
import { availabilityMeanings } from '../../methods/availability-status.ts';

export const methodsReply = Type.Object({
  methods: Type.Array(
    Type.Object({
      method: oneOf(methodMeanings, 'Payment method.'),
      oneClick: Type.Optional(
        Type.Boolean({ description: 'BLIK only: the customer pays without a code (BLIK_UID).' }),
      ),
      registerAlias: Type.Optional(
        Type.Boolean({ description: 'BLIK only: registerAlias can be sent with a code.' }),
      ),
      savesCards: Type.Optional(
        Type.Boolean({
          description: 'CARD only: saveCard can be sent with a card; the page asks the customer.',
        }),
      ),
      status: oneOf(availabilityMeanings, 'Whether it can be used.'),
      cardGroups: Type.Optional(
        Type.Array(Type.String(), { description: 'CARD only: the accepted card organizations.' }),
      ),
      gateway: Type.Optional(
        Type.String({
          description:
            'GPAY only: parameter gateway of tokenizationSpecification; gatewayMerchantId is the ' +
            'merchant id.',
        }),
      ),
      googleMerchantId: Type.Optional(
        Type.String({ description: 'GPAY only: the id at Google that the payment page uses.' }),
      ),
    }),
    { description: 'Every method that the gateway knows.' },
  ),
});
