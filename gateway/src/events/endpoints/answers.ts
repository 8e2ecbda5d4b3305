// The answers of the endpoints of events, the same for the merchant itself and for the operator.

import { Type } from 'typebox';
import { firstIdAt, isUuid } from '../../core/id.ts';
import { refuse } from '../../core/refusals.ts';
import { assert } from '../../core/assert.ts';
import { listReceivers } from '../delivery/receiver.store.ts';
import {
  attemptSchema,
  attemptView,
  eventSchema,
  eventView,
  type SeenEvent,
} from '../event.view.ts';
import { healthView } from '../health.view.ts';
import { hasNotificationUrl, type EventParts } from '../parts.ts';
import { replayEvent, replayEvents } from '../replay/replay.store.ts';
import { readReplay, type ReplayRequest } from '../replay/replay-request.ts';
import {
  countBadEnds,
  countPendingEvents,
  findSeenEvent,
  listAttempts,
} from '../seen-event.store.ts';
import { testEntry, testEvent } from '../replay/test-event.ts';

const MAX_ATTEMPTS = 100;
const MAX_RECEIVERS = 100;
const MAX_COUNT = 10_000;
const DAY_MS = 24 * 3_600_000;

export const eventWithAttempts = Type.Object({
  ...eventSchema.properties,
  attempts: Type.Array(attemptSchema, {
    description: 'In their order; the last 100 if there are more.',
  }),
});

export const replayReply = Type.Object({
  replayed: Type.Integer({ description: 'Events that are sent again, at most 1000.' }),
  next: Type.Optional(
    Type.String({
      description:
        'Send the request again with this value as `after` to go on; absent: no event is left.',
    }),
  ),
});

type Reading = Pick<EventParts, 'database'>;

/** Events of others do not exist for the merchant. */
export async function findEvent(
  { database }: Reading,
  merchantId: string,
  eventId: string,
): Promise<SeenEvent> {
  const event = isUuid(eventId) ? await findSeenEvent(database, merchantId, eventId) : undefined;
  return event ?? refuse('EVENT_NOT_FOUND');
}

export async function answerWithAttempts(parts: Reading, merchantId: string, eventId: string) {
  const event = await findEvent(parts, merchantId, eventId);
  const attempts = await listAttempts(parts.database, merchantId, eventId, MAX_ATTEMPTS);
  return { ...eventView(event), attempts: attempts.map(attemptView) };
}

/** The answer shows the event before it is sent. */
export async function answerReplay(parts: EventParts, merchantId: string, event: SeenEvent) {
  const { database, clock } = parts;
  const now = clock.now();
  const hasUrl = await hasNotificationUrl(parts, merchantId);
  if (!(await replayEvent(database, { merchantId, hasUrl }, event.eventId, now))) {
    refuse('NOTIFICATION_URL_MISSING');
  }
  const isBeingSent = event.state === 'PENDING' && event.nextAttemptAt === null;
  return eventView({ ...event, state: 'PENDING', nextAttemptAt: isBeingSent ? null : now });
}

/** Without any address nothing is replayed, and the caller must know why. */
export async function answerReplays(parts: EventParts, merchantId: string, asked: ReplayRequest) {
  const { database, clock } = parts;
  const now = clock.now();
  const hasUrl = await hasNotificationUrl(parts, merchantId);
  const { filter, page, paymentId } = readReplay(asked, { merchantId, hasUrl, now });
  const { count, last } = await replayEvents(database, filter, page, paymentId, now);
  if (count === 0 && last === null && !hasUrl && asked.after === undefined) {
    refuse('NOTIFICATION_URL_MISSING');
  }
  return { replayed: count, ...(last === null ? {} : { next: last }) };
}

export async function answerTest(parts: EventParts, merchantId: string) {
  if (!(await hasNotificationUrl(parts, merchantId))) refuse('NOTIFICATION_URL_MISSING');
  const row = testEvent(merchantId, parts.ids.next(), parts.clock.now());
  const { kind } = await parts.journal.commit(testEntry(row));
  assert(kind === 'committed', 'a test event has a new id');
  return eventView({ ...row, state: 'PENDING', attempts: 0, nextAttemptAt: null });
}

export async function answerHealth({ database, clock }: EventParts, merchantId: string) {
  const dayAgo = firstIdAt(clock.now() - DAY_MS);
  const [receivers, pending, ended] = await Promise.all([
    listReceivers(database, merchantId, MAX_RECEIVERS),
    countPendingEvents(database, merchantId, MAX_COUNT),
    countBadEnds(database, merchantId, dayAgo, MAX_COUNT),
  ]);
  return healthView({ receivers, pending, ...ended });
}
