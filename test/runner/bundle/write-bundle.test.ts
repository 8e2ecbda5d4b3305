// A bundle of programs that use every form of import behaves as the programs do from their sources,
// and is written again when one of its modules changes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { programEnvironment } from '../../setup/program-environment.ts';
import { codeOf, inputsOf, isFresh, writeBundle } from './write-bundle.ts';

const files: Readonly<Record<string, string>> = {
  'package.json': '{"type":"module"}',
  'first.ts': `import sloppy, { two } from 'sloppy';
import * as everything from './values.ts';
import type { Shape } from './values.ts';
import { count, increment } from './counter.ts';
import { value as esm } from 'modern';
const { late } = await import('./late.ts');
increment();
const shape: Shape = { side: 2 };
const computed = new URL('data.js', import.meta.url);
const { data } = await import(computed.href);
console.log(sloppy(), two, Object.keys(everything).sort().join(), count, esm, late, shape, data);
console.log(import.meta.dirname === process.cwd(), process.argv.slice(2).join());
console.log('złoty €', \`\${'…'} 😀\`, /^[–—]$/u.test('—'));`,
  'second.ts': `import { failing } from './late.ts';
await failing();`,
  'values.ts': `export interface Shape { readonly side: number }
export const one = 1;
export default 'default';
export * from './counter.ts';`,
  'counter.ts': `import { other } from './cycle.ts';
export let count = 0;
export function increment(): void { count += other(); }`,
  'cycle.ts': `import { count } from './counter.ts';
export const other = (): number => count + 1;`,
  'late.ts': `export const late = 'late';
export class Failed extends Error {}
export async function failing(): Promise<void> { throw new Failed('as planned'); }`,
  'data.js': `export const data = 'outside the bundle';`,
  'node_modules/sloppy/package.json': '{"main":"index.js"}',
  'node_modules/sloppy/index.js': `const { version } = require('./about.json');
function strictness() { return version + (this === undefined ? ' strict' : ' sloppy'); }
module.exports = strictness;
module.exports.two = 2;
try { require('not-installed'); } catch { module.exports.two = 'two'; }`,
  'node_modules/sloppy/about.json': '{"version":"1.0"}',
  'node_modules/modern/package.json': '{"type":"module","exports":"./index.mjs"}',
  'node_modules/modern/index.mjs': `export { value } from './value.mjs';`,
  'node_modules/modern/value.mjs': `export const value = 'modern';`,
};

describe('a bundle', () => {
  let folder = '';
  let bundle = '';
  const pathOf = (name: string): string => join(folder, name);
  const run = (...words: string[]) => {
    const env = programEnvironment();
    const ended = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
    return { code: ended.status, printed: ended.stdout, error: ended.stderr };
  };
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bramka-bundle-'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(pathOf(name)), { recursive: true });
      writeFileSync(pathOf(name), text);
    }
    bundle = pathOf('out/programs.cjs');
    writeBundle([pathOf('first.ts'), pathOf('second.ts')], bundle);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('runs a program with its arguments as its source does', () => {
    const fromSource = run('first.ts', 'word', 'other');
    assert.equal(fromSource.code, 0, fromSource.error);
    assert.match(fromSource.printed, /^1\.0 sloppy two count,default,increment,one 1 modern late/);
    assert.match(fromSource.printed, /outside the bundle\ntrue word,other\nzłoty € … 😀 true\n$/);
    assert.deepEqual(run(bundle, '0', 'word', 'other'), fromSource);
    const code = readFileSync(codeOf(bundle));
    assert.deepEqual(run(bundle, '0', 'word', 'other'), fromSource, 'with the code that was kept');
    writeFileSync(codeOf(bundle), Buffer.concat([Buffer.alloc(32), code.subarray(32)]));
    assert.deepEqual(
      run(bundle, '0', 'word', 'other'),
      fromSource,
      'with the code of another text',
    );
    assert.notDeepEqual(readFileSync(codeOf(bundle)).subarray(0, 32), Buffer.alloc(32));
  });

  test('a program that fails ends with its error', () => {
    const { code, error } = run(bundle, '1');
    assert.equal(code, 1);
    assert.match(error, /as planned/);
  });

  test('is fresh until one of its modules changes', () => {
    assert.ok(isFresh(bundle));
    assert.ok(!isFresh(pathOf('out/other.cjs')));
    const changed = pathOf('node_modules/modern/value.mjs');
    writeFileSync(changed, `export const value = 'changed';`);
    assert.ok(!isFresh(bundle));
    writeBundle([pathOf('first.ts'), pathOf('second.ts')], bundle);
    assert.ok(isFresh(bundle));
    assert.match(run(bundle, '0').printed, / changed late /);
  });

  test('is not fresh if it was copied from another working copy', () => {
    const inputs = readFileSync(inputsOf(bundle), 'utf8');
    const here = join(import.meta.dirname, 'write-bundle.ts');
    // A file that is there and unchanged, as the other working copy is.
    const other = pathOf('write-bundle.ts');
    cpSync(here, other, { preserveTimestamps: true });
    const { size, mtimeMs } = statSync(other);
    const copied = JSON.parse(inputs) as Record<string, string>;
    delete copied[here];
    copied[other] = `${String(size)} ${String(mtimeMs)}`;
    writeFileSync(inputsOf(bundle), JSON.stringify(copied));
    assert.ok(!isFresh(bundle));
    writeFileSync(inputsOf(bundle), inputs);
    assert.ok(isFresh(bundle));
  });
});
