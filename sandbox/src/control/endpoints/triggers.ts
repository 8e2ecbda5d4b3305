// GET /sandbox/triggers: lists the values that change the behaviour of the simulated parties.

import { Type } from 'typebox';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { triggerKindsText, triggersOf } from '../../party/list.ts';
import type { Party } from '../../party/party.ts';

export function readTriggers(parties: readonly Party[]) {
  const triggers = triggersOf(parties);
  const names = parties.map(({ name }) => name).join(', ');
  return endpoint(
    {
      method: 'GET',
      path: '/sandbox/triggers',
      summary: 'List the values that make simulated providers decline, challenge or fail',
      access: 'open',
      reply: Type.Array(
        Type.Object({
          group: Type.String({ description: 'Heading of the group it belongs to.' }),
          kind: Type.String({ description: `What the value is. ${triggerKindsText(parties)}` }),
          value: Type.String({ description: 'The value that triggers it.' }),
          provider: Type.String({ description: `The simulated provider: one of ${names}` }),
          outcome: Type.String({
            description: 'APPROVED, a reject code, a fault, or how the customer is authenticated',
          }),
          description: Type.String({ description: 'What happens.' }),
        }),
      ),
    },
    () => Promise.resolve(triggers),
  );
}
