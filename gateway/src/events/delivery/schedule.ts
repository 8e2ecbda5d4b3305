// What the answer of a receiver means (contract section 6): accepted, refused, or another attempt
// later, until the schedule ends.

import type { Instant } from '../../core/clock.ts';
import type { RandomBytes } from '../../core/random.ts';
import type { DeliveryAnswer } from '../egress/answer.ts';
import type { DeliveryResult } from '../delivery-attempt.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The pause after each attempt; if the attempt after the last pause fails, the event has failed.
 */
export const pausesMs: readonly number[] = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
];

/** A pause is extended by up to this fraction, so that repeats of many events spread out. */
export const JITTER = 0.1;
/** The longest pause that a receiver can ask for. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

interface AnswerMeaning {
  readonly result: DeliveryResult;
  /** When to try again; null: not automatically. */
  readonly dueAt: Instant | null;
}

interface AttemptContext {
  /** Attempts since the event was recorded or replayed, including this one. */
  readonly attempts: number;
  readonly now: Instant;
  /** From 0 to 1. */
  readonly chance: number;
}

export function meaningOfAnswer(
  answer: DeliveryAnswer,
  { attempts, now, chance }: AttemptContext,
): AnswerMeaning {
  const status = answer.cause === 'STATUS' ? answer.status : null;
  if (status !== null && status >= 200 && status < 300) return { result: 'ACCEPTED', dueAt: null };
  if (status !== null && status >= 400 && status < 500 && status !== 429) {
    return { result: 'REFUSED', dueAt: null };
  }
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return { result: 'FAILED', dueAt: null };
  const ownMs = withJitter(pauseMs, chance);
  const asked = answer.cause === 'STATUS' ? retryAfterMs(answer.retryAfter, now) : 0;
  return { result: 'RETRY', dueAt: now + Math.max(ownMs, asked) };
}

/** `chance` is from 0 to 1. */
export function withJitter(pauseMs: number, chance: number): number {
  return Math.round(pauseMs * (1 + JITTER * chance));
}

/** From 0 to 1. */
export function chanceOf(random: RandomBytes): number {
  const [a = 0, b = 0] = random(2);
  return (a * 256 + b) / 65_535;
}

/** Seconds or an HTTP date; 0 if absent or unreadable. */
export function retryAfterMs(header: string | null, now: Instant): number {
  if (header === null) return 0;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : httpDate(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0;
}

function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
