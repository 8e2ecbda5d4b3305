// Plants one error for each lint rule in a small project with the rules of this repository, and
// checks that the linter finds exactly that error.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../setup/commands.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'bramka-lint-'));
after(() => rmSync(folder, { recursive: true }));

const later = 'const later = async (): Promise<number> => 1;';
const union = "type Side = 'left' | 'right'; const side = 'left' as Side;";

/** Rule and code; the file is `planted.ts` where no other is given. */
const planted: [rule: string, code: string, file?: string][] = [
  ['eslint(eqeqeq)', 'export const same = (a: number, b: number) => a == b;'],
  ['eslint(no-array-constructor)', 'export const list = new Array(1, 2);'],
  ['eslint(no-console)', "console.log('text');", 'gateway/src/docs/planted.ts'],
  ['eslint(no-constant-condition)', 'export function f() { if (1) return 2; return 3; }'],
  ['eslint(no-control-regex)', 'export const control = /\\x1f/;'],
  ['eslint(no-empty)', 'export function f(a: boolean) { if (a) {} }'],
  [
    'eslint(no-fallthrough)',
    'export function f(a: number) { switch (a) { case 1: a++; case 2: a--; } }',
  ],
  ['eslint(no-self-compare)', 'export const f = (a: number) => a === a;'],
  ['eslint(no-unsafe-finally)', 'export function f() { try { f(); } finally { return 1; } }'],
  [
    'eslint(no-unsafe-optional-chaining)',
    'export const f = (a?: { b: string }) => (a?.b as string).length;',
  ],
  ['eslint(no-unused-expressions)', 'export function f(a: number) { a === 1; }'],
  ['eslint(no-unused-vars)', 'export function f(a: number) { return 1; }'],
  ['eslint(no-useless-escape)', "export const text = '\\a';"],
  ['eslint(no-var)', 'export var a = 1;'],
  ['eslint(prefer-const)', 'let a = 1; export const b = a;'],
  ['eslint(prefer-rest-params)', 'export function f() { return arguments; }'],
  [
    'eslint(prefer-spread)',
    'export const f = (g: (...a: number[]) => void, a: number[]) => g.apply(undefined, a);',
  ],
  ['typescript(await-thenable)', 'export const f = async (a: number) => { await a; };'],
  ['typescript(ban-ts-comment)', '// @ts-ignore\nexport const a = 1;'],
  ['typescript(consistent-type-exports)', "export { Side } from './sides';"],
  [
    'typescript(consistent-type-imports)',
    "import { Side } from './sides'; export const f = (a: Side) => a;",
  ],
  ['typescript(no-array-delete)', 'export function f(a: number[]) { delete a[0]; }'],
  ['typescript(no-base-to-string)', 'export const f = (a: { b: 1 }) => String(a);'],
  ['typescript(no-duplicate-enum-values)', 'export enum E { A = 1, B = 1 }'],
  ['typescript(no-duplicate-type-constituents)', 'export type A = number | number;'],
  ['typescript(no-empty-object-type)', 'export const f = (a: {}) => a;'],
  ['typescript(no-explicit-any)', 'export const f = (a: any) => { void a; };'],
  ['typescript(no-extra-non-null-assertion)', 'export const f = (a: { b: 1 } | null) => a!?.b;'],
  ['typescript(no-floating-promises)', `${later} later();`],
  ['typescript(no-floating-promises)', `${later} later().then(() => 2);`, 'planted.test.ts'],
  [
    'typescript(no-for-in-array)',
    'export function f(a: number[]) { for (const b in a) f([Number(b)]); }',
  ],
  ['typescript(no-implied-eval)', "export const f = new Function('return 1');"],
  ['typescript(no-misused-new)', 'export interface A { new (): A }'],
  ['typescript(no-misused-promises)', `${later} if (later()) later().catch(() => 1);`],
  ['typescript(no-misused-promises)', `${later} [1].forEach(async () => { await later(); });`],
  ['typescript(no-namespace)', 'export namespace A { export const b = 1; }'],
  [
    'typescript(no-non-null-asserted-optional-chain)',
    'export const f = (a?: { b: number }) => a?.b!;',
  ],
  ['typescript(no-redundant-type-constituents)', 'export type A = unknown | number;'],
  ['typescript(no-require-imports)', "import a = require('./sides'); export const b = a;"],
  [
    'typescript(no-this-alias)',
    'export function f(this: object) { const self = this; return self; }',
  ],
  ['typescript(no-unnecessary-type-assertion)', 'export const f = (a: number) => a as number;'],
  [
    'typescript(no-unnecessary-type-constraint)',
    'export const f = <T extends unknown>(a: T) => [a];',
  ],
  ['typescript(no-unsafe-argument)', `export const f = (a: number) => a; f(JSON.parse('1'));`],
  ['typescript(no-unsafe-assignment)', 'export const a = JSON.parse("1");'],
  ['typescript(no-unsafe-call)', "JSON.parse('1')();"],
  ['typescript(no-unsafe-declaration-merging)', 'export interface A { b: 1 } export class A {}'],
  ['typescript(no-unsafe-enum-comparison)', 'enum E { A = 1 } export const f = (a: E) => a === 1;'],
  ['typescript(no-unsafe-function-type)', 'export const f = (a: Function) => a;'],
  ['typescript(no-unsafe-member-access)', "export const f = () => { void JSON.parse('1').a; };"],
  ['typescript(no-unsafe-return)', "export const f = () => JSON.parse('1');"],
  ['typescript(no-unsafe-unary-minus)', 'export const f = (a: string) => -a;'],
  ['typescript(no-wrapper-object-types)', 'export const f = (a: String) => a;'],
  ['typescript(only-throw-error)', "export function f() { throw 'text'; }"],
  ['typescript(prefer-as-const)', "export const a: 'b' = 'b';"],
  ['typescript(prefer-promise-reject-errors)', "export const f = () => Promise.reject('text');"],
  ['typescript(require-array-sort-compare)', 'export const f = (a: number[]) => a.sort();'],
  ['typescript(restrict-plus-operands)', 'export const f = (a: Date, b: string) => a + b;'],
  ['typescript(restrict-template-expressions)', 'export const f = (a: Date) => `${a}`;'],
  [
    'typescript(return-await)',
    `${later} export async function f() { try { return later(); } catch { return 2; } }`,
  ],
  ['typescript(switch-exhaustiveness-check)', `${union} switch (side) { case 'left': break; }`],
  ['typescript(triple-slash-reference)', '/// <reference path="./sides.ts" />'],
  ['typescript(unbound-method)', 'class A { b() { return this; } } export const f = new A().b;'],
];

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

test('finds an error against each rule, and no other error', () => {
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  };
  const options = {
    strict: true,
    target: 'es2024',
    lib: ['es2024'],
    types: [],
    moduleDetection: 'force',
  };
  write('tsconfig.json', JSON.stringify({ compilerOptions: options }));
  write('globals.d.ts', 'declare const console: { log(text: string): void };');
  write('sides.ts', "export type Side = 'left' | 'right';");
  const expected = planted.map(([rule, code, file = 'planted.ts'], position) => {
    const path = join(dirname(file), `${position}-${file.split('/').at(-1)}`);
    write(path, code);
    return `${path} ${rule}`;
  });
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const linter = join(root, 'node_modules', '.bin', 'oxlint');
  const { output } = runCommand(linter, ['--format=json'], { cwd: folder });
  const { diagnostics } = JSON.parse(output) as Report;
  const found = diagnostics.map(({ code, filename }) => `${filename} ${code}`);
  assert.deepEqual(found.toSorted(), expected.toSorted());
});
