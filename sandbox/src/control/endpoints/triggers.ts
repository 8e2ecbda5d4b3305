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
        kind: Type.String({ description: 'What has the value: card, amount or name' }),
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
