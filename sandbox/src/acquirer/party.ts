// The acquirer with the issuer as a party of the sandbox.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { localTransport } from '@bramka/gateway/http/outgoing.ts';
import { acsParty } from '../acs/party.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { Party } from '../party/party.ts';
import { tokensParty } from '../tokens/party.ts';
import { walletsParty } from '../wallets/party.ts';
import { createAcquirer, type SimulatedAcquirer } from './acquirer.ts';
import { sqlChargeStore } from './acquirer.store.ts';
import { acquirerEndpoints } from './endpoints.ts';
import { acquirerTriggers, refundTriggers } from './triggers/triggers.ts';

const NAME = 'acquirer';
/** The name of the simulated acquirer among the providers of the gateway. */
const PROVIDER_NAME = 'sandbox';

const verbMeanings: Readonly<Record<Verb, string>> = {
  authorize: 'charge or hold the amount.',
  capture: 'charge a held amount.',
  adjust: 'change a held amount.',
  reverse: 'take a charge or hold back.',
  refund: 'return money.',
  inquire: 'ask for the result of an attempt.',
};

export const acquirerParty: Party<SimulatedAcquirer> = {
  name: NAME,
  meaning: 'The acquirer with the issuer.',
  verbs: verbMeanings,
  effects: [...wireEffects, 'duplicate'],
  triggers: [...acquirerTriggers, ...refundTriggers],
  triggerKinds: {
    card: { title: 'Card numbers, decided by the acquirer', meaning: 'the card number' },
    amount: {
      title: 'Last two digits of the amount, with a card that is not in this list',
      meaning: 'the last two digits in minor units, with a card that is not in the list',
    },
    name: {
      title: 'Name on the card (--holder), in upper or lower case',
      meaning: 'the name on the card, in upper or lower case, with spaces or underscores',
    },
  },
  endpoints: acquirerEndpoints,
  open(context) {
    const { checkProof } = context.peer(acsParty);
    const parts = { ...context, store: sqlChargeStore(context.database) };
    const tokens = context.peer(tokensParty);
    const devices = context.peer(walletsParty);
    const plain = createAcquirer({ ...parts, tokens, devices, checkAuthentication: checkProof });
    const wire = faultyCalls(NAME, context);
    const handle: SimulatedAcquirer['handle'] = (verb, request) =>
      wire.call(verb, () => plain.handle(verb, request));
    const acquirer = { ...plain, handle };
    return {
      api: acquirer,
      routes: toRoutes(acquirerEndpoints, { ...context, acquirer, provider: PROVIDER_NAME }),
      connect: (timeoutMs) => {
        const transport = localTransport(handle, context.clock, timeoutMs);
        return { providers: [plainAcquirer(PROVIDER_NAME, transport, context.maxInFlightMs)] };
      },
      quiet: () => wire.quiet(),
    };
  },
};
