// GET /sandbox/triggers: lists the values that change the behaviour of the simulated providers.

import { Type } from 'typebox';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import type { Trigger } from '../../trigger.ts';

export function readTriggers(triggers: readonly Trigger[]) {
  return endpoint({
    summary: 'List the cards, names and amounts that make simulated providers decline or fail',
    access: 'open',
    reply: Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'card: the card number. amount: the last two digits in minor units, with a card that ' +
            'is not in the list. name: the name on the card, in upper or lower case, with spaces ' +
            'or underscores.',
        }),
        value: Type.String({ description: 'The value that triggers it.' }),
        provider: Type.String({
          description: 'The simulated provider: acquirer, acs or directory',
        }),
        outcome: Type.String({
          description: 'APPROVED, a reject code, a fault, or how the customer is authenticated',
        }),
        description: Type.String({ description: 'What happens.' }),
      }),
    ),
    answer: () => Promise.resolve(triggers),
  });
}
