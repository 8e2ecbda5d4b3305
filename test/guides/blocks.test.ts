// Checks the shell blocks of the documentation without running them: which are not run and why, and
// that the commands and options of those exist. The others are run in commands.test.ts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { runBramka } from '@bramka/cli/testing/run-bramka.ts';
import { variables } from '@bramka/gateway/settings/config-variables.ts';
import {
  commandsIn,
  fencesIn,
  isFileName,
  listPages,
  readPage,
} from '../support/guides/shell-blocks.ts';
import { shellBlocksOf, type ShellBlock } from '../support/guides/shell-blocks.ts';

const blocks = listPages().flatMap((page) => shellBlocksOf(page));
const notRun = blocks.filter((block) => block.notRun !== undefined);
const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Record<string, string> };

test('most blocks are run, and each of the others says why not', (context) => {
  const marked = notRun.map(({ page, line, notRun }) => `${page}:${line}: ${notRun}`);
  context.diagnostic(`${blocks.length - notRun.length} blocks are run, ${notRun.length} are not:`);
  for (const one of marked) context.diagnostic(one);
  assert.deepEqual(
    marked.filter((one) => !/: [a-z].{8,}$/.test(one)),
    [],
  );
  assert.ok(notRun.length * 2 < blocks.length);
});

test('every command is in a block of language sh, without an unknown note', () => {
  const wrong = listPages().flatMap((page) =>
    fencesIn(readPage(page)).flatMap(({ line, language, note, code }) => {
      const isMark = note === '' || note.startsWith('not-run:');
      const isKnown = language !== 'sh' || isMark || isFileName(note);
      const isCommand = /^(\$ )?(bramka|curl|npm|npx|bin\/bramka) /m.test(code);
      const isShell = language === 'sh' || !isCommand || !['', 'text', 'bash'].includes(language);
      return isKnown && isShell ? [] : [`${page}:${line}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('commands that are not run are valid, and their scripts and variables exist', () => {
  const variableNames = new Set<string>(variables.map(([name]) => name));
  for (const { page, line, code } of notRun) {
    const where = `${page}:${line}`;
    execFileSync('bash', ['--norc', '-n', '-c', code.replaceAll(/<\w+>/g, 'x')]);
    for (const [, script = ''] of code.matchAll(/^npm (?:run )?([\w:]+)(?!.* -w )/gm)) {
      assert.ok(script === 'ci' || script in scripts, `${where}: npm run ${script}`);
    }
    for (const [, variable = ''] of code.matchAll(/export (BRAMKA_\w+)/g)) {
      assert.ok(variableNames.has(variable), `${where}: ${variable}`);
    }
  }
});

test('commands of bramka that are not run exist, with their options', async () => {
  for (const block of notRun) await assertKnown(block);
});

async function assertKnown({ page, line, code }: ShellBlock): Promise<void> {
  const lines = commandsIn(code).flatMap((command) => command.split(/ && /));
  for (const command of lines.filter((one) => one.startsWith('bramka '))) {
    const words = command.split(' ').slice(1);
    const { code: exit, stdout } = await runBramka([...words.slice(0, 2), '--help']);
    const [name = ''] = words;
    assert.equal(exit, 0, `${page}:${line}: ${command}`);
    assert.match(stdout, new RegExp(`^Usage: bramka ${name}`));
    for (const option of words.filter((word) => word.startsWith('--'))) {
      assert.ok(stdout.includes(`${option} `), `${page}:${line}: ${command} has no ${option}`);
    }
  }
}

test('finds the blocks of a page with their marks and their output', () => {
  const page = [
    '```sh',
    'bramka pay 1 \\',
    '  --json   # one',
    '```',
    '',
    '```json output',
    '{}',
    '```',
    '',
    '- an item',
    '',
    '   ```sh not-run: needs a bank',
    '   bramka start',
    '   ```',
    '```sh not-run',
    'true',
    '```',
    '```sh',
    'npm test',
    'npm run ci   # more',
    '```',
    '```sh',
    'npm test',
    'rm file',
    '```',
  ].join('\n');
  const blocks = shellBlocksOf('a.md', page);
  assert.deepEqual(
    blocks.map(({ line, notRun }) => [line, notRun]),
    [
      [2, undefined],
      [13, 'needs a bank'],
      [16, ''],
      [19, 'installs packages and runs the tests, this one included'],
      [23, undefined],
    ],
  );
  assert.equal(blocks[0]?.output?.code, '{}\n');
  assert.equal(blocks[1]?.code, 'bramka start\n');
  assert.deepEqual(commandsIn(blocks[0]?.code ?? ''), ['bramka pay 1 --json']);
});
