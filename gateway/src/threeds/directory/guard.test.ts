// Tests of the guard around the directory servers: a failing server is not asked for a while, and
// the others are asked as before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { handClock } from '../../core/testing/hand-clock.ts';
import { createMetrics } from '../../http/metrics.ts';
import { CallTimeout, type JsonAnswer } from '../../http/outgoing.ts';
import type { PReq } from '../ranges/range-message.ts';
import { guardDirectory } from './guard.ts';

const message = { messageType: 'PReq' } as PReq;
const fine: JsonAnswer = { status: 200, body: {} };

function setUp(answer: (server: string) => Promise<JsonAnswer>) {
  const asked: string[] = [];
  const clock = handClock();
  const log = { info: () => undefined, warn: () => undefined };
  const settings = {
    providerCalls: 10,
    providerFailures: 2,
    providerPauseMs: 5000,
    providerMaxInFlightMs: 60_000,
  };
  const send = guardDirectory(
    (server) => {
      asked.push(server);
      return answer(server);
    },
    { settings, clock, metrics: createMetrics(), log },
  );
  return { clock, asked, send };
}

test('a server that does not answer is not asked for a while; the others are', async () => {
  const { clock, asked, send } = setUp((server) =>
    server === 'VISA' ? Promise.reject(new CallTimeout()) : Promise.resolve(fine),
  );
  for (const _ of [1, 2]) await assert.rejects(send('VISA', message), CallTimeout);
  await assert.rejects(send('VISA', message), (error) => !(error instanceof CallTimeout));
  assert.deepEqual(await send('MASTERCARD', message), fine);
  assert.deepEqual(asked.splice(0), ['VISA', 'VISA', 'MASTERCARD']);
  clock.advance(5000);
  await assert.rejects(send('VISA', message), CallTimeout);
  assert.deepEqual(asked, ['VISA']);
});

test('server errors are failures, refusals of a message are not', async () => {
  for (const [status, isPaused] of [
    [500, true],
    [503, true],
    [200, false],
    [400, false],
    [499, false],
  ] as const) {
    const { asked, send } = setUp(() => Promise.resolve({ status, body: undefined }));
    for (const _ of [1, 2]) assert.equal((await send('VISA', message)).status, status);
    await send('VISA', message).catch(() => undefined);
    assert.equal(asked.length, isPaused ? 2 : 3, String(status));
  }
});
