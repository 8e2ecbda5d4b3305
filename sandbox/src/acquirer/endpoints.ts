// The simulated acquirer over HTTP: a call for each verb of the plain protocol, and what was
// recorded for a payment.

import { Type } from 'typebox';
import { verbs, type PlainRequest, type Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { forKeyHolders, uuid } from '../party/schemas.ts';
import { providerReply } from '../wire/unanswered.ts';
import type { SimulatedAcquirer } from './acquirer.ts';
import { answer, charge, requests } from './messages.ts';
import { readSettlement, type SettlementDeps } from './settlement/settlement.ts';

interface Deps {
  readonly acquirer: SimulatedAcquirer;
}

const listCharges = endpoint(
  {
    ...forKeyHolders,
    method: 'GET',
    path: '/charges',
    summary: 'Show what the simulated acquirer recorded for a payment',
    query: Type.Object({ paymentId: uuid('Id of the payment') }),
    reply: Type.Array(charge),
    refusals: ['INVALID_REQUEST'],
  },
  ({ acquirer }: Deps, { query }) => acquirer.chargesOf(query.paymentId),
);

const callOf = (verb: Verb): HandledEndpoint<Deps> =>
  endpoint(
    {
      ...forKeyHolders,
      method: 'POST',
      path: `/${verb}`,
      summary: `Ask the simulated acquirer to ${verb}`,
      description:
        'Part of the plain acquirer protocol; can be repeated with the same attemptId. Test ' +
        'cards and faults make it answer with status 503, with a page instead of JSON, or not ' +
        'at all.',
      body: requests[verb],
      reply: answer,
      refusals: ['INVALID_REQUEST', 'ATTEMPT_REUSED', 'PROVIDER_OUT_OF_ORDER'],
    },
    async ({ acquirer }: Deps, call) =>
      providerReply(call, await acquirer.handle(verb, call.body as PlainRequest)),
  );

export const plainEndpoints = [listCharges, ...verbs.map(callOf)];

export const acquirerEndpoints: readonly HandledEndpoint<Deps & SettlementDeps>[] = [
  ...plainEndpoints,
  readSettlement,
];
