// Local time in Warsaw, as in Autopay's messages, and back to an instant.

import type { Instant } from '@bramka/gateway/core/clock.ts';

const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Warsaw',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const HOUR_MS = 3_600_000;

/** YYYYMMDDhhmmss. */
export function stampOf(at: Instant): string {
  return format.format(at).replace(/[^0-9]/g, '');
}

/** The instant of YYYY-MM-DD hh:mm:ss; undefined if there is no such time. */
export function instantOf(text: string): Instant | undefined {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`);
  return [1, 2]
    .map((hours) => asUtc - hours * HOUR_MS)
    .find((at) => Number.isFinite(at) && format.format(at) === text);
}
