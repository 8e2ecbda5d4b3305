// The composition root of the gateway: the only file that imports every module. Only the process
// entry points and tests import it.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { MoneyTools } from './admin/money/money-tools.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { hasCardNumber } from './cards/card-in-text.ts';
import type { Clock } from './core/clock.ts';
import type { Secret } from './core/secret.ts';
import { addDemoDeposits } from './deposits/demo-deposits.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { followHistory } from './events/feed/feed.store.ts';
import { openEvents } from './events/open-events.ts';
import { createSendLimits } from './events/replay/send-limits.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import type { Route } from './http/endpoint.ts';
import { pageHost, type AddPages } from './http/pages/page-host.ts';
import { createServers, type ServersParts } from './http/system/servers.ts';
import { jobs } from './jobs.ts';
import type { Delivery } from './events/delivery/deliver.ts';
import { refreshBanks } from './methods/pbl/refresh-banks.ts';
import { reportJobRun } from './log.ts';
import type { MerchantTools } from './merchants/administer.ts';
import { demoMerchants } from './merchants/demo.ts';
import type { MerchantStore } from './merchants/merchant.store.ts';
import type { PaymentParts } from './payments/parts.ts';
import { readDemoPayments, type DemoPayments } from './payments/replies/demo-payments.ts';
import type { LogoStore } from './merchants/page/logo.store.ts';
import { addLogoRoute } from './payments/links/logo-route.ts';
import { assembleDelivery, openAnnouncingJournal } from './assemble-delivery.ts';
import { createIdentity, createWallets } from './assemble-identity.ts';
import { assemblePayments, type AssemblyParts } from './assemble-payments.ts';
import { createRotator } from './rotation/rotate.ts';
import { routes } from './routes.ts';
import { refundParts } from './refunds/parts.ts';
import { settlementParts } from './settlement/parts.ts';
import { tokenizerParts } from './tokenizer/parts.ts';
import { continueIfAny } from './tokenizer/processing/continue-tokenization.ts';
import { sqlTokenizationStore } from './tokenizer/tokenization.store.ts';
import { auditedBudgets } from './vault/audit/audited-budgets.ts';
import { openAudit } from './vault/audit/open-audit.ts';
import type { WalletTools } from './wallets/credentials/credential.ts';
import { createReadiness } from './storage/availability/readiness.ts';
import { createScheduler } from './worker/scheduler.ts';
import type { DueRun } from './worker/run-due.ts';
import { finishesWithin, type Job } from './worker/worker.ts';

const WARM_UP_LIMIT_MS = 2000;

/** What the control routes of the sandbox can do with the gateway. */
export interface SandboxControls {
  readonly merchants: MerchantTools;
  readonly wallets: WalletTools;
  /** Gives the demo merchants their deposits, once. */
  readonly addDemoDeposits: () => Promise<void>;
  /**
   * Runs everything that is due now instead of at the jobs' own pace; `first` (for example moving
   * the clock) runs while no job is running.
   */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
  readonly demoPayments: DemoPayments;
}

