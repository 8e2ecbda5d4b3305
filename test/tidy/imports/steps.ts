// The import rule as data: the order of the modules of each package, and what packages may import
// from each other.

import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Modules from left to right: a step may import only the steps before it. */
export type Steps = readonly (readonly string[])[];

const gatewaySteps: Steps = [
  ['core'],
  ['settings'],
  ['storage'],
  ['journal'],
  ['http', 'worker'],
  ['merchants'],
  [
    'auth',
    'cards',
    'encryption',
    'vault',
    'ledger',
    'fees',
    'events',
    'providers',
    'token-services',
    'wallets',
  ],
  ['threeds', 'deposits', 'routing'],
  ['methods'],
  ['payments'],
  ['refunds', 'tokenizer', 'disputes'],
  ['settlement', 'reconciliation'],
  ['rotation'],
  ['notifications', 'admin'],
  ['docs', 'log.ts'],
  ['config.ts'],
  ['assemble-payments.ts'],
  ['assemble-delivery.ts', 'assemble-identity.ts'],
  ['dependencies.ts'],
  ['routes.ts', 'jobs.ts'],
  ['app.ts'],
  ['launch.ts'],
  ['run.ts', 'connect-providers.ts'],
];

/** The folders of the payments, as the modules around them: each imports only those before it. */
export const paymentSteps: Steps = [
  ['fields'],
  ['model'],
  ['loading'],
  ['decisions'],
  ['links', 'watching'],
  ['processing'],
  ['jobs', 'requests'],
  ['replies'],
  ['features'],
  ['steps'],
  ['endpoints'],
];

const usedByParties = ['acs', 'acquirer', 'bank', 'blik', 'tokens', 'wallets'];

/** Every folder of the sandbox with a party.ts, except those that other parties use. */
const partyFolders = globSync('sandbox/src/*/party.ts', {
  cwd: join(import.meta.dirname, '../../..'),
})
  .map((file) => basename(dirname(file)))
  .filter((name) => name !== 'party' && !usedByParties.includes(name))
  .toSorted();

const sandboxSteps: Steps = [
  ['wire'],
  ['pages'],
  ['party'],
  ['acs'],
  ['bank', 'blik', 'tokens', 'wallets'],
  ['acquirer'],
  partyFolders,
  ['control', 'parties.ts'],
  ['start'],
  ['compose.ts'],
  ['job-loop.ts', 'testing'],
  ['serve.ts'],
];

/** The page is shared by the browser and the server, which know nothing of each other. */
const paywallSteps: Steps = [
  ['page'],
  ['bundle-page.ts'],
  ['browser', 'build.ts', 'settings.ts', 'testing'],
  ['server'],
  ['serve.ts'],
];

/**
 * The only modules of the gateway that may import config.ts; all others get their values passed in.
 */
export const configReaders = [
  'assemble-payments.ts',
  'assemble-delivery.ts',
  'app.ts',
  'launch.ts',
];

export type PackageRule = {
  folder: string;
  /** By package: modules, or files of a module. */
  mayImport: Record<string, readonly (string | RegExp)[] | 'all'>;
  /** What each party.ts may import from the gateway in addition. */
  partyMayImport?: readonly (string | RegExp)[];
  /** Absent: its modules may import each other freely, except for cycles. */
  order?: { steps: Steps; connectedIn: string };
};

const everything: PackageRule['mayImport'] = {
  gateway: 'all',
  sandbox: 'all',
  paywall: 'all',
  cli: 'all',
  bench: 'all',
  test: 'all',
};

/** The folder of each package, and which modules of other packages it may import. */
export const packageRules: Record<string, PackageRule> = {
  gateway: {
    folder: 'gateway/src',
    mayImport: {},
    order: { steps: gatewaySteps, connectedIn: 'app.ts' },
  },
  sandbox: {
    folder: 'sandbox/src',
    mayImport: {
      gateway: [
        'core',
        'storage',
        'journal',
        'http',
        // The protocol messages that both sides use.
        /^(providers|token-services|wallets)\/[a-z0-9-]+\/messages\.ts$/,
        /^providers\/iso8583\/(codec|wire)\/[a-z-]+\.ts$/,
        'threeds/messages/message.ts',
        'threeds/ranges/range-message.ts',
      ],
    },
    // How the gateway in the same process reaches a party.
    partyMayImport: [
      'providers/provider.ts',
      'token-services/token-service-port.ts',
      'wallets/wallet-services.ts',
      'wallets/credentials/credential.ts',
      /^token-services\/[a-z-]+\/([a-z-]+-tokens|transport)\.ts$/,
      /^providers\/[a-z0-9-]+\/([a-z0-9-]+\.provider|transport)\.ts$/,
      /^threeds\/directory\/(directory|transport)\.ts$/,
    ],
    order: { steps: sandboxSteps, connectedIn: 'compose.ts' },
  },
  // Commands call the gateway with the operations and the transport of the client.
  cli: { folder: 'cli/src', mayImport: { ...everything, client: 'all' } },
  // The payment page knows the gateway only through the merchant API.
  paywall: {
    folder: 'paywall/src',
    mayImport: { client: 'all' },
    order: { steps: paywallSteps, connectedIn: 'serve.ts' },
  },
  // Runs at merchants and in browsers, on its own.
  client: { folder: 'client', mayImport: {} },
  bench: { folder: 'bench/src', mayImport: everything },
  test: { folder: 'test', mayImport: everything },
};

/** What test files may import in addition to their package's rule. */
export const testsMayImport: PackageRule['mayImport'] = { test: ['support', 'setup'] };
