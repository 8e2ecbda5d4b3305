// The imports of the repository's modules, read from their text. The sources are formatted, so that
// an import statement begins at the start of a line; no parser is needed.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export interface Import {
  readonly specifier: string;
  readonly names: readonly string[];
}

export interface Module {
  readonly text: string;
  /** Modules of this repository that it loads, as paths from the root. */
  readonly own: readonly string[];
  /** Imports of Node.js and of packages. */
  readonly foreign: readonly Import[];
}

/** Reads a file by its path from the root; it throws if there is none. */
export type ReadSource = (path: string) => string;

export interface ImportGraph {
  /** Undefined if the file cannot be read. */
  moduleAt(path: string): Module | undefined;
  /** Every path that the file leads to, itself included. */
  reachedFrom(path: string, next?: (path: string) => readonly string[]): ReadonlySet<string>;
}

export function createImportGraph(
  root: string,
  read: ReadSource = (path) => readFileSync(join(root, path), 'utf8'),
): ImportGraph {
  const modules = new Map<string, Module | undefined>();
  const moduleAt = (path: string): Module | undefined => {
    if (!modules.has(path)) modules.set(path, parse(path, read));
    return modules.get(path);
  };
  const ownOf = (path: string): readonly string[] => moduleAt(path)?.own ?? [];
  return {
    moduleAt,
    reachedFrom(path, next = ownOf) {
      const reached = new Set([path]);
      for (const one of reached) for (const other of next(one)) reached.add(other);
      return reached;
    },
  };
}

function parse(path: string, read: ReadSource): Module | undefined {
  let text: string;
  try {
    text = read(path);
  } catch {
    return undefined;
  }
  const imports = importsIn(text);
  const ownModules = imports.map(({ specifier }) => ownModule(path, specifier));
  return {
    text,
    own: ownModules.filter((target) => target !== undefined),
    foreign: imports.filter((_, position) => ownModules[position] === undefined),
  };
}

/**
 * Imports that exist at run time: type imports are erased. A computed import cannot be followed; it
 * is named so that no list of allowed modules contains it.
 */
export function importsIn(text: string): Import[] {
  const statements = /^(?:import|export)\s(?!type\b)(?:([^;'"`]*?)\sfrom\s+)?'([^']+)'/gm;
  const imports: Import[] = [];
  for (const [, names = '', specifier = ''] of text.matchAll(statements)) {
    imports.push({ specifier, names: names.match(/\w+(?=\s*[,}])/g) ?? [] });
  }
  for (const [, specifier = 'a computed address'] of text.matchAll(/\bimport\((?:'([^']+)')?/g)) {
    imports.push({ specifier, names: [] });
  }
  return imports;
}

const folders: Readonly<Record<string, string>> = {
  gateway: 'gateway/src',
  sandbox: 'sandbox/src',
  cli: 'cli/src',
  paywall: 'paywall/src',
  client: 'client',
  bench: 'bench/src',
  test: 'test',
};

/** The module of this repository that an import names; undefined: it is of a package. */
export function ownModule(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  if (specifier === '@bramka/client') return 'client/src/client.ts';
  if (specifier === '@bramka/client/operator') return 'client/src/operator.ts';
  const [, name = '', rest = ''] = /^@bramka\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  const folder = folders[name];
  return folder === undefined ? undefined : `${folder}/${rest}`;
}
