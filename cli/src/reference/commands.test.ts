// Compares the reference of commands with what `--help` prints: no command and no option is
// missing, and none is invented.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runBramka } from '../testing/run-bramka.ts';
import { commandEntries, commandsPage } from './commands.ts';

const entries = commandEntries();
const page = commandsPage();

/** The first column of a part of a help text, such as `Commands:`. */
async function listedBy(words: readonly string[], part: string): Promise<string[]> {
  const { stdout } = await runBramka([...words, '--help']);
  const [, lines = ''] = new RegExp(`^${part}:\n((?:  .*\n)*)`, 'm').exec(stdout) ?? [];
  return [...lines.matchAll(/^ {2}(\S.*?)(?: {2}.*)?$/gm)].map(([, term = '']) => term);
}

/** Asks the help of each command for the commands inside it, beginning with `bramka --help`. */
async function usagesBelow(words: readonly string[]): Promise<string[]> {
  const terms = (await listedBy(words, 'Commands')).filter((term) => !term.startsWith('help '));
  const helpTexts = terms.map(async (term) => {
    const [name = ''] = term.split(' ');
    const inside = await usagesBelow([...words, name]);
    const isEntry = inside.length === 0 || term.includes(' ');
    return [...(isEntry ? [['bramka', ...words, term].join(' ')] : []), ...inside];
  });
  return (await Promise.all(helpTexts)).flat();
}

test('lists every command that the help lists, in its order', async () => {
  const usages = await usagesBelow([]);
  assert.ok(usages.length > 50 && usages.includes('bramka merchants set <mid> <key=value...>'));
  assert.deepEqual(
    entries.map(({ usage }) => usage),
    usages,
  );
});

test('describes every option that the help of a command lists', async () => {
  for (const { usage, options } of entries) {
    const words = usage.split(' ').filter((word) => !/^[<[]/.test(word));
    const flags = (await listedBy(words.slice(1), 'Options')).filter((one) => one !== '-h, --help');
    assert.deepEqual(
      options.map(([name]) => name),
      flags,
      usage,
    );
  }
});

test('shows an option of many commands once, and others beside their command', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const isUrl = (row: string) => row.includes('`--url <address>`');
  assert.equal(rows.filter(isUrl).length, 1);
  assert.ok(rows.some((row) => row.startsWith('| `bramka pay` | `--preauth` | only hold')));
  for (const [flags] of entries.flatMap(({ options }) => options)) {
    assert.ok(page.includes(`\`${flags}\``), flags);
  }
});
