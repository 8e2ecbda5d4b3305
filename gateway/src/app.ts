// The composition root of the gateway, the only file that knows every room. Nobody but the process
// entry points and tests imports it.

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Acquirer } from './acquirers/acquirer.ts';
import { acquirerRegistry } from './acquirers/registry.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { createJwts } from './auth/jwt.ts';
import { signingKeys } from './auth/signing-keys.ts';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import { createFailpoints } from './core/failpoint.ts';
import type { Ids } from './core/id.ts';
import type { RandomBytes } from './core/random.ts';
import { deriveKey, type Key } from './core/seal.ts';
import type { Secret } from './core/secret.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createMetrics } from './http/metrics.ts';
import { addHouseRoutes } from './http/house-routes.ts';
import { createServer } from './http/server.ts';
import { jobs } from './jobs.ts';
import { groupCommit } from './journal/group-commit.ts';
import { sqlCommitter } from './journal/sql-committer.ts';
import type { MerchantTools } from './merchants/administer.ts';
import { merchantStore } from './merchants/merchant.store.ts';
import { secretChecker } from './merchants/secrets.ts';
import type { PaymentParts } from './payments/parts.ts';
import { sqlPaymentStore } from './payments/payment.store.ts';
import { createProcessor } from './payments/process.ts';
import { routes } from './routes.ts';
import type { Storage } from './storage/open.ts';
import { startWorker } from './worker/worker.ts';

const BATCH = 64;
const LOOK_MARGIN_MS = 2000;

export interface GatewayParts {
  readonly config: Config;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly masterKey: Key;
  readonly adminKey: Secret<string>;
  readonly acquirers: readonly Acquirer[];
  readonly logger: FastifyBaseLogger;
}

export interface Gateway {
  readonly app: FastifyInstance;
  readonly merchants: MerchantTools;
  /** Starts the background jobs. */
  work(): void;
  /** Answers what is under way, takes nothing new, stops the jobs. */
  close(): Promise<void>;
}

export function createGateway(parts: GatewayParts): Gateway {
  const { config, storage, clock, ids, random, masterKey, logger } = parts;
  const { database } = storage;
  const metrics = createMetrics();
  const journal = groupCommit(sqlCommitter(storage.journalDatabase), {
    lanes: storage.lanes,
    batchSize: BATCH,
    defer: setImmediate,
    onBatch: (size) => metrics.batchSize.observe(size),
  });
  const store = merchantStore(database, clock);
  const checker = secretChecker(deriveKey(masterKey, 'secret cache'), random);
  const sealingKey = deriveKey(masterKey, 'notification secrets');
  const merchants: MerchantTools = { store, checker, sealingKey, clock, ids, random };
  const keys = signingKeys({ database, masterKey, clock, ids, random });
  const jwts = createJwts({ keys, clock, ids, environment: config.environment });
  const payments = paymentParts();
  const idempotency = createIdempotency({ database, clock, random, masterKey });
  const allRoutes = routes({
    auth: {
      merchants: store,
      checker,
      jwts,
      monotonicMs: clock.monotonicMs,
      failuresPerSecond: config.authFailuresPerSecond,
    },
    payments,
    merchants,
    keys,
  });
  const app = createServer({
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
  });
  addHouseRoutes(app, { routes: allRoutes, database, metrics, environment: config.environment });
  let worker: ReturnType<typeof startWorker> | undefined;

  function paymentParts(): PaymentParts {
    const paymentStore = sqlPaymentStore(database);
    const acquirers = acquirerRegistry(parts.acquirers);
    const failpoints = createFailpoints(config.failpoints, (ms) => clock.sleep(ms));
    const common = { store: paymentStore, acquirers, clock, ids };
    const processor = createProcessor({ ...common, journal, failpoints, metrics, log: logger });
    const firstLookMs = config.providerTimeoutMs + LOOK_MARGIN_MS;
    return { ...common, merchants: store, processor, firstLookMs };
  }

  return {
    app,
    merchants,
    work() {
      worker = startWorker(jobs({ processor: payments.processor, idempotency }), {
        clock,
        onRun(job, result, error) {
          metrics.jobs.inc({ job, result });
          if (result === 'failed') logger.error({ job, err: error }, 'job failed');
        },
      });
    },
    async close() {
      await app.close();
      await worker?.stop();
      await payments.processor.drain();
      await journal.idle();
    },
  };
}
