// Tests of local dates as instants: both changes of clocks in Warsaw, zones that skip midnight,
// repeat it or skip a whole date, and the zones farthest from UTC.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../clock.ts';
import { addDays, firstInstant, isTimeZone, localDate, localMinute } from './local-time.ts';

const beginnings: [what: string, zone: string, date: string, minute: number, utc: string][] = [
  ['summer', 'Europe/Warsaw', '2026-07-01', 0, '2026-06-30T22:00:00.000Z'],
  ['winter', 'Europe/Warsaw', '2026-12-01', 0, '2026-11-30T23:00:00.000Z'],
  ['the day of 23 hours', 'Europe/Warsaw', '2026-03-29', 0, '2026-03-28T23:00:00.000Z'],
  ['the day after it', 'Europe/Warsaw', '2026-03-30', 0, '2026-03-29T22:00:00.000Z'],
  ['before the skipped hour', 'Europe/Warsaw', '2026-03-29', 119, '2026-03-29T00:59:00.000Z'],
  ['a skipped time', 'Europe/Warsaw', '2026-03-29', 150, '2026-03-29T01:00:00.000Z'],
  ['after the skipped hour', 'Europe/Warsaw', '2026-03-29', 181, '2026-03-29T01:01:00.000Z'],
  ['the day of 25 hours', 'Europe/Warsaw', '2026-10-25', 0, '2026-10-24T22:00:00.000Z'],
  ['a time that occurs twice', 'Europe/Warsaw', '2026-10-25', 150, '2026-10-25T00:30:00.000Z'],
  ['after the repeated hour', 'Europe/Warsaw', '2026-10-25', 180, '2026-10-25T02:00:00.000Z'],
  ['the day after it', 'Europe/Warsaw', '2026-10-26', 0, '2026-10-25T23:00:00.000Z'],
  ['a date without midnight', 'America/Sao_Paulo', '2018-11-04', 0, '2018-11-04T03:00:00.000Z'],
  ['put back at midnight', 'America/Sao_Paulo', '2019-02-17', 0, '2019-02-17T03:00:00.000Z'],
  ['a date without midnight', 'Africa/Cairo', '2024-04-26', 0, '2024-04-25T22:00:00.000Z'],
  ['put back over midnight', 'America/Havana', '2026-11-01', 0, '2026-11-01T04:00:00.000Z'],
  ['a date that does not exist', 'Pacific/Apia', '2011-12-30', 0, '2011-12-30T10:00:00.000Z'],
  ['the date after it', 'Pacific/Apia', '2011-12-31', 0, '2011-12-30T10:00:00.000Z'],
  ['UTC+14', 'Pacific/Kiritimati', '2026-01-01', 0, '2025-12-31T10:00:00.000Z'],
  ['UTC-11', 'Pacific/Pago_Pago', '2026-01-01', 0, '2026-01-01T11:00:00.000Z'],
  ['a quarter of an hour', 'Asia/Kathmandu', '2026-01-01', 0, '2025-12-31T18:15:00.000Z'],
  [
    'a change of half an hour',
    'Australia/Lord_Howe',
    '2026-04-05',
    105,
    '2026-04-04T14:45:00.000Z',
  ],
  ['the end of the day', 'UTC', '2026-02-28', 1440, '2026-03-01T00:00:00.000Z'],
];

test('finds the first instant of a local time', () => {
  for (const [what, zone, date, minute, utc] of beginnings) {
    assert.equal(isoTime(firstInstant(zone, date, minute)), utc, `${zone} ${date}: ${what}`);
  }
});

test('a date begins at its first instant, and the millisecond before belongs to another', () => {
  for (const zone of ['Europe/Warsaw', 'America/Sao_Paulo', 'Africa/Cairo', 'Pacific/Kiritimati']) {
    for (let date = '2018-01-01'; date < '2019-12-31'; date = addDays(date, 1)) {
      const first = firstInstant(zone, date);
      assert.equal(localDate(zone, first), date, `${zone} ${date}`);
      assert.equal(localDate(zone, first - 1), addDays(date, -1), `before ${zone} ${date}`);
    }
  }
});

test('knows time zones of the IANA database, and no offsets', () => {
  for (const zone of ['Europe/Warsaw', 'UTC', 'Etc/GMT-14', 'America/Argentina/Ushuaia']) {
    assert.equal(isTimeZone(zone), true, zone);
  }
  for (const text of [
    '',
    '+02:00',
    'europe/warsaw',
    'Europe/Atlantis',
    'Warsaw',
    'Europe/',
    'UTC ',
  ]) {
    assert.equal(isTimeZone(text), false, text);
  }
});

const minutes: [zone: string, utc: string, day: number, minute: number][] = [
  ['UTC', '2026-11-16T00:00:00.000Z', 0, 0],
  ['UTC', '2026-11-22T23:59:59.999Z', 6, 1439],
  ['Europe/Warsaw', '2026-11-15T23:00:00.000Z', 0, 0],
  ['Europe/Warsaw', '2026-11-15T22:59:59.999Z', 6, 1439],
  ['Europe/Warsaw', '2026-07-01T06:30:00.000Z', 2, 8 * 60 + 30],
  ['America/Los_Angeles', '2026-01-01T00:00:00.000Z', 2, 16 * 60],
];
for (const [zone, utc, day, minute] of minutes) {
  test(`clocks of ${zone} at ${utc} show day ${day} and minute ${minute}`, () => {
    for (const again of [1, 2]) {
      const found = localMinute(zone, Date.parse(utc));
      assert.deepEqual([found.day, found.minute], [day, minute], String(again));
    }
  });
}
