// The composition root of the gateway: the only file that imports every module. Only the process
// entry points and tests import it.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { hasCardNumber } from './cards/card-in-text.ts';
import type { Secret } from './core/secret.ts';
import { addDemoDeposits } from './deposits/demo-deposits.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { followHistory } from './events/feed/feed.store.ts';
import { toRoutes, type Endpoint, type Route } from './http/endpoint.ts';
import { assembleDependencies, type Dependencies } from './dependencies.ts';
import { audited } from './admin/actions/audited.ts';
import { endpoints } from './routes.ts';
import { pageBuilds } from './http/pages/page-builds.store.ts';
import { pageHost, type AddPages } from './http/pages/page-host.ts';
import { createServers } from './http/system/servers.ts';
import { jobs } from './jobs.ts';
import { refreshBanks } from './methods/pbl/bank-offer.ts';
import { reportJobRun } from './log.ts';
import type { MerchantTools } from './merchants/administer.ts';
import { demoMerchants } from './merchants/demo.ts';
import { readDemoPayments, type DemoPayments } from './payments/replies/demo-payments.ts';
import { addLogoRoute } from './payments/links/logo-route.ts';
import type { AssemblyParts } from './assemble-payments.ts';
import type { ProviderCredentialTools } from './providers/credentials/administer.ts';
import type { WalletTools } from './wallets/credentials/credential.ts';
import { createScheduler } from './worker/scheduler.ts';
import type { DueRun } from './worker/run-due.ts';
import { finishesWithin, type Job } from './worker/worker.ts';

const WARM_UP_LIMIT_MS = 2000;

/** What the control routes of the sandbox can do with the gateway. */
export interface SandboxControls {
  readonly merchants: MerchantTools;
  readonly wallets: WalletTools;
  readonly credentials: Pick<ProviderCredentialTools, 'clear'>;
  /** Gives the demo merchants their deposits, once. */
  readonly addDemoDeposits: () => Promise<void>;
  /**
   * Runs everything that is due now instead of at the jobs' own pace; `first` (for example moving
   * the clock) runs while no job is running.
   */
  readonly runDue: (first?: () => Promise<void>) => Promise<DueRun>;
  readonly demoPayments: DemoPayments;
}

interface GatewayParts extends AssemblyParts {
  readonly adminKey: Secret<string>;
  readonly logger: FastifyBaseLogger;
  /** Routes of the sandbox, served like the gateway’s own. */
  readonly extraRoutes?: ((controls: SandboxControls) => readonly Route[]) | undefined;
  /** Endpoints that the sandbox mounts itself, for the documentation. */
  readonly described?: readonly Endpoint[] | undefined;
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

/** What the sandbox may do for the demo merchants; it can read no other merchant's payments. */
function demoControls(deps: Dependencies) {
  const merchantIds = demoMerchants.map(({ merchantId }) => merchantId);
  return {
    addDemoDeposits: () => addDemoDeposits(deps),
    demoPayments: readDemoPayments(deps, deps.database, merchantIds),
  };
}

function schedulerOf(deps: Dependencies, extraJobs: readonly Job[], logger: FastifyBaseLogger) {
  const { processor, delivery, clock, database, metrics } = deps;
  return createScheduler({
    jobs: [...jobs(deps), ...extraJobs],
    callsInProgress: () => [...processor.callsInProgress(), ...delivery.inProgress()],
    clock,
    database,
    defer: setImmediate,
    onRun: reportJobRun(metrics, logger),
  });
}

/** The servers of the public and the internal port, with the documentation of all endpoints. */
function openServers(parts: GatewayParts, deps: Dependencies, extraRoutes: readonly Route[]) {
  const { config, logger, publicUrl } = parts;
  const described = [...endpoints, ...extraRoutes, ...(parts.described ?? [])];
  const { trustProxy } = config;
  const { app, internal } = createServers({
    ...deps,
    routes: [...audited(deps, toRoutes(endpoints, deps)), ...extraRoutes],
    logger,
    trustProxy,
    hasCardNumber,
    limits: config,
    exposures: config,
    hasInternal: config.internalPort !== null,
    addDocs: docsRoutes(described, config, publicUrl),
  });
  // Requests that wait for a payment are answered at once when the server closes.
  app.addHook('preClose', async () => deps.watch.close());
  addLogoRoute(app, deps.logos);
  const markKey = parts.keys.stored['page builds'];
  const builds = pageBuilds({ ...deps, markKey, log: logger });
  parts.addPages?.(app, pageHost(app, publicUrl, config.environment, builds));
  return { app, internal };
}

export function createGateway(parts: GatewayParts): Gateway {
  const deps = assembleDependencies(parts, parts.adminKey);
  const scheduler = schedulerOf(deps, parts.extraJobs ?? [], parts.logger);
  const controls: SandboxControls = {
    merchants: deps,
    wallets: deps.walletTools,
    credentials: deps.credentialTools,
    ...demoControls(deps),
    runDue: scheduler.runDue,
  };
  const { app, internal } = openServers(parts, deps, parts.extraRoutes?.(controls) ?? []);
  return {
    app,
    internal,
    ...controls,
    prepare: () => followHistory(deps.database).then(() => deps.threeds.ranges.load()),
    warmUp: () => warmUp(deps),
    work: scheduler.start,
    async close() {
      await Promise.all([deps.streams.close(), app.close(), internal?.close()]);
      await scheduler.stop();
      await deps.processor.drain();
      await Promise.all([deps.journal.idle(), deps.audit.log.idle()]);
      await deps.delivery.close();
      await deps.receiverWatch.close();
    },
  };
}

async function warmUp({ providers, threeds, clock }: Dependencies): Promise<void> {
  const work = [threeds.ranges.refresh(), refreshBanks(providers, clock.now())];
  await finishesWithin(clock, WARM_UP_LIMIT_MS, Promise.all(work));
}
