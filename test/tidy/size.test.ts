// Checks the size limits of lines, functions, files and folders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, pageLines } from './rules.ts';
import { crowdedFolders, longFiles, longFunctions, longLines } from './size.ts';
import { longPages, medianLines } from './size.ts';
import { assertTidy, readSources, readText, sourceOf } from './source.ts';

const sources = readSources();
const statements = (count: number) => Array.from({ length: count }, () => 'work();\n').join('');

test('keeps every line within 100 columns', () => {
  assertTidy(sources.flatMap(longLines));
});

test('finds a line of 101 columns and allows one of 100', () => {
  const planted = sourceOf('a.ts', `${'x'.repeat(100)}\n${'é'.repeat(100)}\n${'x'.repeat(101)}\n`);
  assert.deepEqual(
    longLines(planted).map((finding) => finding.line),
    [3],
  );
});

test('keeps every function outside tests within 60 lines', () => {
  assertTidy(sources.flatMap(longFunctions));
});

test('finds a function of 61 lines, also an arrow function and a method', () => {
  const fits = `function fits() {\n${statements(58)}}\n`;
  const long = `function long() {\n${statements(59)}}\n`;
  const arrow = `const arrow = () => {\n${statements(59)}};\n`;
  const method = `class Room {\n  method() {\n${statements(59)}  }\n}\n`;
  const text = fits + long + arrow + method;
  assert.deepEqual(
    longFunctions(sourceOf('a.ts', text)).map((finding) => finding.line),
    [61, 122, 184],
  );
  assert.deepEqual(longFunctions(sourceOf('a.test.ts', text)), []);
});

test('keeps every source file within 250 lines and every test file within 400', () => {
  assertTidy(sources.flatMap(longFiles));
});

test('finds a source file of 251 lines and a test file of 401', () => {
  const findings = [
    sourceOf('a.ts', statements(250)),
    sourceOf('b.ts', statements(251)),
    sourceOf('a.test.ts', statements(400)),
    sourceOf('b.test.ts', statements(401)),
  ].flatMap(longFiles);
  assert.deepEqual(
    findings.map((finding) => finding.path),
    ['b.ts', 'b.test.ts'],
  );
});

test('keeps README.md within 120 lines and ARCHITECTURE.md within 250', () => {
  assert.deepEqual(pageLines, { 'README.md': 120, 'ARCHITECTURE.md': 250 });
  assertTidy(Object.keys(pageLines).flatMap((path) => longPages(path, readText(path))));
});

test('finds a README of 121 lines', () => {
  assert.deepEqual(longPages('README.md', 'line\n'.repeat(120)), []);
  assert.equal(longPages('README.md', 'line\n'.repeat(121)).length, 1);
});

test('keeps the median source file under 100 lines', () => {
  assert.ok(sources.length > 10, 'the sources were not found');
  const median = medianLines(sources);
  assert.ok(median < limits.medianSourceLines, `the median source file has ${median} lines`);
});

test('takes the median of source files only', () => {
  const sizes: [string, number][] = [
    ['a.ts', 10],
    ['b.ts', 20],
    ['c.ts', 60],
    ['d.ts', 90],
    ['e.test.ts', 400],
  ];
  assert.equal(medianLines(sizes.map(([path, size]) => sourceOf(path, statements(size)))), 40);
});

test('keeps at most 12 source files on one level of a folder', () => {
  assertTidy(crowdedFolders(sources));
});

test('finds a thirteenth source file, but does not count tests and list folders', () => {
  const folderWith = (count: number, folder: string, suffix: string) =>
    Array.from({ length: count }, (_, number) => sourceOf(`${folder}/f${number}${suffix}`, ''));
  const planted = [
    ...folderWith(12, 'full', '.ts'),
    ...folderWith(12, 'full', '.test.ts'),
    ...folderWith(13, 'crowded', '.ts'),
    ...folderWith(30, 'payments/endpoints', '.ts'),
    ...folderWith(30, 'storage/migrations', '.ts'),
  ];
  assert.deepEqual(
    crowdedFolders(planted).map((finding) => finding.path),
    ['crowded'],
  );
});
