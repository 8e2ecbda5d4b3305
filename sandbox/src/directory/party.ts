// The directory servers of 3-D Secure as a party of the sandbox.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { localDirectory } from '@bramka/gateway/threeds/directory/transport.ts';
import { acsParty } from '../acs/party.ts';
import { authenticationTriggers } from '../acs/test-cards/triggers.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { Party } from '../party/party.ts';
import { tokensParty } from '../tokens/party.ts';
import { createDirectory, type SimulatedDirectory } from './directory.ts';
import { directoryEndpoints, documentedEndpoints } from './endpoints.ts';
import { standardRanges } from './ranges.ts';

const NAME = 'directory';

export const directoryParty: Party<SimulatedDirectory> = {
  name: NAME,
  meaning: 'The directory servers of 3-D Secure.',
  verbs: { preq: 'ask for the card ranges.', areq: 'ask for an authentication.' },
  effects: wireEffects,
  triggers: authenticationTriggers.filter(({ provider }) => provider === NAME),
  triggerKinds: {
    card: {
      title: 'Card numbers, decided by the directory server of 3-D Secure',
      meaning: 'the card number',
    },
  },
  endpoints: documentedEndpoints,
  open(context) {
    const { acs, keys } = context.peer(acsParty);
    const tokens = context.peer(tokensParty);
    const plain = createDirectory({ ...context, acs, keys, tokens, ranges: standardRanges });
    const wire = faultyCalls(NAME, context);
    const handle: SimulatedDirectory['handle'] = (organization, message) =>
      wire.call(verbOf(message), () => plain.handle(organization, message));
    const directory = { ...plain, handle };
    return {
      api: directory,
      routes: toRoutes(directoryEndpoints, { directory, mayCall: context.mayCall }),
      connect: (timeoutMs) => ({
        directory: localDirectory(handle, context.clock, timeoutMs),
      }),
      quiet: () => wire.quiet(),
    };
  },
};

/** Under which name a message can fail. */
export function verbOf(message: unknown): 'preq' | 'areq' {
  const { messageType } = (message ?? {}) as { readonly messageType?: unknown };
  return messageType === 'PReq' ? 'preq' : 'areq';
}
