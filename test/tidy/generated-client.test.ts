// Checks that the generated sources of @bramka/client are up to date.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientFiles } from '@bramka/cli/client/client-files.ts';
import { readDocument } from '../support/document/describe.ts';
import { listFiles, readText } from './source.ts';

const folder = 'client/src/generated';
const files = clientFiles(await readDocument());

test(`${folder} has every generated file, and no other`, () => {
  const found = listFiles(folder).map((path) => path.slice(folder.length + 1));
  assert.deepEqual(found.sort(), [...files.keys()].sort(), 'run `npm run client`');
});

for (const [name, text] of files) {
  test(`keeps ${folder}/${name} fresh`, () => {
    assert.ok(readText(`${folder}/${name}`) === text, 'it is stale: run `npm run client`');
  });
}
