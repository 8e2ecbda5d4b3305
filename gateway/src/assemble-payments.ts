// Assembles the payments module: providers, methods, vault, 3-D Secure and the processor.

import { guardedRegistry } from './providers/guard/guard.ts';
import { clientTokens } from './auth/client-tokens.ts';
import { emptyBinTable } from './cards/bin-table.ts';
import { createCardKnowledge, type CardKnowledge } from './cards/card-knowledge.ts';
import { createFailpoints } from './core/failpoint.ts';
import { createOpenFields } from './encryption/open-fields.ts';
import type { EncryptionKeys } from './encryption/encryption-keys.ts';
import { targetRules } from './events/egress/target.ts';
import { createLinks } from './payments/links/links.ts';
import type { Log, PaymentParts, ProcessorParts } from './payments/processing/parts.ts';
import { sqlPaymentStore } from './payments/loading/payment.store.ts';
import type { StatusWatch } from './payments/watching/status-watch.ts';
import type { Tokenizing } from './payments/processing/parts.ts';
import { createProcessor } from './payments/processing/process.ts';
import { conclusions } from './refunds/conclude-refund.ts';
import { registerForPayment } from './tokenizer/advance-tokenization.ts';
import type { AuditLog } from './vault/audit/audit-log.ts';
import { dataKeys, type DataKeys } from './vault/data-keys.ts';
import { createTokenVault } from './vault/card-token.ts';
import { sqlTokenStore } from './vault/card-token.store.ts';
import { createVault } from './vault/held-card.ts';
import { createThreeDS } from './threeds/create-threeds.ts';
import type { ThreeDS } from './threeds/threeds.ts';
import type { Jwts } from './auth/jwt.ts';
import type { BinFile } from './cards/bin-file.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Ids } from './core/id.ts';
import type { RandomBytes } from './core/random.ts';
import type { Budgets } from './http/budget/budgets.ts';
import type { GuardParts } from './http/guard/gate.ts';
import type { Metrics } from './http/metrics.ts';
import type { Journal } from './journal/entry.ts';
import type { MerchantStore } from './merchants/merchant.store.ts';
import { sqlAliasStore } from './methods/aliases/alias.store.ts';
import { sqlUsedTokenStore } from './methods/wallet/used-token.store.ts';
import { createMethods } from './methods/registry.ts';
import type { CredentialLookups } from './providers/credentials/lookup.ts';
import { withCredentials } from './providers/credentials/with-credentials.ts';
import type { Provider } from './providers/provider.ts';
import { createFindRoute } from './routing/find-route.ts';
import type { SuccessRates } from './routing/rates/success-rate.ts';
import type { GatewayKeys } from './storage/keys/open-keys.ts';
import type { Migration } from './storage/migration/parse.ts';
import type { Storage } from './storage/open.ts';
import { guardDirectory } from './threeds/directory/guard.ts';
import type { DirectoryTransport } from './threeds/directory/directory.ts';
import { guardedTokenServices } from './token-services/registry.ts';
import type { TokenService } from './token-services/token-service-port.ts';
import type { WalletKeys } from './wallets/credentials/credential.ts';
import { guardedWallets } from './wallets/guard.ts';
import type { WalletServices } from './wallets/wallet-services.ts';

export const CHECK_MARGIN_MS = 2000;

