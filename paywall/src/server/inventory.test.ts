// The inventory lists every file of the page with the hash of exactly its bytes.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { buildPage } from '../build.ts';
import { inventoryOf } from './inventory.ts';

test('every file is listed with its hash, size and purpose', async () => {
  const page = await buildPage();
  const assets = `/pay/assets/${page.build}/`;
  const { scripts: files, styles, generated } = inventoryOf(page, '/pay');
  assert.equal(files.length, page.files.size);
  assert.ok(files.length >= 5, 'the script and four languages');
  for (const { path, bytes, integrity, purpose } of files) {
    const content = page.files.get(path.slice(assets.length))?.bytes.identity;
    assert.ok(content, path);
    const digest = createHash('sha384').update(content).digest('base64');
    assert.equal(integrity, `sha384-${digest}`);
    assert.equal(bytes, content.length);
    assert.match(purpose, /^[A-Z].{20,}\.$/);
  }
  assert.deepEqual(
    files.map(({ path }) => path),
    files.map(({ path }) => path).toSorted(),
  );
  const purposes = new Map(files.map(({ path, purpose }) => [path, purpose]));
  assert.match(purposes.get(`${assets}${page.script}`) ?? '', /^Runs the page/);
  for (const [language, name] of Object.entries(page.texts)) {
    assert.ok(purposes.get(`${assets}${name}`)?.includes(`(${language})`));
  }
  const digest = createHash('sha384').update(page.style).digest('base64');
  const purpose = 'The layout and the colours of the page.';
  const bytes = Buffer.byteLength(page.style);
  assert.deepEqual(styles, [{ bytes, integrity: `sha384-${digest}`, purpose }]);
  assert.equal(generated.length, 1);
});
