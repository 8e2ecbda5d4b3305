// The project rules that tests check, as data: limits, names, bans with their replacement. The
// checkers beside this file apply them; imports/steps.ts has the import rule.

export const limits = {
  lineColumns: 100,
  functionLines: 60,
  sourceLines: 250,
  testLines: 400,
  medianSourceLines: 100,
  sourcesPerFolder: 12,
};

/** Pages that newcomers read from the first to the last line. */
export const pageLines: Readonly<Record<string, number>> = {
  'README.md': 120,
  'ARCHITECTURE.md': 250,
};

/** Generated sources: only the width of their lines is limited. */
export const generatedFolders = ['client/src/generated/'];

/** Folders that may have any number of files, because each file is one item of a list. */
export const listFolders = ['endpoints', 'migrations'];

/** Names that do not say what a file contains, alone or as the last word of a name. */
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

/** First path segments under which people and build machines keep their checkouts. */
export const privateFolders = ['home', 'Users', 'root', 'work', 'workspace', 'builds'];

export type Ban = { what: string; instead: string; allowedIn: RegExp };

/** Scripts for browsers have no clock but their own. */
const ownClock = 'gateway/src/(core|worker)|(paywall/src|sandbox/src/\\w+|cli/src/dev)/browser';
const timeAndChance = new RegExp(`^(${ownClock}|client|bench|test)/|\\.test\\.ts$`);
const environment = /^(gateway\/src\/config\.ts$|cli\/|bench\/|test\/)|\.test\.ts$/;
const sqlModules =
  /\.store\.ts$|^gateway\/src\/(storage|journal)\/|\/migrations\/|^(bench|test)\/|\.test\.ts$/;

export const bans: readonly Ban[] = [
  { what: 'Date.now', instead: 'the injected clock (core/clock.ts)', allowedIn: timeAndChance },
  { what: 'new Date()', instead: 'the injected clock (core/clock.ts)', allowedIn: timeAndChance },
  {
    what: 'Math.random',
    instead: 'the injected randomness (core/random.ts)',
    allowedIn: timeAndChance,
  },
  { what: 'randomUUID', instead: 'an id from core/id.ts', allowedIn: timeAndChance },
  { what: 'setTimeout', instead: 'the injected clock or the worker', allowedIn: timeAndChance },
  { what: 'setInterval', instead: 'a job of the worker', allowedIn: timeAndChance },
  { what: 'process.env', instead: 'a value of config.ts, passed in', allowedIn: environment },
  { what: 'SQL', instead: 'a named statement in a *.store.ts file', allowedIn: sqlModules },
  {
    what: 'the database clock',
    instead: 'the time as a parameter of the statement',
    allowedIn: /^(bench|test)\/|\.test\.ts$/,
  },
];

/** A limit of a wait that is reached is a failure, so no test has a shorter one. */
export const shortestLimitMs = 120_000;

/** What depends on the speed of the machine, with its replacement. */
export const timingBans = {
  comparison: ['an upper limit on a duration', 'the order of events, or a clock of the test'],
  shortLimit: ['a short limit of a wait', '`until` with its own limit'],
  pause: ['a fixed pause', '`until`, a clock of the test, or a later event that shows the same'],
} as const;

export type TimingBan = keyof typeof timingBans;

const raceOrder = 'spreads the requests of a race; every order is legal';
const cachedSecond = 'a node keeps its copy of a merchant for a second by its own clock';

/** Where a test may do it, and why it does not fail on a slow machine. */
export const timingExceptions: Readonly<Record<string, readonly [ban: TimingBan, reason: string]>> =
  {
    'gateway/src/core/clock.test.ts': ['pause', 'the pause is what is tested'],
    'test/faults/authentication-timeouts.test.ts': ['pause', 'nothing may happen in it'],
    'test/faults/drain.test.ts': ['pause', 'every order of the request and the signal is legal'],
    'test/journeys/delivery-schedule.test.ts': ['pause', cachedSecond],
    'test/journeys/revoked-tokens.test.ts': ['pause', cachedSecond],
    'test/journeys/strong-authentication-steps.test.ts': ['comparison', 'a late answer is allowed'],
    'test/journeys/suspension.test.ts': ['pause', 'every order has the same answer'],
    'test/races/endings.test.ts': ['pause', raceOrder],
    'test/races/waiting.test.ts': ['pause', raceOrder],
    'test/setup/postgres-server.ts': ['pause', 'then the server is stopped in another way'],
    'test/support/waiting/until.ts': ['pause', 'the limit itself'],
  };
