// Finds all modules that programs load, from this repository and from packages, and turns each into
// a CommonJS function body whose requires are numbers of other modules.
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

export interface BundledModule {
  readonly path: string;
  readonly text: string;
}

/** They locate files by their own address, so that they stay modules of their own. */
const LEFT_OUT = ['@electric-sql/pglite', 'esbuild'];

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.CommonJS,
  target: ts.ScriptTarget.ESNext,
  esModuleInterop: true,
  isolatedModules: true,
  // They are written once, at the start of the bundle.
  noEmitHelpers: true,
};

/** The programs are the first modules, in their order. */
export function collectModules(programs: readonly string[]): BundledModule[] {
  const numbers = new Map(programs.map((path, index) => [path, index]));
  const paths = [...programs];
  const modules: BundledModule[] = [];
  for (const path of paths) {
    const numberOf = (specifier: string): number | undefined => {
      const target = resolve(path, specifier);
      if (target === undefined) return undefined;
      const known = numbers.get(target);
      if (known !== undefined) return known;
      numbers.set(target, paths.length);
      return paths.push(target) - 1;
    };
    modules.push(convert(path, numberOf));
  }
  return modules;
}

function resolve(from: string, specifier: string): string | undefined {
  if (isBuiltin(specifier) || LEFT_OUT.includes(specifier)) return undefined;
  try {
    const path = createRequire(from).resolve(specifier);
    return path.endsWith('.node') ? undefined : path;
  } catch {
    // An optional package that is not installed, or a comment.
    return undefined;
  }
}

const REQUIRE = /(?<![\w.$])require\(\s*(['"])([^'"\n]+)\1\s*\)/g;

function convert(path: string, numberOf: (specifier: string) => number | undefined): BundledModule {
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.json')) return { path, text: `module.exports = ${source};` };
  const text = (isEsm(path, source) ? toCommonJs(path, source) : source).replace(
    REQUIRE,
    (call, _quote, specifier: string) => {
      const number = numberOf(specifier);
      return number === undefined ? call : `__load(${String(number)})`;
    },
  );
  return { path, text };
}

function isEsm(path: string, source: string): boolean {
  if (/\.(ts|mjs)$/.test(path)) return true;
  return !path.endsWith('.cjs') && /^(?:import\s|export\s|import\{|export\{)/m.test(source);
}

function toCommonJs(path: string, source: string): string {
  const url = JSON.stringify(pathToFileURL(path).href);
  const here = source
    .replaceAll('import.meta.url', url)
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
  const fileName = path.replace(/\.mjs$/, '.js');
  return ts.transpileModule(here, { compilerOptions: options, fileName }).outputText;
}
