// The composition root of the gateway: the only file that imports every module. Only the process
// entry points and tests import it.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Provider } from './providers/provider.ts';
import { guardedRegistry } from './providers/guard/guard.ts';
import type { AdminParts } from './admin/parts.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { clientTokens } from './auth/client-tokens.ts';
import type { IssueTokenParts } from './auth/endpoints/issue-token.ts';
import { createJwts, type Jwts } from './auth/jwt.ts';
import { signingKeys } from './auth/signing-keys.ts';
import { emptyBinTable } from './cards/bin-table.ts';
import type { BinFile } from './cards/bin-file.ts';
import { createCardKnowledge } from './cards/card-knowledge.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import { createFailpoints } from './core/failpoint.ts';
import type { Ids } from './core/id.ts';
import type { RandomBytes } from './core/random.ts';
import { deriveKey, type Key } from './core/seal.ts';
import type { Secret } from './core/secret.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import type { Route } from './http/endpoint.ts';
import { createServers } from './http/system/servers.ts';
import { jobs } from './jobs.ts';
import { reportJobRun } from './log.ts';
import type { Journal } from './journal/entry.ts';
import { openJournal } from './journal/open-journal.ts';
import type { MerchantTools } from './merchants/administer.ts';
import { merchantStore, type MerchantStore } from './merchants/merchant.store.ts';
import { secretChecker } from './merchants/secrets.ts';
import { addLinkPage } from './payments/links/link-page.ts';
import { createLinks } from './payments/links/links.ts';
import type { PaymentParts } from './payments/parts.ts';
import { sqlPaymentStore } from './payments/payment.store.ts';
import { createProcessor } from './payments/processing/process.ts';
import type { ProcessParts } from './payments/processing/processor.ts';
import { routes } from './routes.ts';
import { createReadiness } from './storage/availability/readiness.ts';
import type { Storage } from './storage/open.ts';
import { dataKeys } from './vault/data-keys.ts';
import { createVault } from './vault/held-card.ts';
import { createThreeDS } from './threeds/create-threeds.ts';
import type { DirectoryTransport } from './threeds/directory/directory.ts';
import { guardDirectory } from './threeds/directory/guard.ts';
import { createScheduler } from './worker/scheduler.ts';
import type { DueRun } from './worker/run-due.ts';
import { finishesWithin, type Job } from './worker/worker.ts';

const WARM_UP_LIMIT_MS = 2000;
export const CHECK_MARGIN_MS = 2000;

/** What the control routes of the sandbox can do with the gateway. */
export interface SandboxControls {
  readonly merchants: MerchantTools;
  /**
   * Runs everything that is due now instead of at the jobs' own pace; `first` (for example moving
   * the clock) runs while no job is running.
   */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
}

export interface GatewayParts {
  readonly config: Config;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly masterKey: Key;
  readonly adminKey: Secret<string>;
  readonly providers: readonly Provider[];
  /** Null: customers are not authenticated. */
  readonly directory: DirectoryTransport | null;
  /** Null: cards are known only by the built-in ranges of the organizations. */
  readonly bins: BinFile | null;
  readonly logger: FastifyBaseLogger;
  /** The public URL of this gateway, known once it listens. */
  readonly publicUrl: () => string;
  /** Routes of the sandbox, served like the gateway’s own. */
  readonly extraRoutes?: ((controls: SandboxControls) => readonly Route[]) | undefined;
  /** Routes that the sandbox mounts itself; listed here for the documentation. */
  readonly describedRoutes?: readonly Route[] | undefined;
  /** Jobs of the sandbox, run by the same scheduler. */
  readonly extraJobs?: readonly Job[] | undefined;
}

export interface Gateway extends SandboxControls {
  readonly app: FastifyInstance;
  /** The server of the internal port; null if there is none. */
  readonly internal: FastifyInstance | null;
  /** Loads stored data that must be known before the first request. */
  prepare(): Promise<void>;
  /** Fetches missing data from providers, with a short time limit; payments work without it. */
  warmUp(): Promise<void>;
  /** Starts the background jobs. */
  work(): void;
  /** Finishes requests in progress, accepts no new ones, and stops the jobs. */
  close(): Promise<void>;
}

interface Common {
  readonly journal: Journal;
  readonly metrics: Metrics;
  readonly store: MerchantStore;
  readonly jwts: Jwts;
}

