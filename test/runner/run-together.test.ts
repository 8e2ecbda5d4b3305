// Files that share a process: failures name their file and test, hooks stay within a file, names
// select tests, and a file that changes the process fails.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { writeGroupPrograms } from './groups.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-test-shared-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
writeFileSync(join(scratch, 'package.json'), '{"type":"module"}');

function file(name: string, ...lines: string[]): string {
  const path = join(scratch, name);
  const head = "import { test, beforeEach } from 'node:test'; import assert from 'node:assert';";
  writeFileSync(path, [head, ...lines].join('\n'));
  return path;
}

const good = file(
  'good.js',
  "test('adds', () => assert.equal(1 + 1, 2));",
  "test('two', () => {});",
);
const hooked = file('hooked.js', "beforeEach(() => console.log('hook'));", "test('h', () => {});");
const bad = file('bad.js', "test('fails here', () => assert.equal(1, 2));");
const broken = file('broken.js', "throw new Error('cannot be loaded');");
const dirty = file('dirty.js', "test('sets', () => void (process.env.BRAMKA_ODD = '1'));");

async function run(files: string[], ...flags: string[]): Promise<[code: number, output: string]> {
  const env = { ...process.env };
  // The outer run's own settings of the test runner would make the inner one a part of it.
  delete env['NODE_TEST_CONTEXT'];
  const programs = writeGroupPrograms([{ files, seconds: 1 }]);
  const words = ['--test', '--test-reporter=spec', ...flags, ...programs.paths];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  const [output, [code]] = await Promise.all([text(child.stdout), closed]);
  programs.remove();
  return [code ?? 1, output];
}

test('runs all files, with the hooks of each for that file alone', async () => {
  const [code, output] = await run([good, hooked]);
  assert.equal(code, 0, output);
  assert.match(output, /^ℹ tests 3$/m);
  assert.equal(output.match(/^hook$/gm)?.length, 1);
});

test('keeps tests in the suite of their file, also if two files load the same module', async () => {
  file('slow.js', 'await new Promise((resolve) => setTimeout(resolve, 50));');
  const files = ['first', 'second'].map((name) =>
    file(`${name}.js`, "import './slow.js';", `test('in ${name}', () => {});`),
  );
  const [code, output] = await run(files);
  assert.equal(code, 0, output);
  for (const name of ['first', 'second']) {
    assert.match(output, new RegExp(`▶ \\S*${name}\\.js\\n +✔ in ${name} [^\\n]*\\n✔`), output);
  }
});

test('reports the file and the name of what fails, and runs the others', async () => {
  const [code, output] = await run([bad, broken, dirty, good]);
  assert.equal(code, 1);
  assert.match(output, /test at \S*bad\.js:2:1\n✖ fails here/);
  assert.match(output, /✖ \S*broken\.js [^\n]*\n +Error: cannot be loaded/);
  assert.match(output, /dirty\.js changed the process/);
  assert.match(output, /✔ adds/);
});

test('a file that runs alone needs no program', async () => {
  const [code, output] = await run([good]);
  assert.equal(code, 0, output);
  assert.match(output, /^ℹ tests 2$/m);
});

test('runs the tests whose name matches, and no other', async () => {
  const [code, output] = await run([good, bad], '--test-name-pattern=adds');
  assert.equal(code, 0, output);
  assert.match(output, /^ℹ tests 1$/m);
});

test('a file without a matching test ends, although its set-up is still running', async () => {
  const open = file(
    'open.js',
    "import { before, after } from 'node:test';",
    "import { setTimeout as sleep } from 'node:timers/promises';",
    'let timer;',
    'before(async () => { await sleep(50); timer = setInterval(() => {}, 1000); });',
    'after(() => clearInterval(timer));',
    "test('opens', () => {});",
  );
  const guard = ['--import', join(import.meta.dirname, 'end-unmatched.ts')];
  const [code, output] = await run([open], '--test-name-pattern=nothing', ...guard);
  assert.equal(code, 0, output);
  const [, matching] = await run([open], '--test-name-pattern=opens', ...guard);
  assert.match(matching, /✔ opens/);
});
