// What the programs that tests start get of the environment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programEnvironment } from './program-environment.ts';

test('passes on the V8 options together with the folder of what was compiled with them', () => {
  const compiled = { NODE_OPTIONS: '--import flags.js', NODE_COMPILE_CACHE: '/cache' };
  const env = { PATH: '/bin', HOME: '/root', ...compiled };
  assert.deepEqual(programEnvironment(env), { PATH: '/bin', ...compiled });
  assert.deepEqual(programEnvironment({ PATH: '/bin' }), { PATH: '/bin' });
});
