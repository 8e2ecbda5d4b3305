// What a long run adds up, prints and ends with.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addFigures, exitCodeOf, figuresText, reportText, type PartResult } from './figures.ts';

const clean: PartResult = {
  name: 'simulation',
  seconds: 600.4,
  figures: { seeds: 12_345 },
  violations: [],
  crashes: [],
};
const violation = { text: 'seed 42: I1 money: lost', repeat: 'npm run simulate -- --seed 42' };

test('adds figures of the same name', () => {
  const figures = addFigures([{ kills: 2, payments: 50 }, { kills: 3 }, {}]);
  assert.deepEqual(figures, { kills: 5, payments: 50 });
  assert.equal(figuresText(figures), '5 kills, 50 payments');
  assert.equal(figuresText({ seeds: 1_234_567 }), '1,234,567 seeds');
});

test('prints each part, each violation and how to repeat it', () => {
  const failed = { ...clean, name: 'kills', violations: [violation], crashes: ['out of memory'] };
  const skipped = { ...clean, name: 'failover', skipped: 'etcd is not installed' };
  assert.equal(
    reportText([clean, failed, skipped]),
    [
      'simulation     600 s  12,345 seeds, 0 violations',
      'kills          600 s  12,345 seeds, 1 violations, 1 crashes',
      'failover     not run: etcd is not installed',
      '',
      'VIOLATION (kills): seed 42: I1 money: lost',
      'Repeat it with: npm run simulate -- --seed 42',
      '',
      'CRASH (kills):',
      'out of memory',
      '',
      '1 violations, 1 crashes.\n',
    ].join('\n'),
  );
  assert.match(reportText([clean]), /\n\nNo violation was found\.\n$/);
  assert.match(reportText([{ ...clean, figures: {} }]), /\n\nA part did nothing: .*\n$/);
});

describe('the exit code', () => {
  const rows: [title: string, results: PartResult[], code: 0 | 1][] = [
    ['nothing found', [clean, clean], 0],
    ['a violation in one part', [clean, { ...clean, violations: [violation] }, clean], 1],
    ['a crash', [{ ...clean, crashes: ['exit code 7'] }, clean], 1],
    ['a part that did nothing', [clean, { ...clean, figures: { seeds: 0 } }], 1],
    ['a part that could not run, beside one that did', [clean, { ...clean, skipped: 'none' }], 0],
    ['no part that could run', [{ ...clean, skipped: 'none' }], 1],
  ];
  for (const [title, results, code] of rows) {
    test(`${code} for ${title}`, () => assert.equal(exitCodeOf(results), code));
  }
});
