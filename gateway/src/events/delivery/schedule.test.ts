// Tests of what an answer means: each status class, the pauses with their bounds, Retry-After, and
// the end of the schedule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryAnswer } from '../egress/answer.ts';
import { meaningOfAnswer, pausesMs, retryAfterMs } from './schedule.ts';

const now = Date.parse('2026-03-01T12:00:00.000Z');
const status = (code: number, retryAfter: string | null = null): DeliveryAnswer => ({
  cause: 'STATUS',
  status: code,
  retryAfter,
  answer: '',
  durationMs: 1,
});

/** The list of contract section 6, in seconds. */
const pauses = [5, 15, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, 86_400, 86_400];

for (const [code, result] of [
  [200, 'ACCEPTED'],
  [204, 'ACCEPTED'],
  [299, 'ACCEPTED'],
  [300, 'RETRY'],
  [301, 'RETRY'],
  [304, 'RETRY'],
  [399, 'RETRY'],
  [400, 'REFUSED'],
  [401, 'REFUSED'],
  [404, 'REFUSED'],
  [408, 'REFUSED'],
  [428, 'REFUSED'],
  [429, 'RETRY'],
  [430, 'REFUSED'],
  [499, 'REFUSED'],
  [500, 'RETRY'],
  [503, 'RETRY'],
  [599, 'RETRY'],
  [199, 'RETRY'],
  [600, 'RETRY'],
] as const) {
  test(`status ${code} is ${result}`, () => {
    const meaning = meaningOfAnswer(status(code), { attempts: 1, now, chance: 0 });
    const dueAt = result === 'RETRY' ? now + 5000 : null;
    assert.deepEqual(meaning, { result, dueAt });
  });
}

test('the pauses are those of the contract, and up to a tenth longer', () => {
  assert.deepEqual(
    pausesMs.map((ms) => ms / 1000),
    pauses,
  );
  pauses.forEach((seconds, place) => {
    const attempts = place + 1;
    for (const [chance, factor] of [
      [0, 1],
      [1, 1.1],
    ] as const) {
      const meaning = meaningOfAnswer(status(500), { attempts, now, chance });
      const dueAt = now + Math.round(seconds * 1000 * factor);
      assert.deepEqual(meaning, { result: 'RETRY', dueAt }, `attempt ${attempts}`);
    }
  });
});

test('the fourteenth attempt is the last', () => {
  const last = meaningOfAnswer(status(500), { attempts: 14, now, chance: 0 });
  assert.deepEqual(last, { result: 'FAILED', dueAt: null });
  const failure: DeliveryAnswer = { cause: 'TIMEOUT', answer: '', durationMs: 10_000 };
  assert.equal(meaningOfAnswer(failure, { attempts: 13, now, chance: 0 }).result, 'RETRY');
  assert.equal(meaningOfAnswer(failure, { attempts: 14, now, chance: 0 }).result, 'FAILED');
  assert.equal(meaningOfAnswer(status(204), { attempts: 14, now, chance: 0 }).result, 'ACCEPTED');
});

test('Retry-After counts if it is longer than the pause', () => {
  const due = (answer: DeliveryAnswer): number =>
    (meaningOfAnswer(answer, { attempts: 1, now, chance: 0 }).dueAt ?? 0) - now;
  assert.equal(due(status(429, '3')), 5000);
  assert.equal(due(status(429, '120')), 120_000);
  assert.equal(due(status(503, 'Sun, 01 Mar 2026 12:02:00 GMT')), 120_000);
  assert.equal(due(status(302, '60')), 60_000);
  assert.equal(due(status(503, '999999999')), 86_400_000);
});

for (const [header, seconds] of [
  [null, 0],
  ['', 0],
  ['0', 0],
  [' 7 ', 7],
  ['-5', 0],
  ['1.5', 0],
  ['1e3', 0],
  ['soon', 0],
  ['86401', 86_400],
  ['99999999999999', 0],
  ['Sun, 01 Mar 2026 12:00:10 GMT', 10],
  ['Sun, 01 Mar 2026 11:59:00 GMT', 0],
  ['Tue, 03 Mar 2026 12:00:00 GMT', 86_400],
  ['2026-03-01T12:00:10Z', 0],
  ['Xxx, 99 Mar 2026 12:00:10 GMT', 0],
] as const) {
  test(`Retry-After ${String(header)} is ${seconds} s`, () => {
    assert.equal(retryAfterMs(header, now), seconds * 1000);
  });
}
