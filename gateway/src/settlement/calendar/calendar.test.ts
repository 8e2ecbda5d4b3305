// Tests of business days and settlement times: the cut-off to the millisecond, delays in days, and
// days on which clocks change.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../core/clock.ts';
import {
  businessDay,
  CUT_OFF_FORM,
  dueAt,
  dueBefore,
  lastDueTime,
  momentOf,
  nextDueTime,
  type CalendarRules,
} from './calendar.ts';

const at = (text: string): number => Date.parse(text);
const warsaw: CalendarRules = { timeZone: 'Europe/Warsaw', cutOff: '24:00' };
const evening: CalendarRules = { timeZone: 'Europe/Warsaw', cutOff: '18:00' };
const night: CalendarRules = { timeZone: 'Europe/Warsaw', cutOff: '02:30' };
const kiritimati: CalendarRules = { timeZone: 'Pacific/Kiritimati', cutOff: '24:00' };
const cairo: CalendarRules = { timeZone: 'Africa/Cairo', cutOff: '24:00' };

type Case = [rules: CalendarRules, afterDays: number, captured: string, day: string, due: string];

const cases: Case[] = [
  // Monday is settled at the beginning of Tuesday, whether the delay is 0 or 1.
  [warsaw, 1, '2026-03-02T12:00:00Z', '2026-03-02', '2026-03-02T23:00:00.000Z'],
  [warsaw, 0, '2026-03-02T12:00:00Z', '2026-03-02', '2026-03-02T23:00:00.000Z'],
  [warsaw, 2, '2026-03-02T12:00:00Z', '2026-03-02', '2026-03-03T23:00:00.000Z'],
  [warsaw, 60, '2026-03-02T12:00:00Z', '2026-03-02', '2026-04-30T22:00:00.000Z'],
  // A capture at the cut-off belongs to the next day; a millisecond earlier it does not.
  [warsaw, 1, '2026-03-02T22:59:59.999Z', '2026-03-02', '2026-03-02T23:00:00.000Z'],
  [warsaw, 1, '2026-03-02T23:00:00.000Z', '2026-03-03', '2026-03-03T23:00:00.000Z'],
  [evening, 1, '2026-03-02T16:59:59.999Z', '2026-03-02', '2026-03-02T23:00:00.000Z'],
  [evening, 1, '2026-03-02T17:00:00.000Z', '2026-03-03', '2026-03-03T23:00:00.000Z'],
  // Without a delay it is the cut-off itself.
  [evening, 0, '2026-03-02T16:59:59.999Z', '2026-03-02', '2026-03-02T17:00:00.000Z'],
  [evening, 0, '2026-03-02T17:00:00.000Z', '2026-03-03', '2026-03-03T17:00:00.000Z'],
  // 23 and 25 hours.
  [warsaw, 1, '2026-03-28T23:00:00.000Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  [warsaw, 1, '2026-03-29T21:59:59.999Z', '2026-03-29', '2026-03-29T22:00:00.000Z'],
  [warsaw, 1, '2026-10-24T22:00:00.000Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  [warsaw, 1, '2026-10-25T22:59:59.999Z', '2026-10-25', '2026-10-25T23:00:00.000Z'],
  // A cut-off in the skipped hour is the moment of the change.
  [night, 0, '2026-03-29T00:59:59.999Z', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  [night, 0, '2026-03-29T01:00:00.000Z', '2026-03-30', '2026-03-30T00:30:00.000Z'],
  // A cut-off in the repeated hour counts the first time; the day does not open again.
  [night, 0, '2026-10-25T00:29:59.999Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
  [night, 0, '2026-10-25T00:30:00.000Z', '2026-10-26', '2026-10-26T01:30:00.000Z'],
  [night, 0, '2026-10-25T01:10:00.000Z', '2026-10-26', '2026-10-26T01:30:00.000Z'],
  [kiritimati, 1, '2026-01-01T09:59:59.999Z', '2026-01-01', '2026-01-01T10:00:00.000Z'],
  [kiritimati, 1, '2026-01-01T10:00:00.000Z', '2026-01-02', '2026-01-02T10:00:00.000Z'],
  // The date of settlement has no midnight: it begins at 01:00.
  [cairo, 1, '2024-04-25T12:00:00.000Z', '2024-04-25', '2024-04-25T22:00:00.000Z'],
];

test('gives every capture its business day and its time of settlement', () => {
  for (const [rules, afterDays, captured, day, due] of cases) {
    const what = `${rules.timeZone} ${rules.cutOff} +${afterDays} ${captured}`;
    assert.equal(businessDay(rules, at(captured)), day, what);
    assert.equal(isoTime(dueAt(rules, afterDays, at(captured))), due, what);
  }
});

const HOUR_MS = 3_600_000;

test('what is due at a time is what was captured before one instant', () => {
  for (const rules of [warsaw, evening, night, kiritimati, cairo]) {
    for (const start of ['2026-03-27T00:30:00Z', '2026-10-23T00:30:00Z', '2024-04-24T21:00:00Z']) {
      for (let now = at(start); now < at(start) + 96 * HOUR_MS; now += HOUR_MS / 2) {
        for (const afterDays of [0, 1, 3]) {
          const limit = dueBefore(rules, afterDays, now);
          const what = `${rules.timeZone} ${rules.cutOff} +${afterDays} ${isoTime(now)}`;
          assert.ok(dueAt(rules, afterDays, limit - 1) <= now, `due: ${what}`);
          assert.ok(dueAt(rules, afterDays, limit) > now, `not due: ${what}`);
        }
      }
    }
  }
});

test('payments become due only at the listed times', () => {
  for (const rules of [warsaw, evening, night, kiritimati, cairo]) {
    for (const start of ['2026-03-27T00:30:00Z', '2026-10-23T00:30:00Z', '2024-04-24T21:00:00Z']) {
      for (let now = at(start); now < at(start) + 96 * HOUR_MS; now += HOUR_MS / 2) {
        const last = lastDueTime(rules, now);
        const next = nextDueTime(rules, now);
        const what = `${rules.timeZone} ${rules.cutOff} ${isoTime(now)}`;
        assert.ok(last <= now && now < next, what);
        assert.equal(nextDueTime(rules, last), next, what);
        for (const afterDays of [0, 1, 3]) {
          const limit = dueBefore(rules, afterDays, last);
          assert.equal(dueBefore(rules, afterDays, now), limit, what);
          assert.equal(dueBefore(rules, afterDays, next - 1), limit, what);
        }
      }
    }
  }
});

test('a run for a date settles what was due by its end, never what is not due yet', () => {
  const now = at('2026-03-03T10:00:00Z');
  assert.deepEqual(momentOf(warsaw, now), { date: '2026-03-03', until: now });
  assert.deepEqual(momentOf(warsaw, now, '2026-03-03'), { date: '2026-03-03', until: now });
  const end = at('2026-03-02T22:59:59.999Z');
  assert.deepEqual(momentOf(warsaw, now, '2026-03-02'), { date: '2026-03-02', until: end });
  assert.equal(momentOf(warsaw, now, '2026-03-04'), undefined);
});

test('accepts cut-offs from 00:01 to 24:00', () => {
  const form = new RegExp(CUT_OFF_FORM);
  for (const text of ['00:01', '09:30', '18:00', '23:59', '24:00']) assert.match(text, form);
  for (const text of ['00:00', '24:01', '25:00', '9:30', '18:60', '18', '18:00:00', '', ' 18:00']) {
    assert.doesNotMatch(text, form);
  }
});
