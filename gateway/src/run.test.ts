// Stopping by signals: one drain, one exit code, and a way out if the drain hangs.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { pino } from 'pino';
import { stopOnSignals, type Host } from './run.ts';

function stoppable(close: () => Promise<void>) {
  const exits: number[] = [];
  let nowMs = 0;
  let closed = 0;
  const signals = new EventEmitter();
  const host: Host = {
    on: (signal, listener) => signals.on(signal, () => listener(signal)),
    exit: (code) => void exits.push(code),
  };
  const launched = {
    logger: pino({ level: 'silent' }),
    close: () => {
      closed += 1;
      return close();
    },
  };
  stopOnSignals(launched, host, { monotonicMs: () => nowMs });
  return {
    exits,
    closed: () => closed,
    send(signal: string, atMs = nowMs) {
      nowMs = atMs;
      assert.ok(signals.emit(signal), `${signal} is not handled`);
    },
  };
}

const never = new Promise<void>(() => undefined);

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  test(`${signal} drains and exits with 0`, async () => {
    const process = stoppable(() => Promise.resolve());
    process.send(signal);
    await Promise.resolve();
    assert.deepEqual(process.exits, [0]);
  });
}

test('a drain that fails exits with 1', async () => {
  const process = stoppable(() => Promise.reject(new Error('planted')));
  process.send('SIGTERM');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(process.exits, [1]);
});

test('the same Ctrl-C from the terminal and from npm drains once', () => {
  const process = stoppable(() => never);
  process.send('SIGINT', 0);
  process.send('SIGINT', 999);
  assert.deepEqual([process.exits, process.closed()], [[], 1]);
});

test('a signal a second later exits at once with 1', () => {
  const process = stoppable(() => never);
  process.send('SIGTERM', 0);
  process.send('SIGINT', 1000);
  assert.deepEqual([process.exits, process.closed()], [[1], 1]);
});
