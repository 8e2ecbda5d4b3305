// The answer of the methods endpoints: every method, and what a page needs to offer it.

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { availabilityMeanings } from '../../methods/availability-status.ts';
import { methodMeanings, ofAllMethods } from '../../methods/registry.ts';

export const methodsReply = Type.Object({
  methods: Type.Array(
    Type.Object({
      method: oneOf(methodMeanings, 'Payment method.'),
      status: oneOf(availabilityMeanings, 'Whether it can be used.'),
      ...ofAllMethods((method) => method.offerFields),
    }),
    { description: 'Every method that the gateway knows.' },
  ),
});
