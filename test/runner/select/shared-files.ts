// Decides which test files can share a process, by what a file loads, directly or through other
// modules. `unitRule`: it opens no database, connects nowhere and listens on no port. `systemRule`:
// it may do that, and start processes. With both it starts no thread and does not change the
// process. The rules read the imports, so there is no list of files to maintain.
import type { Import, ImportGraph, Module } from './import-graph.ts';

export interface SharingRule {
  /** Modules and packages that a file in the shared process may load. All others are refused. */
  readonly modules: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
  readonly mayListen: boolean;
  /** Modules whose own imports and changes do not count, see below. */
  readonly exempt: ReadonlySet<string>;
  /** Modules that define tables which a reset of a gateway in the same process would empty. */
  readonly tables: ReadonlySet<string>;
}

const harmlessModules = new Set([
  'assert',
  'assert/strict',
  'buffer',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'os',
  'path',
  'perf_hooks',
  'stream',
  'test',
  'timers/promises',
  'url',
  'util',
  'zlib',
]);
const harmlessPackages = new Set([
  'ajv',
  'asn1js',
  'fast-check',
  'fastify',
  'jose',
  'marked',
  'pkijs',
  'preact',
  'preact-render-to-string',
  'standardwebhooks',
  'typebox',
  'typescript',
  'undici',
]);

export const unitRule: SharingRule = {
  modules: harmlessModules,
  packages: harmlessPackages,
  mayListen: false,
  exempt: new Set(),
  tables: new Set(),
};

export const systemRule: SharingRule = {
  modules: new Set([
    ...harmlessModules,
    'child_process',
    'dns/promises',
    'http',
    'https',
    'module',
    'net',
    'stream/consumers',
    'tls',
    'v8',
  ]),
  packages: new Set([
    ...harmlessPackages,
    '@electric-sql',
    '@fastify',
    'commander',
    'esbuild',
    'pg',
    'pino',
    'playwright-core',
    'prom-client',
  ]),
  mayListen: true,
  exempt: new Set([
    // Ends the process only at a failpoint that the environment names.
    'gateway/src/core/failpoint.ts',
    // Change the permissions of files created later, on which no test depends.
    'gateway/src/storage/data-directory.ts',
    'gateway/src/storage/open.ts',
    // Kills the command of a key management service, only where a setting names one.
    'gateway/src/storage/keys/command-encryption.ts',
    // Import modules of this repository that only define something.
    'cli/src/payments/encrypt-card.ts',
    'test/schema/modules.ts',
    // Runs commands with variables of their own; starts `bin/bramka` as a process.
    'cli/src/testing/run-bramka.ts',
    // Starts gateways as processes, which their files stop.
    'test/support/gateway.ts',
    // Loads the whole gateway only where no file has the document; a run has one.
    'test/support/document/describe.ts',
    // Loads the whole gateway only where there is no template; a run has one.
    'test/support/pool/templates.ts',
    // Starts gateways only where there is no pool; a run has one.
    'test/support/pool/launch-gateway.ts',
    // Its listeners are added before the first file.
    'test/support/waiting/ending.ts',
  ]),
  tables: new Set(['test/support/journal/tables.ts', 'test/support/toy-party/draws.store.ts']),
};

/** Names of modules that are refused otherwise: they only compute. */
const harmlessNames: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['STATUS_CODES', 'METHODS'],
  'node:net': ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
};

/** Code that changes the process, and what to say about it. */
const changesOfTheProcess: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bprocess\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|\bdelete process\.env/, 'sets process.env'],
  [/\bObject\.assign\(process\.env\b/, 'sets process.env'],
  [/\bprocess\.(exit|exitCode|abort|chdir|umask|kill|setuid)\b/, 'ends or changes the process'],
  [/\bprocess\s*\.(on|once|prependListener|removeAllListeners)\(/, 'listens to the process'],
  [/\bglobalThis(\.\w+|\[[^\]]+\])\s*=[^=]/, 'sets a global variable'],
  [/\bmock\.(timers|method|module|property|getter|setter)\b/, 'replaces methods or timers'],
];
const listening = /\.listen\(/;

export interface Classifier {
  /** Why the file needs a process of its own, and which module is the cause; else undefined. */
  reasonAgainst(file: string): string | undefined;
}

export function createClassifier(graph: ImportGraph, rule: SharingRule = unitRule): Classifier {
  const nextOf = (path: string): readonly string[] =>
    rule.exempt.has(path) ? [] : (graph.moduleAt(path)?.own ?? []);
  const reasons = new Map<string, string | undefined>();
  const reasonOf = (path: string): string | undefined => {
    if (rule.exempt.has(path)) return undefined;
    if (rule.tables.has(path)) return 'defines tables';
    if (!reasons.has(path)) reasons.set(path, reasonIn(graph.moduleAt(path), rule));
    return reasons.get(path);
  };
  return {
    reasonAgainst(file) {
      for (const path of graph.reachedFrom(file, nextOf)) {
        const reason = reasonOf(path);
        if (reason !== undefined) return `${path} ${reason}`;
      }
      return undefined;
    },
  };
}

function reasonIn(module: Module | undefined, rule: SharingRule): string | undefined {
  if (module === undefined) return 'cannot be read';
  const refused = module.foreign.find((one) => !isHarmless(one, rule));
  if (refused !== undefined) return `imports ${refused.specifier}`;
  const change = changesOfTheProcess.find(([pattern]) => pattern.test(module.text))?.[1];
  if (change !== undefined) return change;
  return !rule.mayListen && listening.test(module.text) ? 'listens on a port' : undefined;
}

function isHarmless({ specifier, names }: Import, rule: SharingRule): boolean {
  if (specifier.startsWith('node:')) {
    if (rule.modules.has(specifier.slice('node:'.length))) return true;
    const allowed = harmlessNames[specifier];
    return allowed !== undefined && names.length > 0 && names.every((one) => allowed.includes(one));
  }
  return rule.packages.has(specifier.split('/')[0] ?? '');
}
