// The request to replay the events that match a filter: which events, in which range, and where to
// go on.

import { Type, type Static } from 'typebox';
import type { Instant } from '../../core/clock.ts';
import { FIRST_ID, firstIdAt, isUuid } from '../../core/id.ts';
import { invalid } from '../../core/refusals.ts';
import { oneOf, text, time } from '../../http/schema.ts';
import type { EventName } from '../event.ts';
import { deliveryStateMeanings, eventMeanings, type DeliveryState } from '../meanings.ts';
import type { ReplayFilter, ReplayPage } from './replay.store.ts';

const REPLAY_LIMIT = 1000;
/** The maximum number of events that one call reads. */
const READS = 10_000;
/** The time in an id is about the time of its event; the exact time is compared as well. */
const SLACK_MS = 3_600_000;
const LAST_TIME = Date.parse('9999-12-31T00:00:00.000Z');

export const replayRequest = Type.Object({
  from: Type.Optional(time('The first time of the range; required without a paymentId')),
  to: Type.Optional(time('The end of the range, not included; absent: now')),
  states: Type.Optional(
    Type.Array(oneOf(deliveryStateMeanings, 'State.'), {
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'Only events in these states. Absent: REFUSED, FAILED and NOT_SENT.',
    }),
  ),
  events: Type.Optional(
    Type.Array(oneOf(eventMeanings, 'Name of an event.'), {
      minItems: 1,
      maxItems: 6,
      uniqueItems: true,
      description: 'Only these events. Absent: all.',
    }),
  ),
  paymentId: Type.Optional(text(64, 'Only events of this payment or tokenization.')),
  after: Type.Optional(text(64, '`next` of the answer before, to go on.')),
});

export type ReplayRequest = Static<typeof replayRequest>;

interface Replay {
  readonly filter: ReplayFilter;
  readonly page: ReplayPage;
  readonly paymentId: string | null;
}

const undelivered: readonly DeliveryState[] = ['REFUSED', 'FAILED', 'NOT_SENT'];
const everyEvent = Object.keys(eventMeanings) as EventName[];

export function readReplay(
  asked: ReplayRequest,
  { merchantId, hasUrl, now }: { merchantId: string; hasUrl: boolean; now: Instant },
): Replay {
  const { states = undelivered, events = everyEvent, paymentId = null, after } = asked;
  if (asked.from === undefined && paymentId === null) {
    throw invalid('from', 'is required without a paymentId');
  }
  if (paymentId !== null && !isUuid(paymentId)) throw invalid('paymentId', 'must be a paymentId');
  if (after !== undefined && !isUuid(after)) {
    throw invalid('after', 'must be `next` of the answer before');
  }
  const from = asked.from === undefined ? 0 : timeOf('from', asked.from);
  const to = asked.to === undefined ? now + 1 : timeOf('to', asked.to);
  if (to <= from) throw invalid('to', 'must be later than from');
  const first = from === 0 ? FIRST_ID : firstIdAt(from - SLACK_MS);
  return {
    filter: { merchantId, from, to, states, events, hasUrl },
    page: {
      after: after !== undefined && after > first ? after : first,
      below: firstIdAt(to + SLACK_MS),
      limit: REPLAY_LIMIT,
      reads: READS,
    },
    paymentId,
  };
}

function timeOf(field: string, written: string): Instant {
  const at = Date.parse(written);
  if (!(at >= 0 && at <= LAST_TIME))
    throw invalid(field, 'must be a time such as 2026-01-31T12:00:00.000Z');
  return at;
}
