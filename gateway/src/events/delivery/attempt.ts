// One attempt to deliver an event: signed, sent, and judged by the answer.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { DeliveryAttempt } from '../delivery-attempt.ts';
import type { Egress } from '../egress/egress.ts';
import { notificationHeaders } from '../message/sign.ts';
import type { HeldEvent } from './delivery.store.ts';
import { judge, type Verdict } from './schedule.ts';
import type { Target } from './targets.ts';

export interface AttemptParts {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly failpoints: Failpoints;
}

/** The database numbers the attempts of an event. */
export type MadeAttempt = Omit<DeliveryAttempt, 'attempt'>;

export interface AttemptEnd {
  readonly attempt: MadeAttempt;
  /** When it is due again; null: it is finished. */
  readonly dueAt: Instant | null;
}

export async function attemptDelivery(
  parts: AttemptParts,
  held: HeldEvent,
  target: Target,
  chance: number,
): Promise<AttemptEnd> {
  const { egress, clock, failpoints } = parts;
  await failpoints.reach('delivery.sending');
  const { eventId, body } = held;
  const startedAt = clock.now();
  const headers = notificationHeaders(body, eventId, target.secrets, startedAt);
  const answer = await egress.post(target.url, headers, body);
  const attempts = held.attempts + 1;
  const verdict = judge(answer, { attempts, now: clock.now(), chance });
  const httpStatus = answer.cause === 'STATUS' ? answer.status : null;
  const end = endOf(held, target, verdict, { ...answer, startedAt, httpStatus });
  await failpoints.reach('delivery.answered');
  return end;
}

/**
 * An attempt of the schedule at which nothing is sent, because the receiver is paused. Thus events
 * to a receiver that never comes back fail when their schedule ends.
 */
export function skipAttempt(
  held: HeldEvent,
  target: Target,
  now: Instant,
  chance: number,
): AttemptEnd {
  const verdict = judge(paused, { attempts: held.attempts + 1, now, chance });
  return endOf(held, target, verdict, { ...paused, startedAt: now, httpStatus: null });
}

const paused = {
  cause: 'PAUSED',
  answer: 'Nothing was sent, because the receiver has failed several times in a row.',
  durationMs: 0,
} as const;

function endOf(
  { merchantId, eventId }: HeldEvent,
  { url }: Target,
  { result, dueAt }: Verdict,
  facts: Pick<DeliveryAttempt, 'cause' | 'answer' | 'startedAt' | 'durationMs' | 'httpStatus'>,
): AttemptEnd {
  const { cause, answer, startedAt, httpStatus } = facts;
  const attempt: MadeAttempt = {
    merchantId,
    eventId,
    url: withoutQuery(url),
    startedAt,
    durationMs: Math.round(facts.durationMs),
    result,
    cause,
    httpStatus,
    answer,
  };
  return { attempt, dueAt };
}

/** Whether the receiver could not take the event. */
export function isBadResult({ result }: MadeAttempt): boolean {
  return result === 'RETRY' || result === 'FAILED';
}

/** The query of an address may contain a secret. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