export interface GatewayParts extends AssemblyParts {
  readonly adminKey: Secret<string>;
  readonly logger: FastifyBaseLogger;
  /** Routes of the sandbox, served like the gateway’s own. */
  readonly extraRoutes?: ((controls: SandboxControls) => readonly Route[]) | undefined;
  /** Routes that the sandbox mounts itself; listed here for the documentation. */
  readonly describedRoutes?: readonly Route[] | undefined;
  /** Adds the payment page; absent: another process serves it. */
  readonly addPages?: AddPages | undefined;
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

/** Payments and tokenizer call each other; the tokenizer is the module to the right. */
function assembleModules(
  parts: GatewayParts,
  common: Omit<Parameters<typeof assemblePayments>[1], 'followTokenization'>,
) {
  const payments = assemblePayments(parts, {
    ...common,
    followTokenization: (payment) => continueIfAny(tokenizer, payment),
  });
  const tokenizer = tokenizerParts(payments, sqlTokenizationStore(parts.storage.database));
  const { database } = parts.storage;
  const refunds = refundParts(payments, database);
  return { payments, refunds, tokenizer, settlement: settlementParts(payments, database) };
}

/** How long nothing may be sealed with an old key before it is destroyed. */
const RETIRE_WAIT_MS = { sandbox: 3_000, production: 30_000 } as const;

/** What the operator starts and jobs work off: rotations of keys, reconciliations. */
function assembleOperatorWork(
  parts: GatewayParts,
  payments: PaymentParts,
  merchants: MerchantStore,
) {
  const { clock, ids, random, keys, providers, logger: log } = parts;
  const { database } = parts.storage;
  const { failpoints, metrics } = payments;
  const retireWaitMs = RETIRE_WAIT_MS[parts.config.environment];
  const nodeId = ids.next();
  const base = { ...payments, ...keys, database, clock, random, log };
  return {
    rotate: createRotator({ ...base, nodeId, retireWaitMs }),
    rotations: { database, keys, clock, random, log, merchants },
    reconciliation: { database, clock, ids, failpoints, providers, metrics, log },
  };
}

/** What the sandbox may do for the demo merchants; it can read no other merchant's payments. */
function demoControls(payments: PaymentParts, money: MoneyTools) {
  const merchantIds = demoMerchants.map(({ merchantId }) => merchantId);
  return {
    addDemoDeposits: () => addDemoDeposits(money),
    demoPayments: readDemoPayments(payments, money.database, merchantIds),
  };
}

/** The endpoints of events need the same as those of money, and the limits of what is sent. */
function eventTools({ config, clock }: GatewayParts, money: MoneyTools) {
  return { ...money, limits: createSendLimits(config, clock.monotonicMs) };
}

function schedulerOf(
  jobList: readonly Job[],
  { processor, delivery }: Pick<PaymentParts, 'processor'> & { readonly delivery: Delivery },
  { clock, logger, storage }: GatewayParts,
  metrics: Metrics,
) {
  const callsInProgress = () => [...processor.callsInProgress(), ...delivery.inProgress()];
  const onRun = reportJobRun(metrics, logger);
  const { database } = storage;
  const defer = setImmediate;
  return createScheduler({ jobs: jobList, callsInProgress, clock, database, defer, onRun });
}

/** The servers of the public and the internal port, with the documentation of all routes. */
function openServers(
  { config, clock, ids, logger, ...parts }: GatewayParts,
  own: Pick<
    ServersParts,
    'routes' | 'authenticator' | 'idempotency' | 'journal' | 'metrics' | 'readiness'
  >,
) {
  const described = [...own.routes, ...(parts.describedRoutes ?? [])];
  const { trustProxy } = config;
  const shared = { clock, ids, logger, trustProxy, hasCardNumber };
  return createServers({
    ...own,
    ...shared,
    limits: config,
    places: config,
    hasInternal: config.internalPort !== null,
    addDocs: docsRoutes(described, config, parts.publicUrl),
  });
}

export function createGateway(parts: GatewayParts): Gateway {
  const { storage, clock, ids, bins, extraJobs = [] } = parts;
  const { database } = storage;
  const metrics = createMetrics();
  const afterOutage = () => followHistory(storage.journalDatabase);
  const readiness = createReadiness({ ...storage, clock, nodeId: ids.next(), afterOutage });
  const { store, merchants, keys, jwts, auth, encryptionKeys } = createIdentity(parts);
  const known = { metrics, merchants: store };
  const { journal, committed } = openAnnouncingJournal(storage, readiness, known);
  const audit = openAudit(parts, readiness, parts.keys.stored['audit log']);
  const { walletKeys, wallets } = createWallets(parts, store);
  const budgets = auditedBudgets(parts, metrics, audit.log);
  const common = { journal, metrics, store, jwts, encryptionKeys, walletKeys, audit, budgets };
  const modules = assembleModules(parts, common);
  const { payments } = modules;
  const idempotency = createIdempotency({ database, clock, ...parts.keys, budgets });
  const { processor, threeds } = payments;
  const engine = { ...modules, encryptionKeys, bins };
  const operations = assembleOperatorWork(parts, payments, store);
  const deliveries = assembleDelivery(parts, { ...payments, committed, metrics });
  const { delivery, receiverWatch } = deliveries;
  const work = { ...engine, ...parts.keys, ...operations, ...deliveries, idempotency, database };
  const base = { clock, readiness, metrics, deliveryLogDays: parts.config.deliveryLogDays };
  const ownJobs = jobs({ ...work, ...base, wallets: parts.wallets });
  const allJobs = [...ownJobs, ...extraJobs];
  const scheduler = schedulerOf(allJobs, { processor, delivery }, parts, metrics);
  const money = { database, journal, clock, ids, merchants: store };
  const actions = { audit: audit.log, log: parts.logger };
  const access = { auth, merchants, keys, audit, actions, wallets, money };
  const authenticator = createAuthenticator(jwts, store, parts.adminKey);
  const reading = { ...authenticator, ...deliveries, committed, database, store, metrics };
  const events = { ...openEvents({ ...parts, ...reading }), ...eventTools(parts, money) };
  const ownRoutes = routes({ ...engine, ...operations, ...access, events });
  const demo = demoControls(payments, money);
  const controls: SandboxControls = { merchants, wallets, ...demo, runDue: scheduler.runDue };
  const allRoutes = [...ownRoutes, ...(parts.extraRoutes?.(controls) ?? [])];
  const used = { authenticator, idempotency, journal, metrics, readiness };
  const { app, internal } = openServers(parts, { routes: allRoutes, ...used });
  addToApp(app, parts, payments, merchants.logos);
  return {
    app,
    internal,
    ...controls,
    prepare: () => followHistory(database).then(() => threeds.ranges.load()),
    warmUp: () => warmUp(payments, clock),
    work: scheduler.start,
    async close() {
      await Promise.all([events.streams.close(), app.close(), internal?.close()]);
      await scheduler.stop();
      await processor.drain();
      await Promise.all([journal.idle(), audit.log.idle()]);
      await delivery.close();
      await receiverWatch.close();
    },
  };
}

/** Pages; and requests that wait for a payment are answered at once when the server closes. */
function addToApp(
  app: FastifyInstance,
  parts: GatewayParts,
  payments: PaymentParts,
  logos: LogoStore,
): void {
  app.addHook('preClose', async () => payments.watch.close());
  addLogoRoute(app, logos);
  parts.addPages?.(app, pageHost(app, parts.publicUrl, parts.config.environment));
}

async function warmUp({ providers, threeds }: PaymentParts, clock: Clock): Promise<void> {
  const work = [threeds.ranges.refresh(), refreshBanks(providers, clock.now())];
  await finishesWithin(clock, WARM_UP_LIMIT_MS, Promise.all(work));
}
