// Local dates and times of a time zone as exact instants, even when clocks are changed: at
// midnight, by a full day, forwards or backwards.

import type { Instant } from '../clock.ts';

/** A calendar date, `YYYY-MM-DD`. */
export type LocalDate = string;

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 24 * 60;
const DAY_MS = MINUTES_OF_DAY * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
    const times = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    const options = { timeZone, hourCycle: 'h23', calendar: 'gregory' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...options, ...fields, ...times });
    formats.set(timeZone, format);
  }
  return format;
}

const NAME = /^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** Whether it is a time zone of the IANA database; offsets such as +02:00 are none. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false;
  try {
    formatOf(text);
    return true;
  } catch {
    return false;
  }
}

/** What clocks show, as milliseconds since 1970-01-01T00:00 of local time. */
function localMs(timeZone: string, at: Instant): number {
  const parts: Partial<Record<string, number>> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

function offsetMs(timeZone: string, at: Instant): number {
  return localMs(timeZone, at) - at;
}

export function localDate(timeZone: string, at: Instant): LocalDate {
  return new Date(localMs(timeZone, at)).toISOString().slice(0, 10);
}

interface LocalMinute {
  /** Of the week; 0 is Monday. */
  readonly day: number;
  /** Of the day. */
  readonly minute: number;
}

/** What clocks show. */
export function localMinute(timeZone: string, at: Instant): LocalMinute {
  const minuteAt = Math.floor(at / MINUTE_MS);
  const last = lastMinutes.get(timeZone);
  if (last?.minuteAt === minuteAt) return last;
  const minutes = Math.floor(localMs(timeZone, at) / MINUTE_MS);
  // 1970-01-01 was a Thursday.
  const day = (Math.floor(minutes / MINUTES_OF_DAY) + 3) % 7;
  const found = { minuteAt, day, minute: minutes % MINUTES_OF_DAY };
  lastMinutes.set(timeZone, found);
  return found;
}

/** Payments of one minute ask for the same. */
const lastMinutes = new Map<string, LocalMinute & { readonly minuteAt: number }>();

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The first instant at which clocks show this time of the date or a later one. A time that is
 * skipped begins when it is skipped; one that occurs twice begins the first time.
 */
export function firstInstant(timeZone: string, date: LocalDate, minuteOfDay = 0): Instant {
  const key = `${timeZone} ${date} ${minuteOfDay}`;
  const remembered = instants.get(key);
  if (remembered !== undefined) return remembered;
  if (instants.size >= MAX_KNOWN) instants.clear();
  const instant = findInstant(timeZone, date, minuteOfDay);
  instants.set(key, instant);
  return instant;
}

/** Merchants in one time zone ask for the same times. */
const instants = new Map<string, Instant>();
const MAX_KNOWN = 10_000;

function findInstant(timeZone: string, date: LocalDate, minuteOfDay: number): Instant {
  const wanted = Date.parse(date) + minuteOfDay * MINUTE_MS;
  const from = wanted - 2 * DAY_MS;
  const to = wanted + 2 * DAY_MS;
  const before = offsetMs(timeZone, from);
  const after = offsetMs(timeZone, to);
  if (before === after) return wanted - before;
  const change = changeBetween(timeZone, from, to, before);
  const early = wanted - before;
  return early < change ? early : Math.max(change, wanted - after);
}

/** The first instant with another offset than `before`. */
function changeBetween(timeZone: string, from: Instant, to: Instant, before: number): Instant {
  let lastBefore = from;
  let firstAfter = to;
  while (firstAfter - lastBefore > 1) {
    const middle = Math.floor((lastBefore + firstAfter) / 2);
    if (offsetMs(timeZone, middle) === before) lastBefore = middle;
    else firstAfter = middle;
  }
  return firstAfter;
}
