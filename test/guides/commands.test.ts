// Runs the shell blocks of every guide and of the READMEs as written, against one sandbox that is
// reset after each page, and compares the output that a page shows.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { anyDatabase } from '../support/installation.ts';
import { exclusiveGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { runPage, type BlockRun } from '../support/guides/run-page.ts';
import { filesOf, listPages, shellBlocksOf } from '../support/guides/shell-blocks.ts';

/** What a reader of the guides does first. */
const first = shellBlocksOf('docs/README.md').filter(({ notRun }) => notRun === undefined);

let gateway: BorrowedGateway;
before(async () => {
  gateway = await exclusiveGateway(anyDatabase);
});
after(async () => {
  await gateway?.release();
});

describe('the commands of', () => {
  for (const page of listPages()) {
    const blocks = shellBlocksOf(page).filter(({ notRun }) => notRun === undefined);
    if (blocks.length === 0) continue;
    test(page, async () => {
      const all = page.startsWith('docs/guides/') ? [...first, ...blocks] : blocks;
      const { url, installation } = gateway;
      const runs = await runPage(all, filesOf(page), { url, adminKey: installation.adminKey });
      await gateway.call('POST', '/sandbox/reset', { body: {} });
      const failed = runs.find(({ isDone }) => !isDone);
      assert.equal(failed && describeFailure(failed), undefined);
      for (const run of runs) assertOutput(run, url);
    });
  }
});

test('a block with an error is not done, nor are those after it', async () => {
  const planted = [
    'false\ntrue',
    'false && true',
    'echo $MISSING',
    'curl -s http://127.0.0.1:8080/none',
    'export PATH="$PWD/bin:$PATH" PORT=80800\nbramka start',
  ];
  const unused = { url: gateway.url, adminKey: 'none' };
  for (const code of planted) {
    const text = ['true', code, 'true'].map((one) => `\`\`\`sh\n${one}\n\`\`\`\n`).join('');
    const runs = await runPage(shellBlocksOf('a.md', text), [], unused);
    assert.deepEqual(
      runs.map(({ isDone }) => isDone),
      [true, false, false],
      code,
    );
    assert.doesNotMatch(runs[1]?.stderr ?? '', /command not found/);
  }
});

test('an output that differs from the page is an error', async () => {
  const text =
    '```sh\necho \'{"a": "b", "c": 1}\'\n```\n\n```json output\n{"a": "…", "c": 2}\n```\n';
  const [run] = await runPage(shellBlocksOf('a.md', text), [], {
    url: gateway.url,
    adminKey: 'none',
  });
  assert.ok(run?.isDone);
  assert.throws(() => assertOutput(run, gateway.url), /the output of a\.md, line 2/);
  const output = { line: 6, language: 'json', note: 'output', code: '{"a": "…", "c": 1}' };
  assertOutput({ ...run, block: { ...run.block, output } }, gateway.url);
});

function describeFailure({ block, stdout, stderr }: BlockRun): string {
  const { page, line, code } = block;
  return `the block of ${page}, line ${line}, fails:\n${code}\nIt printed:\n${stdout}${stderr}`;
}

/** In the shown output `…` stands for anything, and JSON may have any form. */
function assertOutput({ block, stdout }: BlockRun, url: string): void {
  const { page, line, output } = block;
  if (!output) return;
  const normal = (text: string): string =>
    (output.language === 'json' ? JSON.stringify(JSON.parse(text)) : text).trim();
  const shown = normal(output.code).replaceAll('http://127.0.0.1:8080', url);
  const pattern = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const isShown = new RegExp(`^${pattern.join('[^]*?')}$`).test(normal(stdout));
  if (!isShown) assert.equal(normal(stdout), shown, `the output of ${page}, line ${line}`);
}
