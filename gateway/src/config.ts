// The settings of one gateway process: the tables of all modules, read from the environment only in
// this file. An error is one clear sentence, never a stack trace.

import { cardSettings } from './cards/settings.ts';
import { defect } from './core/assert.ts';
import { encryptionSettings } from './encryption/settings.ts';
import { eventSettings } from './events/settings.ts';
import { budgetSettings } from './http/budget/budget-settings.ts';
import { checkGuard, guardSettings } from './http/guard/guard-settings.ts';
import { checkLimits, limitSettings } from './http/limits.ts';
import {
  checkInternalPort,
  checkProcess,
  checkProcessInProduction,
  processSettings,
} from './http/system/process-settings.ts';
import { methodDefinitions } from './methods/registry.ts';
import type { Provider } from './providers/provider.ts';
import { firstVariable, type Configured, type Connection } from './settings/connection.ts';
import { refuseProblems, settingsReader, type Check, type Env } from './settings/read-settings.ts';
import {
  variablesOf,
  type SettingsLookup,
  type Table,
  type ValuesOf,
  type Variable,
} from './settings/setting.ts';
import {
  checkMasterKeys,
  checkMasterKeysInProduction,
  commandEnvironmentOf,
  masterKeySettings,
  nextMasterKeySettings,
  type KeySettings,
} from './storage/keys/key-settings.ts';
import { checkThreeDSInProduction, threeDSSettings } from './threeds/directory/settings.ts';
import { tokenConnections } from './token-services/plain/connection.ts';
import type { TokenService } from './token-services/token-service-port.ts';
import { appleConnection } from './wallets/apple/connection.ts';
import { clickToPayConnection } from './wallets/click-to-pay/connection.ts';
import { googleConnection } from './wallets/google/connection.ts';
import type { WalletServices } from './wallets/wallet-services.ts';

const installation = { ...processSettings, ...masterKeySettings };

const operation = {
  ...threeDSSettings,
  ...cardSettings,
  ...encryptionSettings,
  ...eventSettings,
  ...guardSettings,
  ...limitSettings,
  ...budgetSettings,
};

const table = { ...installation, ...operation };

/** The sandbox with its order of providers is used instead of real ones for cards. */
const checkSimulated: Check<Config> = ({ isSimulated, environment, sandboxProviders }) =>
  sandboxProviders.length === 0 || isSimulated || environment === 'production'
    ? []
    : ['BRAMKA_SANDBOX_PROVIDERS has no effect beside a provider that takes cards; unset one'];

const checks = [
  checkProcess,
  checkInternalPort,
  checkMasterKeys,
  checkGuard,
  checkLimits,
  checkSimulated,
];
const productionChecks = [
  checkProcessInProduction,
  checkMasterKeysInProduction,
  checkThreeDSInProduction,
];

/** What declares settings of its own. */
interface Declared {
  readonly providers: readonly Connection<Provider>[];
  readonly tokenServices: readonly Connection<TokenService>[];
  readonly wallets: readonly Connection<WalletServices>[];
  readonly methods: readonly Table[];
}

export const standardDeclared: Declared = {
  providers: methodDefinitions.flatMap(({ providers = [] }) => providers),
  tokenServices: tokenConnections,
  wallets: [appleConnection, googleConnection, clickToPayConnection],
  methods: methodDefinitions.flatMap(({ settings }) => (settings ? [settings] : [])),
};

export interface Config extends ValuesOf<typeof table>, KeySettings {
  /** Those that are configured. */
  readonly providers: readonly Configured<Provider>[];
  readonly tokenServices: readonly Configured<TokenService>[];
  readonly wallets: readonly Configured<WalletServices>[];
  readonly methodSettings: SettingsLookup;
  /** Whether the providers that are not configured are simulated in this process. */
  readonly isSimulated: boolean;
}

export function readConfig(env: Env, declared = standardDeclared): Config {
  const isProduction = env['BRAMKA_ENV']?.trim() === 'production';
  const reader = settingsReader(env, isProduction);
  const { isSet } = reader;
  const configured = <Adapter>(list: readonly Connection<Adapter>[]) =>
    list.flatMap((one) => one.configure(reader) ?? []);
  const ofMethods = new Map(declared.methods.map((own) => [own, reader.read(own)]));
  const providers = configured(declared.providers);
  const takesCards = providers.some((one) => one.takesCards);
  const config: Config = {
    ...reader.read(table),
    nextMasterKey: reader.read(nextMasterKeySettings),
    commandEnvironment: commandEnvironmentOf(env),
    providers,
    tokenServices: configured(declared.tokenServices),
    wallets: configured(declared.wallets),
    methodSettings: (own) => (ofMethods.get(own) ?? defect('settings are not declared')) as never,
    isSimulated: !isProduction && !takesCards,
  };
  refuseProblems(reader.badValues);
  refuseProblems([...reader.incomplete, ...checks.flatMap((check) => check(config, isSet))]);
  if (!isProduction) return config;
  const cardUrls = declared.providers.filter((one) => one.takesCards).map(firstVariable);
  refuseProblems([
    ...reader.unsafe,
    ...(takesCards ? [] : [`${cardUrls.join(' or ')} must be set in production`]),
    ...productionChecks.flatMap((check) => check(config, isSet)),
  ]);
  return config;
}

/** Every variable, for the reference and `bramka start --help`. */
export function listVariables(declared = standardDeclared): Variable[] {
  const { providers, tokenServices, wallets, methods } = declared;
  const outside = [...providers, ...tokenServices, ...wallets].map(({ settings }) => settings);
  return variablesOf([installation, nextMasterKeySettings, ...outside, ...methods, operation]);
}
