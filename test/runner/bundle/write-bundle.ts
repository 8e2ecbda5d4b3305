// Writes programs as one file of CommonJS, and a small program that runs it with its compiled code.
// A gateway is about 1800 modules; from one file it starts with a third of the processor time.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { collectModules, type BundledModule } from './collect-modules.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const loader = read('loader.cjs');
const starter = read('starter.cjs');

/** A function that runs the program whose number is the first argument. */
function bundleText(modules: readonly BundledModule[], programs: number): string {
  const table = modules.map(({ path, text }, number) => {
    // Only programs await at their top level.
    const kind = number < programs ? 'async function' : 'function';
    const parameters = 'module, exports, require, __filename, __dirname';
    return `[${JSON.stringify(path)}, ${kind} (${parameters}) {\n${text}\n}],\n`;
  });
  const text = `${loader}\nconst __modules = [\n${table.join('')}];\n__run();\n`;
  return `(function (require) {\n${withoutWideCharacters(text)}})`;
}

/** V8 keeps a text with one wide character in twice the memory. */
function withoutWideCharacters(text: string): string {
  const escaped = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\u0080-\uffff]/g, escaped);
}

/** Modules by path with their sizes and times, by which a later run sees that nothing changed. */
type Inputs = Readonly<Record<string, string>>;

const textOf = (bundle: string): string => `${bundle}.txt`;
/** What V8 compiled, functions included; the first process that ends writes it. */
export const codeOf = (bundle: string): string => `${bundle}.code`;
export const inputsOf = (bundle: string): string => `${bundle}.inputs.json`;

function stateOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${String(size)} ${String(mtimeMs)}`;
}

const own = ['collect-modules.ts', 'loader.cjs', 'starter.cjs', 'write-bundle.ts'].map((name) =>
  join(import.meta.dirname, name),
);

/**
 * True if the bundle was written from the modules as they are now; one that was copied from another
 * working copy was not.
 */
export function isFresh(bundle: string): boolean {
  try {
    statSync(bundle);
    const inputs = JSON.parse(readFileSync(inputsOf(bundle), 'utf8')) as Inputs;
    if (!own.every((path) => Object.hasOwn(inputs, path))) return false;
    return Object.entries(inputs).every(([path, state]) => stateOf(path) === state);
  } catch {
    return false;
  }
}

export function writeBundle(programs: readonly string[], bundle: string): void {
  const modules = collectModules(programs);
  const inputs: Inputs = Object.fromEntries(
    [...own, ...modules.map(({ path }) => path)].map((path) => [path, stateOf(path)]),
  );
  mkdirSync(dirname(bundle), { recursive: true });
  rmSync(codeOf(bundle), { force: true });
  const text = bundleText(modules, programs.length);
  replace(textOf(bundle), text);
  const hash = createHash('sha256').update(text).digest('hex');
  const facts = { text: textOf(bundle), code: codeOf(bundle), hash };
  replace(bundle, `${starter}\n__start(${JSON.stringify(facts)});\n`);
  replace(inputsOf(bundle), JSON.stringify(inputs));
}

/** Another run of the same working copy may be reading it. */
function replace(path: string, text: string): void {
  const temporary = `${path}.${String(process.pid)}`;
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
