// What is logged about jobs: each failure, and one line when the job runs again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './http/metrics.ts';
import { reportJobRun } from './log.ts';
import { ConnectionLost } from './storage/errors.ts';

test('a job that failed and runs again says so once', () => {
  const lines: unknown[] = [];
  const write = (...[facts, message]: unknown[]): void => {
    lines.push(`${(facts as { job: string }).job}: ${String(message)}`);
  };
  const onRun = reportJobRun(createMetrics(), { warn: write, error: write });
  onRun('settle', 'ok');
  onRun('settle', 'failed', new Error('a defect'));
  onRun('settle', 'failed', new Error('a defect'));
  onRun('purge', 'ok');
  onRun('settle', 'ok');
  onRun('settle', 'ok');
  assert.deepEqual(lines, ['settle: job failed', 'settle: job failed', 'settle: job runs again']);
});

test('an outage of the database is logged elsewhere', () => {
  const fail = (): void => assert.fail('nothing is logged');
  const onRun = reportJobRun(createMetrics(), { warn: fail, error: fail });
  onRun('settle', 'failed', new ConnectionLost(new Error('gone')));
  onRun('settle', 'ok');
});
