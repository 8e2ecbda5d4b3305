// Tests that what a test run starts is gone when it ends, also when it is interrupted.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { until, within } from '../../support/waiting/until.ts';
import { endLeftovers, findLeftovers, markRun } from './leftovers.ts';
import { findPostgresBinaries } from '../postgres.ts';

const program = join(import.meta.dirname, '../../run.ts');
const LIMIT_MS = 240_000;

function marked(): { mark: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env };
  return { mark: markRun(env), env };
}

test('a process that carries the mark is found and ended, and no other', async () => {
  const { mark, env } = marked();
  const script = ['-e', 'setInterval(() => undefined, 1000)'];
  const inside = spawn(process.execPath, script, { env: { PATH: env.PATH }, stdio: 'ignore' });
  const outside = spawn(process.execPath, script, { stdio: 'ignore' });
  try {
    await until(() => findLeftovers(mark).length === 1, 'the process to be found', LIMIT_MS);
    const ended = once(inside, 'exit');
    assert.deepEqual(
      endLeftovers(mark).map(({ pid }) => pid),
      [inside.pid],
    );
    await ended;
    await until(() => findLeftovers(mark).length === 0, 'the end of the process');
    assert.equal(outside.exitCode ?? outside.signalCode, null);
  } finally {
    inside.kill('SIGKILL');
    outside.kill('SIGKILL');
  }
});

// Each kind has a run of its own: two short files may share a process, one after the other.
for (const [file, gateway] of [
  ['journeys/steps', 'pooled.js'],
  ['faults/failpoints', 'bramka.js start'],
] as const) {
  test(`an interrupted run of ${file} ends its tests, its gateways and its database`, async () => {
    const { mark, env } = marked();
    // Without the outer runner's settings, which would make the inner run a part of it.
    delete env['NODE_TEST_CONTEXT'];
    delete env['BRAMKA_TEST_POOL'];
    const runner = spawn(process.execPath, [program, file], { env, stdio: 'pipe' });
    let printed = '';
    runner.stdout.on('data', (chunk) => (printed += String(chunk)));
    runner.stderr.on('data', (chunk) => (printed += String(chunk)));
    const closed = once(runner, 'exit');
    const seen = (part: string): boolean =>
      findLeftovers(mark).some(({ command }) => command.includes(part));
    try {
      const isUnderWay = (): boolean => {
        assert.equal(runner.exitCode, null, `it ended before it was interrupted:\n${printed}`);
        return seen(gateway);
      };
      await until(isUnderWay, 'a gateway of the run', LIMIT_MS);
      if (findPostgresBinaries() !== undefined) assert.ok(seen('postgres'));
      runner.kill('SIGINT');
      const ended = within(LIMIT_MS, closed, () => `the end of the run:\n${printed}`);
      const [code] = (await ended) as [number | null];
      assert.equal(code, 1, printed);
      assert.deepEqual(findLeftovers(mark), []);
    } finally {
      endLeftovers(mark);
    }
  });
}