/** Creates the parts of payments, for requests and for jobs. */
function createPayments(parts: GatewayParts, { journal, metrics, store, jwts }: Common) {
  const { config, storage, clock, ids, random, masterKey, logger: log } = parts;
  const { database } = storage;
  const guard = { settings: config, clock, metrics, log };
  const keys = dataKeys({ database, masterKey, clock, random });
  const fingerprintKey = deriveKey(masterKey, 'card fingerprints');
  const firstLookMs = config.providerTimeoutMs + CHECK_MARGIN_MS;
  const threeds = createThreeDS({
    environment: config.environment,
    database,
    directory: parts.directory && guardDirectory(parts.directory, guard),
    keys,
    masterKey,
    publicUrl: parts.publicUrl,
    clock,
    ids,
    random,
    log,
    answerLimitMs: firstLookMs,
    challengeLimitMs: config.challengeTimeoutMs,
    acquirerBin: config.acquirerBin,
    serverReference: config.serverReference,
    operatorId: config.operatorId,
    directoryOrganizations: config.directoryOrganizations,
  });
  const processing: ProcessParts = {
    journal,
    store: sqlPaymentStore(database),
    merchants: store,
    providers: guardedRegistry(parts.providers, guard),
    vault: createVault({
      database,
      keys,
      fingerprintKey,
      random,
      codeLifeMs: config.securityCodeMs,
    }),
    threeds,
    cards: createCardKnowledge(() => parts.bins?.table() ?? emptyBinTable, {
      refuseTestCards: config.environment === 'production',
    }),
    clock,
    ids,
    failpoints: createFailpoints(config.failpoints, (ms) => clock.sleep(ms)),
    metrics,
    log,
    firstLookMs,
  };
  const linkKey = deriveKey(masterKey, 'payment links');
  const links = createLinks(parts.publicUrl, linkKey, clientTokens(jwts, store));
  const processor = createProcessor(processing);
  const own = { processor, links, requireHttps: config.environment === 'production' };
  const payments: PaymentParts = { ...processing, ...own, merchants: store };
  return { payments, processing, notifications: { processing, processor, links } };
}

/** Creates merchants with their secrets, and access tokens. */
function createIdentity({ config, storage, directory, ...parts }: GatewayParts) {
  const { clock, ids, random, masterKey } = parts;
  const { database } = storage;
  const store = merchantStore(database, clock);
  const checker = secretChecker(deriveKey(masterKey, 'secret cache'), random);
  const sealingKey = deriveKey(masterKey, 'notification secrets');
  const needsFacts = config.environment === 'production' && directory !== null;
  const tools = { store, checker, sealingKey, clock, ids, random };
  const merchants: AdminParts = { ...tools, needsFacts, providers: parts.providers };
  const keys = signingKeys({ database, masterKey, clock, ids, random });
  const jwts = createJwts({ keys, clock, ids, environment: config.environment });
  const auth: IssueTokenParts = {
    merchants: store,
    checker,
    jwts,
    monotonicMs: clock.monotonicMs,
    failuresPerSecond: config.authFailuresPerSecond,
  };
  return { store, merchants, keys, jwts, auth };
}

export function createGateway(parts: GatewayParts): Gateway {
  const { config, storage, clock, ids, random, masterKey, logger } = parts;
  const { database, journalDatabase, outage } = storage;
  const metrics = createMetrics();
  const readiness = createReadiness({ journalDatabase, outage, clock, nodeId: ids.next() });
  const journal = openJournal(storage, readiness, (size) => metrics.batchSize.observe(size));
  const { store, merchants, keys, jwts, auth } = createIdentity(parts);
  const common = { journal, metrics, store, jwts };
  const { payments, processing, notifications } = createPayments(parts, common);
  const idempotency = createIdempotency({ database, clock, random, masterKey });
  const { processor } = payments;
  const { ranges } = processing.threeds;
  const { bins, extraJobs = [] } = parts;
  const ownJobs = jobs({ processing, processor, idempotency, database, clock, bins, readiness });
  const scheduler = createScheduler({
    jobs: [...ownJobs, ...extraJobs],
    callsInProgress: () => processor.underWay(),
    clock,
    onRun: reportJobRun(metrics, logger),
  });
  const ownRoutes = routes({ auth, payments, notifications, merchants, keys, bins });
  const controls: SandboxControls = { merchants, runDue: scheduler.runDue };
  const allRoutes = [...ownRoutes, ...(parts.extraRoutes?.(controls) ?? [])];
  const { app, internal } = createServers({
    routes: allRoutes,
    authenticator: createAuthenticator(jwts, store, parts.adminKey),
    idempotency,
    journal,
    clock,
    ids,
    logger,
    metrics,
    limits: config,
    trustProxy: config.trustProxy,
    places: config,
    hasInternal: config.internalPort !== null,
    readiness,
    addDocs: docsRoutes([...allRoutes, ...(parts.describedRoutes ?? [])], config, parts.publicUrl),
  });
  addLinkPage(app, payments);

  return {
    app,
    internal,
    ...controls,
    prepare: () => ranges.load(),
    warmUp: async () => void (await finishesWithin(clock, WARM_UP_LIMIT_MS, ranges.refresh())),
    work: scheduler.start,
    async close() {
      await Promise.all([app.close(), internal?.close()]);
      await scheduler.stop();
      await processor.drain();
      await journal.idle();
    },
  };
}
