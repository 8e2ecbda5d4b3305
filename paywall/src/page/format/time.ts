// How much time is left, and times of day.

import type { Language } from '../state.ts';
import { locales } from './money.ts';

const DAY_MS = 86_400_000;

/** `29:05`, or `1:02:03` from one hour on; null for more than a day. */
export function countdownText(leftMs: number): string | null {
  if (leftMs >= DAY_MS) return null;
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (number: number): string => String(number).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${String(h)}:${two(m)}:${two(s)}` : `${String(m)}:${two(s)}`;
}

/** `PT29M5S`: the value of the element time. */
export function durationOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `PT${String(Math.floor(seconds / 60))}M${String(seconds % 60)}S`;
}

/** The day and time, for payments with more than a day left. */
export function dayText(atMs: number, language: Language): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const zone = { timeZone: 'Europe/Warsaw' };
  return new Intl.DateTimeFormat(locales[language], { ...style, ...zone }).format(atMs);
}
