// One simulated gateway process: the real engine, endpoints, vault, idempotency and jobs, on shared
// storage and the simulated network.

import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { providerRegistry } from '@bramka/gateway/providers/registry.ts';
import { createCardKnowledge } from '@bramka/gateway/cards/card-knowledge.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { noFailpoints } from '@bramka/gateway/core/failpoint.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { fixedKeyring, type Keyring } from '@bramka/gateway/core/keys/keyring.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { deriveKey } from '@bramka/gateway/core/seal.ts';
import { createOpenFields } from '@bramka/gateway/encryption/open-fields.ts';
import { targetRules } from '@bramka/gateway/events/egress/target.ts';
import type { DepositParts } from '@bramka/gateway/deposits/deposit.ts';
import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import { createIdempotency } from '@bramka/gateway/http/idempotency.ts';
import type { CallParts } from '@bramka/gateway/http/serve.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import { groupCommit } from '@bramka/gateway/journal/group-commit.ts';
import { createMethods } from '@bramka/gateway/methods/registry.ts';
import { createStatusWatch } from '@bramka/gateway/payments/watching/status-watch.ts';
import type { PaymentParts, ProcessorParts } from '@bramka/gateway/payments/processing/parts.ts';
import type { MerchantStore } from '@bramka/gateway/merchants/merchant.store.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { createProcessor } from '@bramka/gateway/payments/processing/process.ts';
import { createLinks } from '@bramka/gateway/payments/links/links.ts';
import type { Tokenizing } from '@bramka/gateway/payments/processing/tokenizing.ts';
import { defaultsOf } from '@bramka/gateway/settings/setting.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { conclusions } from '@bramka/gateway/refunds/conclude-refund.ts';
import type { RefundParts } from '@bramka/gateway/refunds/parts.ts';
import { sqlRefundStore } from '@bramka/gateway/refunds/refund.store.ts';
import type { BatchStore } from '@bramka/gateway/settlement/batch.store.ts';
import { settlementStores } from '@bramka/gateway/settlement/parts.ts';
import { createSettler } from '@bramka/gateway/settlement/processing/settle-due.ts';
import { createThreeDS } from '@bramka/gateway/threeds/create-threeds.ts';
import type { DirectoryTransport } from '@bramka/gateway/threeds/directory/directory.ts';
import type { ThreeDS } from '@bramka/gateway/threeds/threeds.ts';
import {
  noTokenServices,
  type TokenServiceRegistry,
} from '@bramka/gateway/token-services/registry.ts';
import type { TokenizerParts } from '@bramka/gateway/tokenizer/parts.ts';
import { continueIfAny } from '@bramka/gateway/tokenizer/processing/continue-tokenization.ts';
import { noWallets } from '../../support/processing/no-wallets.ts';
import { registerForPayment } from '@bramka/gateway/tokenizer/register.ts';
import type { TokenizationStore } from '@bramka/gateway/tokenizer/tokenization.store.ts';
import { dataKeys } from '@bramka/gateway/vault/data-keys.ts';
import { binTable } from '../issuer/cards.ts';
import type { Chance } from './chance.ts';
import { MAX_IN_FLIGHT_MS, PROVIDER_TIMEOUT_MS } from './faults.ts';
import { createLife, type Life } from './life.ts';
import { memoryDatabase } from '../storage/memory-database.ts';
import { settlementAnswers } from '../storage/settlement-answers.ts';
import { memoryMerchants, type Policies, type SettlementSettings } from './merchants.ts';
import type { Network } from './network.ts';
import { silentMetrics, startJobs } from '../node/node-jobs.ts';
import { nodeTokenizer, tokenizerJobs } from './node-tokenizer.ts';
import { masterKey, openVaults } from './node-vault.ts';
import type { Schedule } from './schedule.ts';
import type { Storage } from '../storage/storage.ts';

export const PROVIDER = 'sandbox';

/** Where a planted bug is inserted between the engine and its dependencies. */
export interface Tampering {
  readonly journal?: (journal: Journal, life: Life) => Journal;
  readonly store?: (store: PaymentStore) => PaymentStore;
  readonly acquirer?: (acquirer: Provider) => Provider;
  readonly threeds?: (threeds: ThreeDS) => ThreeDS;
  readonly tokenizations?: (store: TokenizationStore) => TokenizationStore;
  readonly batches?: (store: BatchStore) => BatchStore;
}

export interface NodeParts {
  readonly name: string;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly storage: Storage;
  readonly network: Network;
  /** The connection to the directory server; null if there is none. */
  readonly directory: (life: Life) => DirectoryTransport | null;
  /** The connection to the token services; absent: no tokenizations. */
  readonly tokenServices?: (life: Life) => TokenServiceRegistry;
  readonly policies: Policies;
  /** When payments are settled; absent: never. */
  readonly settlement?: SettlementSettings;
  readonly keys: Map<string, { keyVersion: number; sealedKey: Uint8Array }>;
  readonly tampering: Tampering;
  readonly onAlarm: (alarm: string) => void;
  /** An internal error that no simulated fault explains. */
  readonly onError: (where: string, error: unknown) => void;
}

export interface SimulatedNode {
  readonly name: string;
  readonly life: Life;
  readonly payments: PaymentParts;
  readonly refunds: RefundParts;
  readonly deposits: DepositParts;
  readonly tokenizer: TokenizerParts;
  readonly gate: CallParts;
}

