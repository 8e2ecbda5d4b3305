// Times of Autopay's messages: local time in Warsaw, without an offset.

import type { Instant } from '../../core/clock.ts';

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Warsaw',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function partsOf(at: Instant): Record<string, string> {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** YYYY-MM-DD hh:mm:ss, the format of requests. */
export function warsawTime(at: Instant): string {
  const { year, month, day, hour, minute, second } = partsOf(at);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** YYYYMMDDhhmmss, the format of notifications. */
export function warsawStamp(at: Instant): string {
  return warsawTime(at).replace(/[-: ]/g, '');
}

/** hh:mm, for the hours in which a bank accepts transfers. */
export function warsawHour(at: Instant): string {
  const { hour, minute } = partsOf(at);
  return `${hour}:${minute}`;
}
