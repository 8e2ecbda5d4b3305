// Writes programs as one file of CommonJS. A gateway is about 1800 modules; from one file it starts
// with half of the processor time.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectModules, type BundledModule } from './collect-modules.ts';

const loader = readFileSync(new URL('loader.cjs', import.meta.url), 'utf8');

/** The text of a program that runs the one whose number is its first argument. */
export function bundleText(modules: readonly BundledModule[], programs: number): string {
  const table = modules.map(({ path, text }, number) => {
    // Only programs await at their top level.
    const kind = number < programs ? 'async function' : 'function';
    const parameters = 'module, exports, require, __filename, __dirname';
    return `[${JSON.stringify(path)}, ${kind} (${parameters}) {\n${text}\n}],\n`;
  });
  return `${loader}\nconst __modules = [\n${table.join('')}];\n__run();\n`;
}

/** Modules by path with their sizes and times, by which a later run sees that nothing changed. */
type Inputs = Readonly<Record<string, string>>;

const inputsOf = (bundle: string): string => `${bundle}.inputs.json`;

function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${String(size)} ${String(mtimeMs)}`;
}

/** True if the bundle was written from the modules as they are now. */
export function isFresh(bundle: string): boolean {
  try {
    statSync(bundle);
    const inputs = JSON.parse(readFileSync(inputsOf(bundle), 'utf8')) as Inputs;
    return Object.entries(inputs).every(([path, state]) => stateOf(path) === state);
  } catch {
    return false;
  }
}

export function writeBundle(programs: readonly string[], bundle: string): void {
  const modules = collectModules(programs);
  const own = ['collect-modules.ts', 'loader.cjs', 'write-bundle.ts'].map((name) =>
    join(import.meta.dirname, name),
  );
  const inputs: Inputs = Object.fromEntries(
    [...own, ...modules.map(({ path }) => path)].map((path) => [path, stateOf(path)]),
  );
  mkdirSync(dirname(bundle), { recursive: true });
  rmSync(`${bundle}.compiled`, { force: true });
  replace(bundle, bundleText(modules, programs.length));
  replace(inputsOf(bundle), JSON.stringify(inputs));
}

/** Another run of the same working copy may be reading it. */
function replace(path: string, text: string): void {
  const temporary = `${path}.${String(process.pid)}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
