// When payments are settled: business days end at the cut-off of the merchant, in its time zone
// (docs/decisions/0049-settlement.md). Pure; every time is an instant.

import type { Instant } from '../../core/clock.ts';
import type { SettlementRules } from '../../merchants/settlement-rules.ts';
import { addDays, firstInstant, localDate, type LocalDate } from '../../core/time/local-time.ts';

export type CalendarRules = Pick<SettlementRules, 'timeZone' | 'cutOff'>;

/** `HH:MM`, from 00:01 to 24:00. */
export const CUT_OFF_FORM = '^(?!00:00)([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$';

function minutesOf(cutOff: string): number {
  const [hours = 0, minutes = 0] = cutOff.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The end of a business day: the first instant that belongs to the next one. */
function endOf({ timeZone, cutOff }: CalendarRules, day: LocalDate): Instant {
  return firstInstant(timeZone, day, minutesOf(cutOff));
}

/** When payments of a business day are settled. */
function dueOf(rules: CalendarRules, day: LocalDate, afterDays: number): Instant {
  const midnight = firstInstant(rules.timeZone, addDays(day, afterDays));
  return Math.max(endOf(rules, day), midnight);
}

/** The business day of a payment captured at this time. */
export function businessDay(rules: CalendarRules, capturedAt: Instant): LocalDate {
  let day = addDays(localDate(rules.timeZone, capturedAt), -1);
  while (endOf(rules, day) <= capturedAt) day = addDays(day, 1);
  return day;
}

/** When a payment captured at this time is settled. */
export function dueAt(rules: CalendarRules, afterDays: number, capturedAt: Instant): Instant {
  return dueOf(rules, businessDay(rules, capturedAt), afterDays);
}

/** Everything captured before this instant is due at `now`, and nothing captured later. */
export function dueBefore(rules: CalendarRules, afterDays: number, now: Instant): Instant {
  let day = addDays(localDate(rules.timeZone, now), 1 - afterDays);
  while (dueOf(rules, day, afterDays) > now) day = addDays(day, -1);
  return endOf(rules, day);
}

/** The times of a settlement date at which payments become due, in order. */
function dueTimes(rules: CalendarRules, date: LocalDate): Instant[] {
  return [firstInstant(rules.timeZone, date), endOf(rules, date)].sort((a, b) => a - b);
}

/** The latest time up to `now` at which payments of any delay became due. */
export function lastDueTime(rules: CalendarRules, now: Instant): Instant {
  // When clocks are put back over midnight, the next date has already begun once.
  const latest = addDays(localDate(rules.timeZone, now), 1);
  for (let date = latest; ; date = addDays(date, -1)) {
    const last = dueTimes(rules, date).findLast((at) => at <= now);
    if (last !== undefined) return last;
  }
}

/** The next such time after `now`. */
export function nextDueTime(rules: CalendarRules, now: Instant): Instant {
  for (let date = localDate(rules.timeZone, now); ; date = addDays(date, 1)) {
    const next = dueTimes(rules, date).find((at) => at > now);
    if (next !== undefined) return next;
  }
}

export interface SettlementMoment {
  readonly date: LocalDate;
  /** Payments that are due at this time or earlier are settled. */
  readonly until: Instant;
}

/**
 * A run for a settlement date: what was due by its end, or by now if the date is today. Undefined:
 * the date is in the future.
 */
export function momentOf(
  rules: CalendarRules,
  now: Instant,
  date: LocalDate = localDate(rules.timeZone, now),
): SettlementMoment | undefined {
  if (firstInstant(rules.timeZone, date) > now) return undefined;
  const last = firstInstant(rules.timeZone, addDays(date, 1)) - 1;
  return { date, until: Math.min(now, last) };
}
