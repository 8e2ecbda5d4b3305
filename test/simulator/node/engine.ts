// The real payment engine of a simulated node, on simulated dependencies.

import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { guardedRegistry } from '@bramka/gateway/providers/guard/guard.ts';
import { providerRegistry, type ProviderRegistry } from '@bramka/gateway/providers/registry.ts';
import { createCardKnowledge } from '@bramka/gateway/cards/card-knowledge.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import type { Keyring } from '@bramka/gateway/core/keys/keyring.ts';
import { fixedKeyring } from '@bramka/gateway/core/keys/testing/fixed-keyring.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey } from '@bramka/gateway/core/seal.ts';
import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMethods } from '@bramka/gateway/methods/registry.ts';
import type { ProcessorParts } from '@bramka/gateway/payments/processing/parts.ts';
import type { MerchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import type { Tokenizing } from '@bramka/gateway/payments/processing/parts.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { createFindRoute } from '@bramka/gateway/routing/find-route.ts';
import { createSuccessRates } from '@bramka/gateway/routing/rates/success-rate.ts';
import { conclusions } from '@bramka/gateway/refunds/conclude-refund.ts';
import { createThreeDS, type ThreeDSParts } from '@bramka/gateway/threeds/create-threeds.ts';
import type { ThreeDS } from '@bramka/gateway/threeds/threeds.ts';
import { tokenServiceRegistry } from '@bramka/gateway/token-services/registry.ts';
import { noWallets } from '../../support/processing/no-wallets.ts';
import { registerForPayment } from '@bramka/gateway/tokenizer/advance-tokenization.ts';
import { dataKeys } from '@bramka/gateway/vault/data-keys.ts';
import { binTable } from '../issuer/cards.ts';
import { MAX_IN_FLIGHT_MS, PROVIDER_TIMEOUT_MS } from '../world/faults.ts';
import type { Life } from '../world/life.ts';
import { silentGuard, silentMetrics } from './node-jobs.ts';
import { defaultsOf } from '@bramka/gateway/settings/setting.ts';
import { masterKey, openVaults } from '../world/node-vault.ts';
import type { NodeParts } from './node-parts.ts';

export const PUBLIC_URL = 'https://pay.example';
export const CHALLENGE_LIMIT_MS = 300_000;
const LOOK_MARGIN_MS = 2_000;
export const FIRST_CHECK_MS = PROVIDER_TIMEOUT_MS + LOOK_MARGIN_MS;
const resultKey = deriveKey(masterKey, 'authentication results');
export const ringOf = (random: RandomBytes): Keyring =>
  fixedKeyring([{ version: 1, key: masterKey }], random);

export interface EngineParts extends NodeParts {
  readonly life: Life;
  readonly clock: Clock;
  readonly merchants: MerchantStore;
  readonly database: Queryable;
  readonly follow: Tokenizing['follow'];
}

/** The real engine on simulated dependencies. */
export function processParts(parts: EngineParts): ProcessorParts {
  const { life, clock, merchants, database, chance, storage, tampering } = parts;
  const random = chance.bytes;
  const ids = createIds(clock, random);
  const keys = dataKeys({ database, ring: ringOf(random), clock, random });
  const store = storage.payments(life);
  const log: ProcessorParts['log'] = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts) => 'err' in facts && parts.onError('processing', facts.err),
  };
  const threeds = threedsOf(parts, { database, keys, clock, ids, random, log });
  const providers = registryOf(parts);
  const vaults = openVaults({ ...parts, keys, random, nodeId: ids.next() });
  const cards = createCardKnowledge(() => binTable);
  const tokenServices = parts.tokenServices?.(life) ?? tokenServiceRegistry([]);
  return {
    journal: ownJournal(parts),
    store: tampering.store?.(store) ?? store,
    merchants,
    providers,
    findRoute: createFindRoute({ rates: createSuccessRates(), providers: providers.list }),
    tokenServices,
    wallets: noWallets.wallets,
    methods: createMethods({
      ...vaults,
      threeds,
      cards,
      providers,
      tokenServices,
      clock,
      aliases: { find: () => Promise.resolve(undefined) },
      settings: defaultsOf,
      ...noWallets,
    }),
    conclusions,
    ...vaults,
    tokenizing: { register: registerForPayment, follow: parts.follow },
    threeds,
    cards,
    clock,
    ids,
    failpoints: noFailpoints,
    metrics: silentMetrics((alarm) => parts.onAlarm(alarm)),
    log,
    firstCheckMs: FIRST_CHECK_MS,
    budgets: noBudgets,
  };
}

/** Guarded, if there are several. */
function registryOf({ network, plan, life, clock, tampering }: EngineParts): ProviderRegistry {
  const own = network.lines.map((line) => {
    const acquirer = plainAcquirer(line.provider, line.from(life), MAX_IN_FLIGHT_MS);
    return tampering.acquirer?.(acquirer) ?? acquirer;
  });
  const list = tampering.acquirers?.(own) ?? own;
  const { guard: settings } = plan;
  if (!settings) return providerRegistry(list);
  const silent = { log: { warn: () => undefined }, metrics: silentGuard };
  return guardedRegistry(list, { settings, clock, ...silent }, (provider) => provider);
}

function threedsOf(
  { directory, life, tampering }: EngineParts,
  base: Pick<ThreeDSParts, 'database' | 'keys' | 'clock' | 'ids' | 'random' | 'log'>,
): ThreeDS {
  const threeds = createThreeDS({
    ...base,
    directory: directory(life),
    resultKey,
    publicUrl: () => PUBLIC_URL,
    answerLimitMs: FIRST_CHECK_MS,
    challengeLimitMs: CHALLENGE_LIMIT_MS,
    acquirerBin: '400000',
    environment: 'sandbox',
  });
  return tampering.threeds?.(threeds) ?? threeds;
}

function ownJournal({ schedule, storage, life, tampering }: EngineParts): Journal {
  const journal = groupCommit(storage.committer(life), {
    lanes: 2,
    batchSize: 8,
    defer: (work) => schedule.after(0, () => life.run(work)),
  });
  return tampering.journal?.(journal, life) ?? journal;
}
