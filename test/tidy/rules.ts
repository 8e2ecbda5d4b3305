// The house rules that a machine can check, as data: limits, names, bans with their
// replacement, and the import rule. The checkers beside this file only apply them.

export const limits = {
  lineColumns: 100,
  functionLines: 60,
  sourceLines: 250,
  testLines: 400,
  medianSourceLines: 100,
  sourcesPerFolder: 12,
};

/** Folders that may hold any number of files, because each file is one item of a list. */
export const listFolders = ['endpoints', 'migrations'];

/** Names that say nothing about what is inside, alone or as the last word of a name. */
export const emptyNames = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'service',
  'index',
];

export const unfinishedWords = ['TODO', 'FIXME'];

/** Beginnings of paths under which people and build machines keep their checkouts. */
export const privateFolders = ['home', 'Users', 'root', 'work', 'workspace', 'builds'];

export type Ban = { what: string; instead: string; allowedIn: RegExp };

const timeAndChance = /^(gateway\/src\/(core|worker)\/|bench\/|test\/)|\.test\.ts$/;
const environment =
  /^(gateway\/src\/(config|main)\.ts$|sandbox\/src\/main\.ts$|cli\/|bench\/|test\/)|\.test\.ts$/;
const sqlHomes =
  /\.store\.ts$|^gateway\/src\/(storage|journal)\/|\/migrations\/|^(bench|test)\/|\.test\.ts$/;

export const bans: readonly Ban[] = [
  { what: 'Date.now', instead: 'the injected clock (core/clock.ts)', allowedIn: timeAndChance },
  { what: 'new Date()', instead: 'the injected clock (core/clock.ts)', allowedIn: timeAndChance },
  {
    what: 'Math.random',
    instead: 'the injected chance (core/random.ts)',
    allowedIn: timeAndChance,
  },
  { what: 'randomUUID', instead: 'an id made by core/id.ts', allowedIn: timeAndChance },
  { what: 'setTimeout', instead: 'the injected clock or the worker', allowedIn: timeAndChance },
  { what: 'setInterval', instead: 'a job of the worker', allowedIn: timeAndChance },
  { what: 'process.env', instead: 'a value of config.ts, passed in', allowedIn: environment },
  { what: 'SQL', instead: 'a named statement in a *.store.ts file', allowedIn: sqlHomes },
  {
    what: 'the clock of the database',
    instead: 'the time as a parameter of the statement',
    allowedIn: /^(bench|test)\/|\.test\.ts$/,
  },
];

/** Rooms from left to right: a step may import the steps before it, and only those. */
export type Steps = readonly (readonly string[])[];

const gatewaySteps: Steps = [
  ['core'],
  ['storage'],
  ['journal'],
  ['http', 'worker'],
  ['merchants'],
  ['auth', 'cards', 'vault', 'ledger', 'events', 'acquirers'],
  ['threeds'],
  ['methods'],
  ['payments'],
  ['refunds', 'tokenizer'],
  ['settlement'],
  ['notifications', 'admin'],
  ['routes.ts', 'jobs.ts', 'docs-facts.ts', 'log.ts'],
  ['config-values.ts', 'config-production.ts'],
  ['config.ts'],
  ['app.ts'],
  ['launch.ts'],
  ['run.ts', 'providers.ts'],
  ['main.ts'],
];

const sandboxSteps: Steps = [
  ['wire', 'trigger.ts'],
  ['acs'],
  ['directory', 'acquirer'],
  ['control', 'triggers.ts', 'described.ts'],
  ['compose.ts'],
  ['job-loop.ts', 'testing'],
  ['main.ts'],
];

/** The only rooms of the gateway that may import config.ts: everybody else is given values. */
export const configReaders = ['app.ts', 'launch.ts', 'main.ts'];

export type PackageRule = {
  folder: string;
  /** By package: rooms, or files of a room. */
  mayImport: Record<string, readonly string[] | 'all'>;
  /** Absent: its rooms import each other as they like, but for circles. */
  order?: { steps: Steps; wiredIn: string };
};

const everything: PackageRule['mayImport'] = {
  gateway: 'all',
  sandbox: 'all',
  cli: 'all',
  bench: 'all',
  test: 'all',
};

/** Where the modules of each package stand and which rooms of its neighbours it may import. */
export const packageRules: Record<string, PackageRule> = {
  gateway: {
    folder: 'gateway/src',
    mayImport: {},
    order: { steps: gatewaySteps, wiredIn: 'app.ts' },
  },
  sandbox: {
    folder: 'sandbox/src',
    mayImport: {
      gateway: [
        'core',
        'storage',
        'journal',
        'http',
        // The messages of protocols, which both ends speak.
        'acquirers/plain/messages.ts',
        'threeds/messages/message.ts',
      ],
    },
    order: { steps: sandboxSteps, wiredIn: 'compose.ts' },
  },
  cli: { folder: 'cli/src', mayImport: everything },
  bench: { folder: 'bench/src', mayImport: everything },
  test: { folder: 'test', mayImport: everything },
};

/** What test files may import beyond their package's own rule. */
export const testsMayImport: PackageRule['mayImport'] = { test: ['support', 'setup'] };
