// The time of the gateway in the browser: it goes on with the device and follows the answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGatewayClock } from './gateway-clock.ts';

const START = Date.parse('2026-01-15T11:00:00.700Z');

function startClock() {
  let elapsedMs = 500;
  const clock = createGatewayClock(START, () => elapsedMs);
  return { ...clock, pass: (ms: number) => (elapsedMs += ms) };
}

test('goes on by the time that has passed on the device', () => {
  const { now, pass } = startClock();
  assert.equal(now(), START);
  pass(1_500);
  assert.equal(now(), START + 1_500);
});

const rows: [what: string, date: string | null, now: string][] = [
  ['a moved clock', 'Thu, 15 Jan 2026 11:29:00 GMT', '2026-01-15T11:29:00.000Z'],
  ['a clock that was set back', 'Thu, 15 Jan 2026 10:00:00 GMT', '2026-01-15T10:00:00.000Z'],
  ['the first whole second that counts', 'Thu, 15 Jan 2026 11:00:03 GMT', '2026-01-15T11:00:03Z'],
  ['seconds that are rounded', 'Thu, 15 Jan 2026 11:00:00 GMT', '2026-01-15T11:00:00.700Z'],
  ['an answer that took a while', 'Thu, 15 Jan 2026 10:59:59 GMT', '2026-01-15T11:00:00.700Z'],
  ['no header', null, '2026-01-15T11:00:00.700Z'],
  ['a header that is no date', 'soon', '2026-01-15T11:00:00.700Z'],
];
for (const [what, date, expected] of rows) {
  test(`after ${what} it is ${expected}, and goes on from there`, () => {
    const { now, setTime, pass } = startClock();
    setTime(date);
    assert.equal(now(), Date.parse(expected));
    pass(10);
    assert.equal(now(), Date.parse(expected) + 10);
  });
}
