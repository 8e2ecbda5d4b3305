// Starts one gateway process: storage, migrations, keys, the gateway itself, listening and
// shutdown. Providers, real or simulated, are passed in.

import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from './providers/provider.ts';
import { BadBinTable } from './cards/bin-table.ts';
import { openBinFile } from './cards/bin-file.ts';
import { createGateway, type SandboxControls, type Gateway } from './app.ts';
import type { Config } from './config.ts';
import { BadConfig } from './settings/read-settings.ts';
import { systemClock, type Clock } from './core/clock.ts';
import { createIds, type Ids } from './core/id.ts';
import { systemRandom, type RandomBytes } from './core/random.ts';
import { open, type Secret } from './core/secret.ts';
import type { Endpoint, Route } from './http/endpoint.ts';
import type { AddPages } from './http/pages/page-host.ts';
import { CannotListen, listenAll } from './http/system/listen.ts';
import { journalSettings } from './journal/sql-committer.ts';
import { createLogger, loggedOutage } from './log.ts';
import { addDemoMerchants } from './merchants/demo.ts';
import type { Outage } from './storage/availability/outage.ts';
import { WrongDatabase } from './storage/installation.ts';
import { keyFromDirectory, randomText } from './storage/key-file.ts';
import { KeyEncryptionFailed } from './storage/keys/key-encryption.ts';
import { hasMasterKey } from './storage/keys/key-settings.ts';
import { readMasterKeys } from './storage/keys/master-key.ts';
import { openKeys } from './storage/keys/open-keys.ts';
import { prepareDirectory, StorageUnusable } from './storage/data-directory.ts';
import { readMigrations } from './storage/migrate.ts';
import { migrateInstallation, refuseMissing } from './storage/migration/migrate-installation.ts';
import type { Migration } from './storage/migration/parse.ts';
import type { DirectoryTransport } from './threeds/directory/directory.ts';
import type { TokenService } from './token-services/token-service-port.ts';
import { BadTrustFile } from './wallets/trust/trust-file.ts';
import type { WalletServices } from './wallets/wallet-services.ts';
import type { Job } from './worker/worker.ts';
import { openEmbeddedStorage, openServerStorage, type Storage } from './storage/open.ts';

export const gatewayMigrations = readMigrations(new URL('../migrations/', import.meta.url));

/** What providers, real or simulated, are created with. */
export interface ProviderContext {
  readonly config: Config;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** The public URL of this gateway, known once it listens. */
  readonly publicUrl: () => string;
  readonly logger: FastifyBaseLogger;
}

export interface ConnectedProviders {
  readonly providers: readonly Provider[];
  /** The transport to the 3-D Secure directory servers; absent: customers are not authenticated. */
  readonly directory?: DirectoryTransport;
  /** The token services; absent: no network tokens. */
  readonly tokenServices?: readonly TokenService[];
  /** The wallets; absent: none. */
  readonly wallets?: WalletServices;
  /** Background jobs of the simulated providers. */
  readonly jobs?: readonly Job[];
  /** Routes to be served like the gateway's own. */
  readonly routes?: (controls: SandboxControls) => readonly Route[];
  /** Endpoints that `mount` adds, for the documentation. */
  readonly described?: readonly Endpoint[];
  /** Adds routes that do not go through the gateway’s own request handling. */
  mount?(gateway: Gateway): void;
  /** Called once before the first request. */
  prepare?(): Promise<void>;
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly config: Config;
  readonly migrations: readonly Migration[];
  /** The schema of the database server; the one of its role unless another one is given. */
  readonly schema?: string;
  /** The time for everything except the log; the system clock unless another one is given. */
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** The BIN table when the configuration names none. */
  readonly binTableFile?: string;
  /** Adds the payment page to the server. */
  readonly addPages?: AddPages;
  readonly connectProviders: (
    context: ProviderContext,
  ) => Promise<ConnectedProviders> | ConnectedProviders;
}

export interface Launched {
  readonly url: string;
  /** The URL of the internal port; null if there is none. */
  readonly internalUrl: string | null;
  readonly adminKey: Secret<string>;
  readonly adminKeyMade: boolean;
  readonly logger: FastifyBaseLogger;
  close(): Promise<void>;
}

const NO_STRONG_AUTHENTICATION =
  '3-D Secure is off, because BRAMKA_DS_URL is not set: no customer is authenticated';

/** Reasons not to start that the operator can fix; printed as one sentence each. */
export class CannotStart extends Error {}

