// The access control server of the issuer as a party of the sandbox.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { SimulatedAcs } from './acs.ts';
import { createAcs } from './acs.ts';
import { loadDirectoryKeys } from './app/directory-keys.store.ts';
import { createDirectoryKeys, type DirectoryKeys } from './app/directory-keys.ts';
import { authenticationsDue, sqlAuthenticationStore } from './authentication.store.ts';
import { faultyResults, httpDelivery } from './http/delivery.ts';
import { acsEndpoints } from './http/endpoints.ts';
import { acsPages } from './pages/endpoints.ts';
import { createProofCheck } from './proof-check.ts';
import { authenticationTriggers } from './test-cards/triggers.ts';
import { callbackEffects, wireEffects } from '../party/fault.ts';
import type { Party, PartyContext } from '../party/party.ts';

/** What the directory server and the acquirer use of the issuer. */
interface AcsApi {
  readonly acs: SimulatedAcs;
  readonly keys: () => Promise<DirectoryKeys>;
  readonly checkProof: ReturnType<typeof createProofCheck>;
}

const NAME = 'acs';
const EVERY_MS = 500;

export const acsParty: Party<AcsApi> = {
  name: NAME,
  meaning: 'The access control server of the issuer, which reports results.',
  verbs: { rreq: 'report the result of a challenge.' },
  effects: [...wireEffects, ...callbackEffects],
  triggers: authenticationTriggers.filter(({ provider }) => provider === NAME),
  triggerKinds: {
    card: {
      title: 'Card numbers, decided by the issuer in 3-D Secure',
      meaning: 'the card number',
    },
  },
  openPages: ['challenge', 'method', 'phone'],
  endpoints: [...acsEndpoints, ...acsPages],
  open(context) {
    const store = sqlAuthenticationStore(context.database);
    const delivery = httpDelivery();
    const keys = cachedKeys(context);
    const deliver = faultyResults(delivery.deliver, context);
    const acs = createAcs({ ...context, store, keys, deliver });
    return {
      api: { acs, keys, checkProof: createProofCheck(store) },
      routes: toRoutes([...acsEndpoints, ...acsPages], { acs, base: `${context.prefix}/${NAME}` }),
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: authenticationsDue, run: () => acs.runDue() }],
      close: () => delivery.close(),
    };
  },
};

/** Loads the keys on first use; a failed load is retried. */
function cachedKeys({ database, clock, random }: PartyContext): () => Promise<DirectoryKeys> {
  let kept: Promise<DirectoryKeys> | undefined;
  return () => {
    kept ??= loadDirectoryKeys(database, () => createDirectoryKeys(clock, random));
    kept.catch(() => (kept = undefined));
    return kept;
  };
}
