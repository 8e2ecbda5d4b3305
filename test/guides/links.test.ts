// Checks the links of the documentation: each leads to a file and an anchor that exist, and the map
// of the guides lists every guide once.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { anchorsIn, linksIn, type Link } from '../support/guides/links.ts';
import { listFiles, readText, root } from '../tidy/source.ts';

const pages = listFiles().filter((path) => path.endsWith('.md'));

test('every link of the documentation leads to a file and an anchor that exist', () => {
  assert.ok(pages.includes('docs/guides/payments.md') && pages.includes('client/README.md'));
  const links = pages.flatMap((page) =>
    linksIn(page, readText(page)).map((link) => ({ page, ...link })),
  );
  assert.ok(links.length > 200);
  const broken = links.filter((link) => !exists(link));
  assert.deepEqual(
    broken.map(({ page, line, to }) => `${page}:${line}: ${to}`),
    [],
  );
});

function exists({ path, anchor }: Link): boolean {
  const file = join(root, path);
  if (!existsSync(file)) return false;
  if (anchor === undefined) return true;
  return statSync(file).isFile() && anchorsIn(readText(path)).has(anchor);
}

test('the check finds a missing file and a missing anchor', () => {
  const broken = ['none.md', '../../README.md#none', 'payments.md#create-a-payment'];
  const found = linksIn('docs/guides/g.md', broken.map((to) => `[a](${to})`).join('\n'));
  assert.deepEqual(found.map(exists), [false, false, true]);
});

/** Where the paths in the text of a page may begin. */
const folders = ['', 'gateway/src', 'gateway/src/payments', 'sandbox/src'];

for (const page of ['CONTRIBUTING.md', 'ARCHITECTURE.md']) {
  test(`the files that ${page} names exist`, () => {
    const found = [...readText(page).matchAll(/`([a-z-]+\/[\w./-]+)`/g)];
    const paths = found.map(([, path = '']) => path);
    assert.ok(paths.length > 20);
    const isThere = (path: string): boolean =>
      folders.some((folder) => existsSync(join(root, folder, path)));
    assert.deepEqual(
      paths.filter((path) => !isThere(path)),
      [],
    );
  });
}

test('the map of the guides lists every guide once', () => {
  const map = readText('docs/README.md');
  const listed = [...map.matchAll(/^\d+\. \[[^\]]+\]\((guides\/[^)]+)\)/gm)].map(([, to]) => to);
  const guides = readdirSync(join(root, 'docs', 'guides')).map((name) => `guides/${name}`);
  assert.deepEqual(listed.toSorted(byText), guides.toSorted(byText));
});

const byText = (one = '', other = ''): number => one.localeCompare(other);

test('finds links and anchors as GitHub does', () => {
  const text = [
    '# A `b` and [c](d.md): 3-D',
    '## Same',
    '## Same',
    'See [one](../x/y.md#same-1), [two](#same), [site](https://a.example/b) and',
    '[folder](e/).',
    '```',
    '# no heading, [no link](none.md)',
    '```',
  ].join('\n');
  assert.deepEqual([...anchorsIn(text)], ['a-b-and-c-3-d', 'same', 'same-1']);
  assert.deepEqual(
    linksIn('docs/guides/g.md', text).map(({ line, path, anchor }) => [line, path, anchor]),
    [
      [1, 'docs/guides/d.md', undefined],
      [4, 'docs/x/y.md', 'same-1'],
      [4, 'docs/guides/g.md', 'same'],
      [5, 'docs/guides/e', undefined],
    ],
  );
});
