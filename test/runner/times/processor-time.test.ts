// The processor time of test files: measured with the processes that they start, by the process or
// by the file, and the share of the time in which the cores were busy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { cpus } from 'node:os';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { keepProcessorTimes, measureBusyShare } from './processor-time.ts';

const isLinux = process.platform === 'linux';
const burn = (seconds: number): string =>
  `const end = Date.now() + ${String(seconds * 1000)}; while (Date.now() < end);`;
const runChild = `require('node:child_process').spawnSync(process.execPath, ['-e', child]);`;

test('is that of the process and of what it started', { skip: !isLinux }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-test-processor-'));
  try {
    const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], NODE_TEST_CONTEXT: 'child' };
    const times = keepProcessorTimes(folder, env);
    for (const [name, text] of [
      ['own.cjs', burn(0.4)],
      ['child.cjs', `const child = ${JSON.stringify(burn(0.4))}; ${runChild}`],
      ['idle.cjs', 'setTimeout(() => undefined, 400);'],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, text);
      assert.equal(spawnSync(process.execPath, [...times.execArgv, path], { env }).status, 0);
    }
    const kept = dirname(env['BRAMKA_TEST_PROCESSOR_TIMES'] ?? '');
    assert.ok(existsSync(kept));
    const measured = times.collect();
    assert.deepEqual(Object.keys(measured), ['own.cjs', 'child.cjs', 'idle.cjs']);
    const [own = 0, child = 0, idle = 0] = Object.values(measured);
    assert.ok(own > idle && child > idle, JSON.stringify(measured));
    assert.ok(!existsSync(kept));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the share of busy cores counts all cores', () => {
  const core = (user: number, idle: number) =>
    ({ times: { user, nice: 0, sys: 0, irq: 0, idle } }) as ReturnType<typeof cpus>[number];
  const readings = [
    [core(100, 100), core(0, 0)],
    [core(200, 100), core(50, 50)],
  ];
  const busyShare = measureBusyShare(() => readings.shift() ?? []);
  assert.equal(busyShare(), 0.75);
});
