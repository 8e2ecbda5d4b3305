// The settings of one gateway process, read from the environment only in this file. An error is one
// clear sentence, never a stack trace.

import type { Organization } from './cards/card-number.ts';
import { findUnsafeSettings } from './settings/config-production.ts';
import {
  assignedId,
  BadConfig,
  choice,
  databaseUrl,
  digits,
  hostNames,
  secretOrNull,
  httpUrl,
  organizationList,
  port,
  publicUrl,
  rangedSettings,
  refuseInternalWithoutPort,
  refuseProblems,
  text,
  paymentServices,
  wholeNumber,
  type Env,
  type KeyedService,
  type TokenServiceSettings,
  type TransferService,
} from './settings/config-values.ts';
import type { EncryptionSettings } from './encryption/settings.ts';
import type { EventSettings } from './events/settings.ts';
import { parseFailpoints, type FailpointAction } from './core/failpoint.ts';
import type { Secret } from './core/secret.ts';
import { exposures, type Exposure } from './http/system/servers.ts';
import type { BudgetSettings } from './http/budget/budget-settings.ts';
import type { RequestLimits } from './http/limits.ts';
import type { Environment } from './storage/installation.ts';
import {
  keySourceProblems,
  readKeySettings,
  type KeySettings,
} from './storage/keys/key-settings.ts';
import { DEFAULT_SERVER_REFERENCE } from './threeds/directory/directory.ts';
import {
  readWalletSettings,
  walletProblems,
  type WalletSettings,
} from './wallets/wallet-settings.ts';

export interface Config
  extends
    RequestLimits,
    BudgetSettings,
    EncryptionSettings,
    EventSettings,
    KeySettings,
    WalletSettings {
  readonly environment: Environment;
  readonly host: string;
  readonly port: number;
  /** The public URL, such as https://pay.example; absent: the listening address. */
  readonly publicUrl: string | null;
  /** Other names under which a sandbox is called, for example in a network of containers. */
  readonly sandboxHosts: readonly string[];
  readonly dataDir: string;
  readonly databaseUrl: Secret<string> | null;
  readonly databaseConnections: number;
  readonly adminKey: Secret<string> | null;
  readonly acquirerUrl: string | null;
  readonly acquirerKey: Secret<string> | null;
  /** The acquirer's id at the card organizations, sent to directory servers. */
  readonly acquirerBin: string;
  /**
   * Directory servers of 3-D Secure; `{organization}` is replaced by the operator, such as visa.
   */
  readonly directoryUrl: string | null;
  readonly directoryKey: Secret<string> | null;
  readonly blik: KeyedService | null;
  /** How long a customer may take to confirm a BLIK payment. */
  readonly blikConfirmMs: number;
  /** Bank transfers: Autopay (BM), and the provider of the plain redirect protocol (PA). */
  readonly autopay: TransferService | null;
  readonly redirectProvider: TransferService | null;
  /** Network tokens of Visa (VTS) and Mastercard (SCOF). */
  readonly vts: TokenServiceSettings | null;
  readonly scof: TokenServiceSettings | null;
  /** The organizations with a directory server; other cards are not enrolled in 3-D Secure. */
  readonly directoryOrganizations: readonly Organization[];
  /** This 3-D Secure server's reference number at the organizations. */
  readonly serverReference: string;
  readonly operatorId: string | null;
  readonly challengeTimeoutMs: number;
  /** How long a security code may be held in the vault. */
  readonly securityCodeMs: number;
  readonly binTableFile: string | null;
  readonly providerTimeoutMs: number;
  readonly providerMaxInFlightMs: number;
  /** The limit of concurrent calls and the circuit breaker of each provider. */
  readonly providerCalls: number;
  readonly providerFailures: number;
  readonly providerPauseMs: number;
  readonly trustProxy: boolean;
  /** Where /docs with /openapi.json, /metrics, and /v1/admin are served. */
  readonly docs: Exposure;
  readonly metrics: Exposure;
  readonly admin: Exposure;
  /** A second port for what should not be public; null if there is none. */
  readonly internalPort: number | null;
  readonly internalHost: string;
  readonly logLevel: string;
  readonly failpoints: Map<string, FailpointAction>;
}

