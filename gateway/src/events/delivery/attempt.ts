// One attempt to deliver an event: signs and sends it, and decides by the answer what follows.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { DeliveryAttempt } from '../delivery-attempt.ts';
import type { Egress } from '../egress/egress.ts';
import { notificationHeaders } from '../message/sign.ts';
import type { HeldEvent } from './delivery.store.ts';
import { meaningOfAnswer } from './schedule.ts';
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
  /** When the event is due again; null: it is finished. */
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
  const { merchantId, eventId, body } = held;
  const startedAt = clock.now();
  const headers = notificationHeaders(body, eventId, target.secrets, clock.realNow());
  const answer = await egress.post(target.url, headers, body);
  const attempts = held.attempts + 1;
  const { result, dueAt } = meaningOfAnswer(answer, { attempts, now: clock.now(), chance });
  const attempt: MadeAttempt = {
    merchantId,
    eventId,
    url: withoutQuery(target.url),
    startedAt,
    durationMs: Math.round(answer.durationMs),
    result,
    cause: answer.cause,
    httpStatus: answer.cause === 'STATUS' ? answer.status : null,
    answer: answer.answer,
  };
  await failpoints.reach('delivery.answered');
  return { attempt, dueAt };
}

/** Whether the receiver was unable to take the event. */
export function isBadResult({ result }: MadeAttempt): boolean {
  return result === 'RETRY' || result === 'FAILED';
}

/** The query of an address may contain a secret. */
function withoutQuery(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
