// Which command starts a program in a run with a bundle and without.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf } from './programs.ts';

test('programs start from the sources unless the run has a bundle', () => {
  assert.match(commandOf('bramka', {}).command, /\/bin\/bramka$/);
  assert.deepEqual(commandOf('bramka', {}).args, []);
  assert.equal(commandOf('sandbox', {}).command, process.execPath);
  assert.match(commandOf('sandbox', {}).args.join(), /\/sandbox\/src\/main\.ts$/);
  const env = { BRAMKA_TEST_BUNDLE: '/cache/bundle' };
  const command = process.execPath;
  assert.deepEqual(commandOf('bramka', env), { command, args: ['/cache/bundle/bramka.mjs'] });
  assert.deepEqual(commandOf('pooled', env), { command, args: ['/cache/bundle/pooled.mjs'] });
});
