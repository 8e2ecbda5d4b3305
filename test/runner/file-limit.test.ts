// Files that do not end do not hang a run: each is killed with what it started, reported by its
// name, and the other files run. A file with a failed test ends even if the test left work behind.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readOf } from '../setup/processes/processes.ts';
import { limitsFrom } from './file-limit.ts';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-test-limit-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
writeFileSync(join(scratch, 'package.json'), '{"type":"module"}');

const urlOf = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href;

// Each starts a process, which writes its id. A file that may start threads shares no process.
const head = (name: string): string => `import { test } from 'node:test';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import 'node:worker_threads';
const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
writeFileSync('${join(scratch, name)}.pid', String(child.pid));
`;

const files = {
  'open-handle': `test('leaves a timer', () => void setInterval(() => {}, 1000));`,
  'no-result': `test('never resolves', () => new Promise(() => {}));`,
  blocked: `test('blocks', () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`,
  failed: `
    import { runAtExit } from '${urlOf('../support/waiting/ending.ts')}';
    child.unref();
    runAtExit(() => child.kill('SIGKILL'));
    const repeat = async () => { for (;;) await new Promise((go) => setTimeout(go, 20)); };
    test('fails and leaves work', () => { void repeat(); throw new Error('as planted'); });`,
  good: `child.kill(); test('passes after the others', () => undefined);`,
} as const;

const names = Object.keys(files) as (keyof typeof files)[];
const pathOf = (name: string): string => `${name}.test.js`;
for (const name of names) {
  writeFileSync(join(scratch, pathOf(name)), `${head(name)}${files[name]}\n`);
}

async function runAll(): Promise<{ code: number | null; printed: string }> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    BRAMKA_TEST_FILE_MINUTES: '0.25',
    BRAMKA_TEST_AT_ONCE: '4',
  };
  // The settings of the outer run would make the inner one a part of it.
  delete env['NODE_TEST_CONTEXT'];
  const script = `
    const { runTests } = await import('${urlOf('run-tests.ts')}');
    const { createImportGraph } = await import('${urlOf('select/import-graph.ts')}');
    const { describeFiles } = await import('${urlOf('select/selection.ts')}');
    const graph = createImportGraph('${scratch}');
    const files = describeFiles(graph, ${JSON.stringify(names.map(pathOf))});
    const selection = { graph, files, names: [], reruns: true };
    const { signal } = new AbortController();
    process.exitCode = (await runTests('${scratch}', selection, signal)) ? 0 : 7;`;
  writeFileSync(join(scratch, 'run.js'), script);
  const child = spawn(process.execPath, [join(scratch, 'run.js')], {
    env,
    cwd: scratch,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, printed: `${out}\n${err}` };
}

test('a run kills and names the files that do not end, and runs the others', async () => {
  const { code, printed } = await runAll();
  assert.equal(code, 7, printed);
  for (const name of ['open-handle', 'no-result', 'blocked']) {
    const sentence = `${pathOf(name)} did not end within 15 s: it was killed with 1 other process`;
    assert.ok(printed.includes(sentence), `${sentence}\n${printed}`);
  }
  for (const name of ['failed', 'good']) {
    assert.ok(!printed.includes(`${pathOf(name)} did not end`), printed);
  }
  assert.match(printed, /✔ passes after the others/);
  assert.match(printed, /✖ fails and leaves work/);
  assert.match(printed, /✖ never resolves/, 'the test that hangs is named');
  for (const name of names) {
    const pid = Number(readFileSync(join(scratch, `${name}.pid`), 'utf8'));
    assert.doesNotMatch(readOf(pid, 'cmdline'), /sleep/, `the process of ${name} was ended`);
  }
});

test('the limits are minutes of the environment, else thirty', () => {
  assert.deepEqual(limitsFrom({}), { fileMs: 1_800_000, testMs: 900_000 });
  assert.deepEqual(limitsFrom({ BRAMKA_TEST_FILE_MINUTES: '3' }).fileMs, 180_000);
  assert.deepEqual(limitsFrom({ BRAMKA_TEST_FILE_MINUTES: 'x' }).fileMs, 1_800_000);
  assert.deepEqual(limitsFrom({ BRAMKA_TEST_FILE_MINUTES: '0' }).fileMs, 1_800_000);
});
