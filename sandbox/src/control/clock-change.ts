// Computes the new state of the sandbox clock from a request: freeze, advance, go to a time,
// resume. The clock only moves forward; only a reset sets it back.

import { isoTime, timeOf, type ClockState, type Instant } from '@bramka/gateway/core/clock.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';

export interface ClockRequest {
  readonly advance?: number; // seconds
  readonly at?: string; // ISO 8601
  readonly freeze?: boolean;
}

const LATEST = Date.parse('2100-01-01T00:00:00Z');
const onlyForward = 'the clock only moves forward; POST /sandbox/reset sets it back to real time';

export function changeClock(before: ClockState, asked: ClockRequest, realNow: Instant): ClockState {
  const { advance, at, freeze } = asked;
  if (advance === undefined && at === undefined && freeze === undefined) {
    throw invalid('body', 'must contain advance, at or freeze');
  }
  if (advance !== undefined && at !== undefined) {
    throw invalid('at', 'cannot be combined with advance');
  }
  const now = timeOf(before, realNow);
  if (advance !== undefined && advance < 0) {
    throw invalid('advance', `must not be negative: ${onlyForward}`);
  }
  const target = at === undefined ? now + (advance ?? 0) * 1000 : Date.parse(at);
  if (target < now) {
    throw invalid('at', `must not be before ${isoTime(now)}: ${onlyForward}`);
  }
  if (!(target <= LATEST)) {
    throw invalid(at === undefined ? 'advance' : 'at', 'must not be later than the year 2099');
  }
  const isFrozen = freeze ?? before.frozenAt !== null;
  return { offsetMs: target - realNow, frozenAt: isFrozen ? target : null };
}

export type ClockView = ReturnType<typeof clockView>;

export function clockView(state: ClockState, realNow: Instant) {
  const now = timeOf(state, realNow);
  const offsetSeconds = Math.round((now - realNow) / 1000);
  return { now: isoTime(now), frozen: state.frozenAt !== null, offsetSeconds };
}
