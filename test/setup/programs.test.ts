// Which command starts a program in a run with a bundle and without.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandOf } from './programs.ts';

test('programs start from the sources unless the run has a bundle', () => {
  assert.match(commandOf('bramka', {}).command, /\/bin\/bramka$/);
  assert.deepEqual(commandOf('bramka', {}).args, []);
  assert.match(commandOf('sandbox', {}).command, /\/bin\/bramka$/);
  assert.deepEqual(commandOf('sandbox', {}).args, ['sandbox']);
  assert.match(commandOf('pooled', {}).args.join(), /\/gateway-process\.ts$/);
  const env = { BRAMKA_TEST_BUNDLE: '/cache/bundle' };
  const command = process.execPath;
  assert.deepEqual(commandOf('bramka', env), { command, args: ['/cache/bundle/bramka.js'] });
  assert.deepEqual(commandOf('pooled', env), { command, args: ['/cache/bundle/pooled.js'] });
  const sandbox = { command, args: ['/cache/bundle/bramka.js', 'sandbox'] };
  assert.deepEqual(commandOf('sandbox', env), sandbox);
});