export interface AssemblyParts {
  readonly config: Config;
  readonly storage: Storage;
  readonly migrations: readonly Migration[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly keys: GatewayKeys;
  readonly providers: readonly Provider[];
  /** Absent: no network tokens. */
  readonly tokenServices?: readonly TokenService[] | undefined;
  /** Absent: no wallets. */
  readonly wallets?: WalletServices | undefined;
  /** Null: customers are not authenticated. */
  readonly directory: DirectoryTransport | null;
  /** Null: cards are known only by the built-in ranges of the organizations. */
  readonly bins: BinFile | null;
  readonly logger: Log;
  /** The public URL of this gateway, known once it listens. */
  readonly publicUrl: () => string;
}

interface IdentityParts {
  readonly merchants: MerchantStore;
  readonly jwts: Jwts;
  readonly encryptionKeys: EncryptionKeys;
  readonly walletKeys: WalletKeys;
  /** The merchants' own credentials at the provider of this name. */
  readonly credentialsAt: CredentialLookups['at'];
}

interface WritingParts {
  readonly journal: Journal;
  readonly watch: StatusWatch;
  readonly metrics: Metrics;
  readonly audit: { readonly log: AuditLog };
  readonly budgets: Budgets;
  readonly rates: SuccessRates;
  /** Continues the tokenization of a payment that has changed. */
  readonly followTokenization: Tokenizing['follow'];
}

/** Creates the parts of payments, for requests and for jobs. */
export function assemblePayments(
  parts: AssemblyParts,
  identity: IdentityParts,
  writing: WritingParts,
): PaymentParts {
  const { merchants, jwts, encryptionKeys } = identity;
  const { journal, watch, metrics, budgets } = writing;
  const audit = writing.audit.log;
  const { config, clock, ids, random, logger: log } = parts;
  const { ring, stored } = parts.keys;
  const { database } = parts.storage;
  const { securityCodeMs: codeLifeMs, methodSettings: settings } = config;
  const guard = { settings: config, clock, metrics, log };
  const keys = dataKeys({ database, ring, clock, random });
  const firstCheckMs = config.providerTimeoutMs + CHECK_MARGIN_MS;
  const threeds = assembleThreeDS(parts, guard, keys);
  const tokens = sqlTokenStore(database);
  const tokenVault = createTokenVault({ keys, audit, random });
  const tokenParts = { tokens, tokenVault };
  const stores = { ...tokenParts, database, keys, audit, random };
  const fingerprintKey = stored['card fingerprints'];
  const vault = createVault({ ...stores, fingerprintKey, codeLifeMs });
  const cards = knowCards(parts);
  const providers = guardedRegistry(parts.providers, guard, (provider) =>
    withCredentials(provider, identity.credentialsAt(provider.name), guard),
  );
  const tokenServices = guardedTokenServices(parts.tokenServices ?? [], guard);
  const wallets = guardedWallets(parts.wallets ?? {}, guard);
  const shared = { vault, threeds, cards, providers, tokenServices, clock, wallets };
  const aliases = sqlAliasStore(database);
  const walletNeeds = walletParts(parts, identity);
  const methodParts = { ...tokenParts, ...shared, ...walletNeeds, aliases, settings };
  const processing: ProcessorParts = {
    journal,
    store: sqlPaymentStore(database),
    merchants,
    findRoute: createFindRoute({ rates: writing.rates, providers: providers.list }),
    ...shared,
    ...tokenParts,
    methods: createMethods(methodParts),
    conclusions,
    budgets,
    tokenizing: { register: registerForPayment, follow: writing.followTokenization },
    ids,
    failpoints: createFailpoints(config.failpoints, (ms) => clock.sleep(ms)),
    metrics,
    log,
    firstCheckMs,
  };
  const links = createLinks(
    parts.publicUrl,
    stored['payment links'],
    clientTokens(jwts, merchants),
  );
  const processor = createProcessor(processing);
  const openFields = createOpenFields({ keys: encryptionKeys, clock, settings: config });
  const receiverRules = targetRules(config.environment === 'production');
  return { ...processing, processor, links, aliases, openFields, receiverRules, watch };
}

function knowCards({ bins, config }: AssemblyParts): CardKnowledge {
  const refuseTestCards = config.environment === 'production';
  return createCardKnowledge(() => bins?.table() ?? emptyBinTable, { refuseTestCards });
}

function walletParts({ storage, publicUrl }: AssemblyParts, { walletKeys }: IdentityParts) {
  return {
    walletKeys,
    usedTokens: sqlUsedTokenStore(storage.database),
    pageHost: () => new URL(publicUrl()).hostname,
  };
}

function assembleThreeDS(parts: AssemblyParts, guard: GuardParts, keys: DataKeys): ThreeDS {
  const { config, clock, ids, random } = parts;
  return createThreeDS({
    environment: config.environment,
    database: parts.storage.database,
    directory: parts.directory && guardDirectory(parts.directory, guard),
    keys,
    resultKey: parts.keys.stored['authentication results'],
    publicUrl: parts.publicUrl,
    clock,
    ids,
    random,
    log: parts.logger,
    answerLimitMs: config.providerTimeoutMs + CHECK_MARGIN_MS,
    challengeLimitMs: config.challengeTimeoutMs,
    acquirerBin: config.acquirerBin,
    serverReference: config.serverReference,
    operatorId: config.operatorId,
    directoryOrganizations: config.directoryOrganizations,
  });
}
