// Decides which test files can share a process, by what a file loads, directly or through other
// modules. `unitRule`: it opens no database, connects nowhere and listens on no port. `systemRule`:
// it may do that, and start gateways. With both it starts no other process or thread and does not
// change the process. The rules read the imports, so there is no list of files to maintain.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface SharingRule {
  /** Modules and packages that a file in the shared process may load. All others are refused. */
  readonly modules: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
  readonly mayListen: boolean;
  /** Modules whose own imports and changes do not count, see below. */
  readonly exempt: ReadonlySet<string>;
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
  'fast-check',
  'fastify',
  'jose',
  'typebox',
  'typescript',
  'undici',
]);

export const unitRule: SharingRule = {
  modules: harmlessModules,
  packages: harmlessPackages,
  mayListen: false,
  exempt: new Set(),
};

export const systemRule: SharingRule = {
  modules: new Set([
    ...harmlessModules,
    'dns/promises',
    'http',
    'https',
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
    'pg',
    'pino',
    'prom-client',
  ]),
  mayListen: true,
  exempt: new Set([
    // Ends the process only at a failpoint that the environment names.
    'gateway/src/core/failpoint.ts',
    // Change the permissions of files created later, on which no test depends.
    'gateway/src/storage/data-directory.ts',
    'gateway/src/storage/open.ts',
    // Starts the command of a key management service only where a setting names one.
    'gateway/src/storage/keys/command-encryption.ts',
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
    // Run OpenSSL to its end.
    'test/support/wallets/openssl.ts',
    'test/support/wallets/apple/openssl.ts',
    // Its listeners are added before the first file.
    'test/support/waiting/ending.ts',
  ]),
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

interface Module {
  /** Why a file that loads this module needs a process of its own. */
  readonly reason: string | undefined;
  /** Modules of this repository that it loads, as paths from the root. */
  readonly imports: readonly string[];
}

export interface Classifier {
  /** Why the file needs a process of its own, and which module is the cause; else undefined. */
  reasonAgainst(file: string): string | undefined;
}

export type ReadSource = (path: string) => string;

export function createClassifier(
  root: string,
  read: ReadSource = (path) => readFileSync(join(root, path), 'utf8'),
  rule: SharingRule = unitRule,
): Classifier {
  const modules = new Map<string, Module>();
  const moduleAt = (path: string): Module => {
    const known = modules.get(path);
    if (known) return known;
    const found = inspect(path, read, rule);
    modules.set(path, found);
    return found;
  };
  return {
    reasonAgainst(file) {
      const waiting = [file];
      const seen = new Set(waiting);
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        const { reason, imports } = moduleAt(path);
        if (reason !== undefined) return `${path} ${reason}`;
        for (const next of imports) {
          if (!seen.has(next)) waiting.push(next);
          seen.add(next);
        }
      }
      return undefined;
    },
  };
}

function inspect(path: string, read: ReadSource, rule: SharingRule): Module {
  if (rule.exempt.has(path)) return { reason: undefined, imports: [] };
  let text: string;
  try {
    text = read(path);
  } catch {
    return { reason: 'cannot be read', imports: [] };
  }
  const found = importsIn(text);
  const own = found.map(({ specifier }) => ownModule(path, specifier));
  const foreign = found.filter((_, position) => own[position] === undefined);
  const refused = foreign.find((one) => !isHarmless(one, rule));
  const change = changesOfTheProcess.find(([pattern]) => pattern.test(text))?.[1];
  const listens = !rule.mayListen && listening.test(text) ? 'listens on a port' : undefined;
  return {
    reason: refused === undefined ? (change ?? listens) : `imports ${refused.specifier}`,
    imports: own.filter((target) => target !== undefined),
  };
}

interface Import {
  readonly specifier: string;
  readonly names: readonly string[];
}

/**
 * Imports that exist at run time: type imports are erased. The sources are formatted, so that a
 * statement begins at the start of a line. A computed import cannot be followed and is refused.
 */
export function importsIn(text: string): Import[] {
  const statements = /^(?:import|export)\s(?!type\b)(?:([^;'"`]*?)\sfrom\s+)?'([^']+)'/gm;
  const found: Import[] = [];
  for (const [, names = '', specifier = ''] of text.matchAll(statements)) {
    found.push({ specifier, names: names.match(/\w+(?=\s*[,}])/g) ?? [] });
  }
  for (const [, specifier = 'a computed address'] of text.matchAll(/\bimport\((?:'([^']+)')?/g)) {
    found.push({ specifier, names: [] });
  }
  return found;
}

function isHarmless({ specifier, names }: Import, rule: SharingRule): boolean {
  if (specifier.startsWith('node:')) {
    if (rule.modules.has(specifier.slice('node:'.length))) return true;
    const allowed = harmlessNames[specifier];
    return allowed !== undefined && names.length > 0 && names.every((one) => allowed.includes(one));
  }
  return rule.packages.has(specifier.split('/')[0] ?? '');
}

const folders: Readonly<Record<string, string>> = {
  gateway: 'gateway/src',
  sandbox: 'sandbox/src',
  cli: 'cli/src',
  bench: 'bench/src',
  test: 'test',
};

function ownModule(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const [, name = '', rest = ''] = /^@bramka\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  const folder = folders[name];
  return folder === undefined ? undefined : `${folder}/${rest}`;
}
