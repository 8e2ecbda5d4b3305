// The directory servers of 3-D Secure as a party of the sandbox.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { localDirectory } from '@bramka/gateway/threeds/directory/transport.ts';
import { acsParty } from '../acs/party.ts';
import { authenticationTriggers } from '../acs/test-cards/triggers.ts';
import { wireEffects } from '../party/fault.ts';
import type { Party } from '../party/party.ts';
import { tokensParty } from '../tokens/party.ts';
import { guardCallbacks } from './callback-guard.ts';
import { createDirectory } from './directory.ts';
import { directoryEndpoints, documentedEndpoints } from './endpoints.ts';
import { faultyDirectory, type FaultyDirectory } from './faulty-directory.ts';
import { standardRanges } from './ranges.ts';

const NAME = 'directory';

export const directoryParty: Party<FaultyDirectory> = {
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
    const directory = faultyDirectory(plain, context);
    return {
      api: directory,
      routes: toRoutes(directoryEndpoints, {
        directory: guardCallbacks(directory, context.mayCall),
      }),
      connect: (timeoutMs) => ({
        directory: localDirectory(
          (organization, message) => directory.handle(organization, message),
          context.clock,
          timeoutMs,
        ),
      }),
      quiet: () => directory.quiet(),
    };
  },
};