export async function launch(options: LaunchOptions): Promise<Launched> {
  const { config } = options;
  const clock = options.clock ?? systemClock;
  const random = systemRandom;
  const ids = options.ids ?? createIds(clock, random);
  const logger = createLogger(config.logLevel);
  const needsDirectory = !config.databaseUrl || !hasMasterKey(config) || !config.adminKey;
  const mayGenerateKeys = config.environment === 'sandbox';
  if (needsDirectory && mayGenerateKeys) prepareDirectory(config.dataDir);
  const masterKeys = readMasterKeys(config, random);
  const adminKey =
    config.adminKey ??
    keyFromDirectory(config.dataDir, 'admin.key', () => randomText(random, 24, 'base64url'));
  const binFile = config.binTableFile ?? options.binTableFile;
  const bins = binFile === undefined ? null : await openBinFile(binFile, logger);
  const storage = await openStorage(options, loggedOutage(clock, logger));
  try {
    const migrations = [...gatewayMigrations, ...options.migrations];
    const installation = { storage, migrations, ...config, clock, log: logger };
    await (config.migrate === 'on' ? migrateOrExplain : refuseMissing)(installation);
    const own = { ...masterKeys, ...config, ...storage, masterKey: masterKeys.masterKey };
    const keys = await openKeys({ ...own, clock, random, nodeId: ids.next(), log: logger });
    let url = config.publicUrl ?? '';
    const base = { config, storage, clock, ids, random, logger };
    const context: ProviderContext = { ...base, publicUrl: () => url };
    const connected = await options.connectProviders(context);
    if (!connected.directory) logger.warn(NO_STRONG_AUTHENTICATION);
    const { addPages } = options;
    const made = { ...context, migrations, keys, adminKey, bins, addPages };
    const gateway = createGateway({ ...made, ...partsOf(connected) });
    connected.mount?.(gateway);
    if (config.environment === 'sandbox') {
      await addDemoMerchants(gateway.merchants);
      await gateway.addDemoDeposits();
    }
    await connected.prepare?.();
    await gateway.prepare();
    const [listening, internalUrl] = await listenAll(gateway, config);
    if (config.publicUrl === null) url = listening;
    await gateway.warmUp();
    gateway.work();
    return {
      url: listening,
      internalUrl,
      adminKey,
      adminKeyMade: config.adminKey === null,
      logger,
      async close() {
        await gateway.close();
        await connected.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close().catch(() => undefined);
    throw asCannotStart(error);
  }
}

function partsOf(connected: ConnectedProviders) {
  const { providers, directory = null, tokenServices, wallets } = connected;
  return {
    providers,
    directory,
    tokenServices,
    wallets,
    extraRoutes: connected.routes,
    described: connected.described,
    extraJobs: connected.jobs,
  };
}

export async function openStorage(
  { config, schema }: Pick<LaunchOptions, 'config' | 'schema'>,
  outage: Outage,
): Promise<Storage> {
  try {
    if (!config.databaseUrl) return await openEmbeddedStorage(config.dataDir, outage);
    return openServerStorage({
      url: open(config.databaseUrl),
      ...(schema === undefined ? {} : { schema }),
      connections: config.databaseConnections,
      journalSettings,
      outage,
    });
  } catch (error) {
    throw asCannotStart(error);
  }
}

/** Also of `bramka migrate`. */
export async function migrateOrExplain(
  parts: Parameters<typeof migrateInstallation>[0],
): Promise<string[]> {
  try {
    return await migrateInstallation(parts);
  } catch (error) {
    const reason = asCannotStart(error);
    if (reason instanceof CannotStart || !(error instanceof Error)) throw reason;
    throw new CannotStart(`the database cannot be migrated (${error.message})`, {
      cause: error,
    });
  }
}

export function asCannotStart(error: unknown): unknown {
  if (isForOperator(error)) {
    return new CannotStart(error.message);
  }
  if (error instanceof BadConfig || error instanceof BadBinTable || error instanceof CannotListen) {
    return new CannotStart(error.message);
  }
  if (!(error instanceof Error)) return error;
  const why = causesOf(error).at(-1) ?? '';
  if (isAccessDenied(error)) {
    return new CannotStart(`the database named by DATABASE_URL refuses the connection (${why})`);
  }
  if (error.name === 'ConnectionLost') {
    return new CannotStart(`the database named by DATABASE_URL cannot be reached (${why})`);
  }
  return error;
}

function isForOperator(error: unknown): error is Error {
  const known = [StorageUnusable, WrongDatabase, KeyEncryptionFailed, BadTrustFile];
  return known.some((one) => error instanceof one);
}

/** Unknown host, or a missing login, database or permission: for the operator to fix. */
function isAccessDenied(error: Error): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^(28...|3D000|42501|25006|EAI_\w+|SELF_SIGNED\w*)$/.test(code)) {
    return true;
  }
  return error.cause instanceof Error && isAccessDenied(error.cause);
}

/** The messages of an error and its causes; a host with two addresses fails once for each. */
function causesOf(error: Error): string[] {
  const behind = error instanceof AggregateError ? (error.errors[0] as unknown) : error.cause;
  const deeper = behind instanceof Error ? causesOf(behind) : [];
  return error.message === '' ? deeper : [error.message, ...deeper];
}
