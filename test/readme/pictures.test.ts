// Checks the pictures of the documentation: those that `npm run pictures` takes and no others, each
// in the README, each small. The script and the browser test take them with the same code.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pictures } from '../browser/support/pictures.ts';
import { importsOf } from '../tidy/imports/import-rule.ts';
import { listFiles, readText, root, sourceOf } from '../tidy/source.ts';
import { MOST_BYTES, pictureProblem } from './pictures.ts';

const folder = 'docs/pictures';

test('the README shows every picture that is taken, and there are no others', () => {
  const found = listFiles(folder).map((path) => path.slice(folder.length + 1));
  assert.deepEqual(found.toSorted(), pictures.toSorted(), 'run `npm run pictures`');
  const shown = readText('README.md').matchAll(/<img\s[^>]*src="docs\/pictures\/([^"]+)"[^>]*>/g);
  const images = [...shown];
  assert.deepEqual(images.map(([, name = '']) => name).toSorted(), pictures.toSorted());
  for (const [image] of images) assert.match(image, /\salt="[^"]{20,}"/);
});

for (const name of pictures) {
  test(`${name} is small and shows something`, () => {
    assert.equal(pictureProblem(readFileSync(join(root, folder, name))), undefined);
  });
}

test('finds a large, an empty and another file', () => {
  const file = (bytes: number) =>
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.alloc(bytes - 12)]);
  assert.equal(pictureProblem(file(MOST_BYTES)), undefined);
  assert.equal(pictureProblem(file(MOST_BYTES + 1)), 'has 60001 bytes');
  assert.equal(pictureProblem(file(9_999)), 'shows nothing');
  assert.equal(pictureProblem(Buffer.alloc(20_000)), 'is not a WebP file');
});

test('the script takes them with the code of the browser tests', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const script = 'test/pictures/main.ts';
  assert.equal(scripts['pictures'], `node ${script}`);
  const targets = (path: string): string[] =>
    importsOf(sourceOf(path, readText(path))).map(({ target }) => target);
  const taker = 'test/browser/support/pictures.ts';
  assert.ok(targets(script).includes(taker));
  assert.ok(targets('test/browser/pictures.test.ts').includes(taker));
  for (const shared of ['page-shop', 'payment-page', 'card-form']) {
    assert.ok(targets(taker).includes(`test/browser/support/${shared}.ts`), shared);
  }
});
