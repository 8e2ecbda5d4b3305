// Decides which test files can share one process. A file can when nothing it loads, directly or
// through other modules, opens a database, listens on a port, starts a process or a thread, or
// changes the process. The rule reads the imports, so there is no list of files to maintain.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Modules and packages that a file in the shared process may load. All others are refused. */
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

/** Names of modules that are refused otherwise: they only compute. */
const harmlessNames: Readonly<Record<string, readonly string[]>> = {
  'node:http': ['STATUS_CODES', 'METHODS'],
  'node:net': ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
};

/** Code that changes the process, and what to say about it. */
const changesOfTheProcess: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/\bprocess\.env(\.\w+|\[[^\]]+\])\s*(\?\?)?=[^=]|\bdelete process\.env/, 'sets process.env'],
  [/\bprocess\.(exit|exitCode|abort|chdir|umask|kill|setuid)\b/, 'ends or changes the process'],
  [/\bprocess\s*\.(on|once|prependListener|removeAllListeners)\(/, 'listens to the process'],
  [/\bglobalThis(\.\w+|\[[^\]]+\])\s*=[^=]/, 'sets a global variable'],
  [/\bmock\.(timers|method|module|property|getter|setter)\b/, 'replaces methods or timers'],
  [/\.listen\(/, 'listens on a port'],
];

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
): Classifier {
  const modules = new Map<string, Module>();
  const moduleAt = (path: string): Module => {
    const known = modules.get(path);
    if (known) return known;
    const found = inspect(path, read);
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

function inspect(path: string, read: ReadSource): Module {
  let text: string;
  try {
    text = read(path);
  } catch {
    return { reason: 'cannot be read', imports: [] };
  }
  const found = importsIn(text);
  const own = found.map(({ specifier }) => ownModule(path, specifier));
  const foreign = found.filter((_, position) => own[position] === undefined);
  const refused = foreign.find((one) => !isHarmless(one));
  const change = changesOfTheProcess.find(([pattern]) => pattern.test(text));
  return {
    reason: refused === undefined ? change?.[1] : `imports ${refused.specifier}`,
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

function isHarmless({ specifier, names }: Import): boolean {
  if (specifier.startsWith('node:')) {
    if (harmlessModules.has(specifier.slice('node:'.length))) return true;
    const allowed = harmlessNames[specifier];
    return allowed !== undefined && names.length > 0 && names.every((one) => allowed.includes(one));
  }
  return harmlessPackages.has(specifier.split('/')[0] ?? '');
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