export function readConfig(env: Env): Config {
  const environment = choice(env, 'BRAMKA_ENV', ['sandbox', 'production'] as const, 'sandbox');
  const failpoints = parseFailpoints(env['BRAMKA_FAILPOINTS'] ?? '');
  if (!failpoints) throw new BadConfig('BRAMKA_FAILPOINTS must look like name=kill,name=delay:100');
  const config: Config = {
    environment,
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: wholeNumber(env, 'PORT', 8080, 0, 65_535),
    publicUrl: publicUrl(env),
    sandboxHosts: hostNames(env, 'BRAMKA_SANDBOX_HOSTS'),
    dataDir: text(env, 'BRAMKA_DATA_DIR') ?? './data',
    databaseUrl: secretOrNull(databaseUrl(env)),
    databaseConnections: wholeNumber(env, 'BRAMKA_DB_CONNECTIONS', 10, 1, 500),
    adminKey: secretOrNull(text(env, 'BRAMKA_ADMIN_KEY')),
    ...readKeySettings(env),
    acquirerUrl: httpUrl(env, 'BRAMKA_ACQUIRER_URL'),
    acquirerKey: secretOrNull(text(env, 'BRAMKA_ACQUIRER_KEY')),
    acquirerBin: digits(env, 'BRAMKA_ACQUIRER_BIN', '400000'),
    directoryUrl: httpUrl(env, 'BRAMKA_DS_URL'),
    directoryKey: secretOrNull(text(env, 'BRAMKA_DS_KEY')),
    ...paymentServices(env),
    ...readWalletSettings(env),
    directoryOrganizations: organizationList(env, 'BRAMKA_DS_ORGANIZATIONS'),
    serverReference: assignedId(env, 'BRAMKA_3DS_SERVER_REFERENCE') ?? DEFAULT_SERVER_REFERENCE,
    operatorId: assignedId(env, 'BRAMKA_3DS_OPERATOR_ID') ?? null,
    challengeTimeoutMs: wholeNumber(env, 'BRAMKA_CHALLENGE_TIMEOUT_SECONDS', 600, 60, 3600) * 1000,
    securityCodeMs: wholeNumber(env, 'BRAMKA_SECURITY_CODE_SECONDS', 900, 60, 3600) * 1000,
    binTableFile: text(env, 'BRAMKA_BIN_TABLE') ?? null,
    providerTimeoutMs: wholeNumber(env, 'BRAMKA_PROVIDER_TIMEOUT_MS', 10_000, 10, 120_000),
    providerMaxInFlightMs: wholeNumber(
      env,
      'BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS',
      60_000,
      10,
      3_600_000,
    ),
    providerCalls: wholeNumber(env, 'BRAMKA_PROVIDER_CALLS', 1000, 1, 100_000),
    providerFailures: wholeNumber(env, 'BRAMKA_PROVIDER_FAILURES', 20, 1, 1_000_000),
    providerPauseMs: wholeNumber(env, 'BRAMKA_PROVIDER_PAUSE_MS', 5000, 10, 3_600_000),
    ...rangedSettings(env),
    trustProxy: choice(env, 'BRAMKA_TRUST_PROXY', ['true', 'false'] as const, 'false') === 'true',
    docs: choice(env, 'BRAMKA_DOCS', exposures, systemPlace[environment]),
    metrics: choice(env, 'BRAMKA_METRICS', exposures, systemPlace[environment]),
    admin: choice(env, 'BRAMKA_ADMIN', exposures, 'on'),
    internalPort: port(env, 'BRAMKA_INTERNAL_PORT'),
    internalHost: text(env, 'BRAMKA_INTERNAL_HOST') ?? '127.0.0.1',
    logLevel: choice(env, 'BRAMKA_LOG_LEVEL', logLevels, 'info'),
    failpoints,
  };
  if (config.providerMaxInFlightMs < config.providerTimeoutMs) {
    throw new BadConfig(
      'BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS must be at least BRAMKA_PROVIDER_TIMEOUT_MS',
    );
  }
  if (config.internalPort === null) refuseInternalWithoutPort(env);
  refuseProblems([...keySourceProblems(config), ...walletProblems(env)]);
  if (environment === 'production') refuseUnsafe(config, env);
  return config;
}

function refuseUnsafe(config: Config, env: Env): void {
  const hasAcquirerBin = text(env, 'BRAMKA_ACQUIRER_BIN') !== undefined;
  refuseProblems(findUnsafeSettings({ ...config, hasAcquirerBin }));
}

/** Without an internal port, what is internal by default is not served. */
const systemPlace = { sandbox: 'on', production: 'internal' } as const;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;
