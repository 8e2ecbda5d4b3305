// The second provider of bank transfers (PA) as a party of the sandbox.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import {
  redirectProvider,
  type RedirectOptions,
} from '@bramka/gateway/providers/redirect/redirect.provider.ts';
import { localTransport } from '@bramka/gateway/http/outgoing.ts';
import { bankParty } from '../bank/party.ts';
import { simulatedService } from '../bank/hash.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { Party } from '../party/party.ts';
import { paEndpoints, type HandlePa } from './endpoints.ts';
import { handlers, type PaParts } from './operator.ts';

const NAME = 'pa';
const PROVIDER_NAME = 'PA';
const RETURN_PATH = '/v1/ecommerce/notifications/bmweb/status';

export const paParty: Party<HandlePa> = {
  name: NAME,
  meaning: 'A second provider of bank transfers, with a plain redirect (provider PA).',
  verbs: {
    start: 'start a transfer.',
    stop: 'cancel a transfer that waits.',
    refund: 'order a refund.',
    inquire: 'ask for the result of an attempt.',
    banks: 'list the banks.',
  },
  effects: [...wireEffects, 'duplicate'],
  triggers: [],
  triggerKinds: {},
  endpoints: paEndpoints,
  open(context) {
    const transfers = context.peer(bankParty);
    const service = simulatedService(NAME, context.keyOf(NAME));
    const parts: PaParts = {
      transfers,
      clock: context.clock,
      service,
      pageOf: (row) =>
        `${context.publicUrl()}${context.prefix}/bank/pay/${row.remoteId}/${row.token}`,
      mayCall: (url) => context.mayCall(url, RETURN_PATH),
    };
    const wire = faultyCalls(NAME, context);
    const handle: HandlePa = (verb, request) =>
      wire.call(verb, () => handlers[verb](parts, request));
    return {
      api: handle,
      routes: toRoutes(paEndpoints, { handle }),
      connect(timeoutMs) {
        const options: RedirectOptions = {
          name: PROVIDER_NAME,
          service: { ...service, hashMethod: 'SHA256' },
          send: localTransport(handle, context.clock, timeoutMs),
          maxInFlightMs: context.maxInFlightMs,
          returnUrl: () => `${context.publicUrl()}${RETURN_PATH}`,
          allowsPlainLinks: true,
        };
        return { providers: [redirectProvider(options)] };
      },
      quiet: () => wire.quiet(),
    };
  },
};