const PUBLIC_URL = 'https://pay.example';
export const CHALLENGE_LIMIT_MS = 300_000;
const LOOK_MARGIN_MS = 2_000;
export const FIRST_CHECK_MS = PROVIDER_TIMEOUT_MS + LOOK_MARGIN_MS;
/** Customers of the simulator do not encrypt card fields. */
const noKeys = { find: () => Promise.resolve(undefined) };
const resultKey = deriveKey(masterKey, 'authentication results');
const ringOf = (random: RandomBytes): Keyring =>
  fixedKeyring([{ version: 1, key: masterKey }], random);
const stored = { 'idempotency fingerprint': masterKey };
const linkKey = deriveKey(masterKey, 'payment links');

export function startNode(parts: NodeParts): SimulatedNode {
  const { name, skewMs, schedule, chance, storage } = parts;
  const life = createLife();
  const clock: Clock = {
    ...schedule.clock,
    now: () => schedule.clock.now() + skewMs,
    sleep: (ms, signal) => life.gate(schedule.clock.sleep(ms, signal)),
  };
  const merchants = memoryMerchants(parts.policies);
  const reach = <T>(work: () => T | Promise<T>): Promise<T> => storage.reach(life, work);
  const answers = parts.settlement && settlementAnswers(storage.memory, parts.settlement);
  const database = memoryDatabase(storage.memory, parts.keys, reach, answers);
  const follow: Tokenizing['follow'] = (payment) => continueIfAny(tokenizer, payment);
  const engine = { ...parts, life, clock, merchants, database, follow };
  const processing = processParts(engine);
  const processor = createProcessor(processing);
  const links = createLinks(
    () => PUBLIC_URL,
    linkKey,
    ({ paymentId, generation }) => Promise.resolve(`${paymentId}.${String(generation)}`),
  );
  const payments: PaymentParts = {
    ...processing,
    merchants,
    processor,
    links,
    aliases: { find: () => Promise.resolve(undefined) },
    openFields: createOpenFields({ keys: noKeys, clock, settings: { encryptedFieldSeconds: 600 } }),
    receiverRules: targetRules(false),
    watch: createStatusWatch({ clock, versions: () => Promise.resolve([]), log: processing.log }),
  };
  const tokenizer = nodeTokenizer(payments, database, parts.tampering);
  const settling = { ...payments, ...settlementStores(database) };
  const batchStore = parts.tampering.batches?.(settling.batchStore) ?? settling.batchStore;
  const settle = createSettler({ ...settling, batchStore });
  startJobs(parts, payments, [
    ...(parts.tokenServices ? tokenizerJobs(tokenizer) : []),
    ...(parts.settlement ? [{ name: 'settle', run: settle }] : []),
  ]);
  const random = chance.bytes;
  const budgets = noBudgets;
  const ring = ringOf(random);
  const idempotency = createIdempotency({ database, clock, stored, ring, budgets });
  const unlimited = { take: () => undefined };
  const { journal } = processing;
  const gate = { clock, idempotency, journal, byAddress: unlimited, byMerchant: unlimited };
  const refunds = { ...payments, refunds: sqlRefundStore(database), database };
  const money = { refunds, deposits: { ...payments, database } };
  return { name, life, payments, ...money, tokenizer, gate: gate as unknown as CallParts };
}

interface EngineParts extends NodeParts {
  readonly life: Life;
  readonly clock: Clock;
  readonly merchants: MerchantStore;
  readonly database: Queryable;
  readonly follow: Tokenizing['follow'];
}

/** The real engine on simulated dependencies. */
function processParts(parts: EngineParts): ProcessorParts {
  const { life, clock, merchants, database, chance, storage, tampering } = parts;
  const random = chance.bytes;
  const ids = createIds(clock, random);
  const keys = dataKeys({ database, ring: ringOf(random), clock, random });
  const store = storage.payments(life);
  const acquirer = plainAcquirer(PROVIDER, parts.network.from(life), MAX_IN_FLIGHT_MS);
  const log: ProcessorParts['log'] = {
    info: () => undefined,
    warn: () => undefined,
    error: (facts) => 'err' in facts && parts.onError('processing', facts.err),
  };
  const threeds = createThreeDS({
    ...{ database, directory: parts.directory(life), keys, resultKey, clock, ids, random, log },
    publicUrl: () => PUBLIC_URL,
    answerLimitMs: FIRST_CHECK_MS,
    challengeLimitMs: CHALLENGE_LIMIT_MS,
    acquirerBin: '400000',
    environment: 'sandbox',
  });
  const providers = providerRegistry([tampering.acquirer?.(acquirer) ?? acquirer]);
  const vaults = openVaults({ ...parts, keys, random, nodeId: ids.next() });
  const cards = createCardKnowledge(() => binTable);
  const tokenServices = parts.tokenServices?.(life) ?? noTokenServices;
  const ownThreeDS = tampering.threeds?.(threeds) ?? threeds;
  return {
    journal: ownJournal(parts),
    store: tampering.store?.(store) ?? store,
    merchants,
    providers,
    tokenServices,
    wallets: noWallets.wallets,
    methods: createMethods({
      ...vaults,
      threeds: ownThreeDS,
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
    threeds: ownThreeDS,
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

function ownJournal({ schedule, storage, life, tampering }: EngineParts): Journal {
  const own = groupCommit(storage.committer(life), {
    lanes: 2,
    batchSize: 8,
    defer: (work) => schedule.after(0, () => life.run(work)),
  });
  return tampering.journal?.(own, life) ?? own;
}
