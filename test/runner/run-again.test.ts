// A file in which a test failed is run once more; one that fails twice fails the run, and so do
// many at once. What passed only then is named with its failure.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const scratch = mkdtempSync(join(tmpdir(), 'bramka-test-again-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const urlOf = (file: string): string => pathToFileURL(join(import.meta.dirname, file)).href;

/** Each file fails as often as it says. */
async function runFiles(failures: readonly number[], reruns: boolean) {
  const folder = mkdtempSync(join(scratch, 'run-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const files = failures.map((count, position) => {
    const path = `file-${String(position)}.test.js`;
    // A file that may start threads shares no process.
    writeFileSync(
      join(folder, path),
      [
        "import assert from 'node:assert/strict';",
        "import { appendFileSync, readFileSync } from 'node:fs';",
        "import { test } from 'node:test';",
        "import { Worker } from 'node:worker_threads';",
        'void Worker;',
        `const counted = '${join(folder, path)}.runs';`,
        "appendFileSync(counted, '.');",
        "const runs = readFileSync(counted, 'utf8').length;",
        `test('may fail', () => assert.ok(runs > ${String(count)}, 'as planted'));`,
      ].join('\n'),
    );
    return path;
  });
  const env = { ...process.env };
  // The settings of the outer run would make the inner one a part of it.
  delete env['NODE_TEST_CONTEXT'];
  const script = `
    const { runTests } = await import('${urlOf('run-tests.ts')}');
    const { createImportGraph } = await import('${urlOf('select/import-graph.ts')}');
    const { describeFiles } = await import('${urlOf('select/selection.ts')}');
    const graph = createImportGraph('${folder}');
    const files = describeFiles(graph, ${JSON.stringify(files)});
    const selection = { graph, files, names: [], reruns: ${String(reruns)} };
    const { signal } = new AbortController();
    process.exitCode = (await runTests('${folder}', selection, signal)) ? 0 : 7;`;
  writeFileSync(join(folder, 'run.js'), script);
  const child = spawn(process.execPath, [join(folder, 'run.js')], {
    env,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = text(child.stdout);
  const [code] = (await once(child, 'exit')) as [number];
  return { code, printed: await printed };
}

const cases: [title: string, failures: readonly number[], reruns: boolean, code: number][] = [
  ['a file that fails once passes', [0, 1], true, 0],
  ['a file that fails twice fails the run', [0, 2], true, 7],
  ['--no-rerun: nothing is run again', [0, 1], false, 7],
  ['three files are run again', [1, 1, 1], true, 0],
  ['four are not', [1, 1, 1, 1], true, 7],
];
for (const [title, failures, reruns, code] of cases) {
  test(title, async () => {
    const ran = await runFiles(failures, reruns);
    assert.equal(ran.code, code, ran.printed);
    const [, shown = ''] = ran.printed.split('\nPassed only when run again:\n');
    for (const [position, count] of failures.entries()) {
      const first = new RegExp(
        `^file-${String(position)}\\.test\\.js: may fail\\n.*as planted`,
        'ms',
      );
      assert.equal(first.test(shown), code === 0 && count > 0, shown);
    }
  });
}
