// Tests of the mutant judge: it distinguishes caught, survived and hung, refuses checks that prove
// nothing, and restores the copy.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { BrokenControl, createJudge, type Judge } from './judge.ts';
import { withBug, type Check, type Mutant } from './mutant.ts';

const source = 'export const answer = () => 42;\n';
const testFile = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from './source.js';
test('the answer is right', () => assert.equal(answer(), 42));
test('the answer is a number', () => assert.equal(typeof answer(), 'number'));
test('waits as usual', () => assert.equal(process.env.BRAMKA_TEST_WAIT_MS, undefined));
`;

describe('the mutant judge', () => {
  let folder: string;
  let judge: Judge;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bramka-test-judge-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'source.js'), source);
    writeFileSync(join(folder, 'source.test.js'), testFile);
    const seeds = join(folder, 'test', 'simulator');
    mkdirSync(seeds, { recursive: true });
    writeFileSync(join(seeds, 'failing-seeds.txt'), '');
    judge = createJudge(join(import.meta.dirname, '..', '..'), folder, {
      controlMs: 60_000,
      leastMs: 3_000,
      leastWaitMs: 1_000,
    });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const file = 'source.test.js';
  const mutant = (replace: string, ...caughtBy: Check[]): Mutant => ({
    name: 'answer',
    file: 'source.js',
    search: '42',
    replace,
    caughtBy,
  });
  const cases: [title: string, Mutant, end: string, because: string][] = [
    ['a wrong answer is caught', mutant('41', { file }), 'caught', ''],
    [
      'a bug that no check detects survives',
      mutant('41', { file, name: 'is a number' }),
      'survived',
      'source.test.js "is a number"',
    ],
    [
      'every check must fail',
      mutant('41', { file, name: 'is right' }, { file, name: 'is a number' }),
      'survived',
      'source.test.js "is a number"',
    ],
    [
      'tests with a bug wait for less than usual',
      mutant('42 + 0', { file, name: 'waits as usual' }),
      'caught',
      '',
    ],
    ['an endless loop is a hang', mutant('{ for (;;); }', { file }), 'hung', 'source.test.js'],
  ];
  for (const [title, planted, end, because] of cases) {
    test(title, async () => {
      const result = await judge.judge(planted);
      assert.deepEqual([result.end, result.because], [end, because]);
      assert.equal(readFileSync(join(folder, 'source.js'), 'utf8'), source, 'it is as before');
    });
  }

  test('a check that runs no test proves nothing', async () => {
    const nothing = mutant('41', { file, name: 'no test is called so' });
    await assert.rejects(judge.judge(nothing), BrokenControl);
  });

  test('a text that occurs twice or not at all is refused', () => {
    const one = mutant('41', { file });
    assert.equal(withBug('a 42 b', one), 'a 41 b');
    assert.throws(() => withBug('42 and 42', one), /occurs 2 times/);
    assert.throws(() => withBug('nothing', one), /occurs 0 times/);
  });
});
