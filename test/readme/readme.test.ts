// Tests the README: its commands to run and to test it. Its other commands are run in
// test/guides/commands.test.ts, and its length is limited in test/tidy/size.test.ts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

test('the commands to run and to test are npm scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  assert.deepEqual(blocks.slice(0, 2), ['npm ci && npm start\n', 'npm ci && npm test\n']);
  assert.equal(scripts['start'], 'exec bin/bramka start');
  assert.match(scripts['test'] ?? '', /test\/run\.ts$/);
});
