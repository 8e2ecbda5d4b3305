// Tests of clock requests as a table: forward, to a time, freeze, resume, never back.
import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isoTime, timeOf, type ClockState } from '@bramka/gateway/core/clock.ts';
import type { Refusal } from '@bramka/gateway/core/refusals.ts';
import { changeClock, clockView, type ClockRequest } from './clock-change.ts';

const real = Date.parse('2026-03-01T12:00:00Z');
const running: ClockState = { offsetMs: 0, frozenAt: null };
const ahead: ClockState = { offsetMs: 60_000, frozenAt: null };
const frozen: ClockState = { offsetMs: 0, frozenAt: real - 5000 };

describe('moves', () => {
  const rows: [string, ClockState, ClockRequest, time: number, frozen: boolean][] = [
    ['advance', running, { advance: 90 }, real + 90_000, false],
    ['advance further', ahead, { advance: 1 }, real + 61_000, false],
    ['advance by nothing', ahead, { advance: 0 }, real + 60_000, false],
    ['go to a time', ahead, { at: '2026-03-01T12:01:00.001Z' }, real + 60_001, false],
    [
      'go to a time with an offset',
      running,
      { at: '2026-03-01T14:00:00+01:00' },
      real + 3.6e6,
      false,
    ],
    ['freeze', ahead, { freeze: true }, real + 60_000, true],
    ['freeze and advance', running, { freeze: true, advance: 7 }, real + 7000, true],
    ['freeze a frozen clock', frozen, { freeze: true }, real - 5000, true],
    ['advance a frozen clock', frozen, { advance: 2 }, real - 3000, true],
    ['resume', frozen, { freeze: false }, real - 5000, false],
    ['resume and advance', frozen, { freeze: false, advance: 1 }, real - 4000, false],
    ['resume what runs', ahead, { freeze: false }, real + 60_000, false],
  ];
  for (const [title, before, asked, time, isFrozen] of rows) {
    test(title, () => {
      const after = changeClock(before, asked, real);
      equal(isoTime(timeOf(after, real)), isoTime(time));
      equal(timeOf(after, real + 500), isFrozen ? time : time + 500);
    });
  }
});

describe('refuses', () => {
  const rows: [string, ClockState, ClockRequest, sentence: RegExp][] = [
    ['nothing', running, {}, /^must contain advance, at or freeze/],
    ['two moves', running, { advance: 1, at: isoTime(real + 1) }, /combined with advance/],
    [
      'to go back',
      ahead,
      { at: isoTime(real) },
      /before 2026-03-01T12:01.*only moves forward.*reset/,
    ],
    ['to go back while frozen', frozen, { at: isoTime(real - 5001) }, /only moves forward/],
    ['a negative advance', running, { advance: -1 }, /only moves forward/],
    ['a time too far', running, { advance: 1e11 }, /year 2099/],
    ['the year 2101', running, { at: '2101-01-01T00:00:00Z' }, /year 2099/],
  ];
  for (const [title, before, asked, sentence] of rows) {
    test(title, () => {
      throws(
        () => changeClock(before, asked, real),
        (refusal: Refusal) => sentence.test(refusal.details[0]?.message ?? ''),
      );
    });
  }
});

test('shows the offset from real time', () => {
  deepEqual(clockView(ahead, real), {
    now: '2026-03-01T12:01:00.000Z',
    frozen: false,
    offsetSeconds: 60,
  });
  deepEqual(clockView(frozen, real), {
    now: '2026-03-01T11:59:55.000Z',
    frozen: true,
    offsetSeconds: -5,
  });
});
