// With `track-tests.cjs` the test runner puts tests, hooks and lost errors where it puts them
// without: suites that await, hooks and tests within tests, errors in timers, promises and sockets.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'bramka-test-tracking-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'sample.test.mjs');
writeFileSync(
  file,
  `import { after, before, beforeEach, describe, test } from 'node:test';
import { createServer, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
const fail = (text) => { throw new Error(text); };
describe('outer', () => {
  beforeEach(() => console.log('before each'));
  describe('inner', async () => {
    await sleep(5);
    before(() => console.log('before inner'));
    test('first', async () => {
      await sleep(5);
      after(() => console.log('after first'));
    });
    test('second', () => console.log('second'));
  });
});
test('timer', async () => {
  await sleep(1);
  setTimeout(fail, 1, 'in a timer');
  await sleep(10_000);
});
test('promise', async () => {
  await sleep(1);
  void sleep(1).then(() => fail('in a promise'));
  await sleep(10_000);
});
test('socket', async () => {
  const server = createServer((socket) => (socket.destroy(), server.close(), fail('in a socket')));
  await new Promise((resolve) => server.listen(0, resolve));
  connect(server.address().port).on('error', () => undefined);
  await sleep(10_000);
});
test('parent', async (t) => {
  await t.test('child', () => sleep(1));
  await test('other child', () => sleep(1));
});
`,
);

async function run(...flags: string[]): Promise<string> {
  const env = { ...process.env };
  // The inner run must not be a part of the outer one.
  delete env['NODE_TEST_CONTEXT'];
  const words = ['--test', '--test-force-exit', '--test-reporter=spec', ...flags, file];
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output.replaceAll(/ \([\d.]+ms\)|ℹ duration_ms .*/g, '');
}

test('the results are the same, and lost errors fail the test that caused them', async () => {
  const tracked = ['--require', join(import.meta.dirname, 'track-tests.cjs')];
  const [before, now] = await Promise.all([run(), run(...tracked)]);
  assert.equal(now, before);
  assert.match(now, /▶ outer\n {2}▶ inner\n {4}✔ first\n {4}✔ second\n/);
  for (const name of ['timer', 'promise', 'socket']) assert.match(now, new RegExp(`✖ ${name}\n`));
  assert.match(now, /▶ parent\n {2}✔ child\n {2}✔ other child\n/);
});
